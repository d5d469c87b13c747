package io.github.jellybridge.jelly;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.jelly.split.CheckpointIndex;
import io.github.jellybridge.jelly.split.Parts;
import io.github.jellybridge.jelly.split.Split;
import io.github.jellybridge.jelly.split.SplitPoint;
import io.github.jellybridge.model.Statement;
import io.github.jellybridge.testing.TestSize;
import io.github.jellybridge.wire.RandomStream;
import io.github.jellybridge.wire.Wire;
import io.github.jellybridge.wire.WireRow;
import io.github.jellybridge.wire.WireTerm;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.Test;
import org.junit.function.ThrowingRunnable;

/** The list of checkpoints of a file, and reading from a checkpoint. */
public class CheckpointListTest {
  @Test
  public void aWriterReportsThePositionsOfItsCheckpoints() throws Exception {
    for (int type = 1; type <= 3; type++) {
      for (boolean grouped : new boolean[] {false, true}) {
        RandomStream stream = new RandomStream(new Random(type), Wire.V1, type, 3_000);
        byte[] file = rewritten(stream.delimited(), type, grouped);
        List<Statement> expected = Reading.byBatch(file, Reading.OPTIONS, 100);
        List<SplitPoint> points = CheckpointIndex.read(file, file.length);
        assertTrue("type " + type + ": " + points.size(), points.size() > 3);
        assertEquals(expected, Parts.read(file, points, Reading.OPTIONS));
      }
    }
  }

  @Test
  public void filesWithCheckpointsArePlainFilesToJellyJvm() throws Exception {
    for (int type = 1; type <= 3; type++) {
      for (boolean grouped : new boolean[] {false, true}) {
        byte[] source = new RandomStream(new Random(type), Wire.V1, type, 3_000).delimited();
        byte[] file = rewritten(source, type, grouped);
        assertTrue(CheckpointIndex.read(file, file.length).size() > 3);
        List<Statement> found = JellyCore.decode(file);
        String what = "type " + type + (grouped ? ", grouped" : "");
        assertEquals(what, Reading.byBatch(file, Reading.OPTIONS, 100), found);
        List<Statement> written = Reading.byBatch(source, Reading.OPTIONS, 100);
        assertEquals(what, Writing.inOneFrame(written), Writing.inOneFrame(found));
      }
    }
  }

  @Test
  public void anIndexCountsOnlyAtTheEndOfItsOwnFile() throws Exception {
    byte[] file =
        rewritten(new RandomStream(new Random(1), Wire.V1, 1, 3_000).delimited(), 1, false);
    assertTrue(CheckpointIndex.length(file, file.length) > 0);
    assertEquals(List.of(), CheckpointIndex.read(file, file.length + 1L));
    byte[] longer = Arrays.copyOf(file, file.length + 1);
    assertEquals(List.of(), CheckpointIndex.read(longer, longer.length));
    for (int cut = 1; cut < 200; cut++) {
      byte[] shorter = Arrays.copyOf(file, file.length - cut);
      assertEquals(List.of(), CheckpointIndex.read(shorter, shorter.length));
    }
  }

  /** The end of a file of 1000 bytes: the list of checkpoints and its trailer. */
  private static byte[] tail(int listLength, long... numbers) {
    ByteArrayOutputStream list = new ByteArrayOutputStream();
    for (long number : numbers) {
      list.writeBytes(Wire.varint(number));
    }
    ByteBuffer trailer = ByteBuffer.allocate(28).order(ByteOrder.LITTLE_ENDIAN);
    trailer.putLong(1000).putInt(listLength == -1 ? list.size() : listLength).putInt(0);
    CRC32C sum = new CRC32C();
    sum.update(list.toByteArray());
    trailer.putInt((int) sum.getValue());
    list.writeBytes(trailer.put("JBCKPT02".getBytes(StandardCharsets.US_ASCII)).array());
    return list.toByteArray();
  }

  @Test
  public void aListThatCannotBeRightIsNone() {
    assertEquals(
        List.of(new SplitPoint(100, 2, 7, null), new SplitPoint(999, 3, 7, null)),
        CheckpointIndex.read(tail(-1, 2, 100, 2, 7, 899, 1, 0), 1000));
    assertEquals(
        List.of(new SplitPoint(100, 2, 7, 0, null), new SplitPoint(999, 3, 7, 5, null)),
        CheckpointIndex.read(tail(-1, 2, 100, 2, 7, 899, 1, 0, 0, 5), 1000));
    long most = Long.MAX_VALUE;
    for (long[] numbers :
        new long[][] {
          {}, // empty list
          {0, 1}, // one number too many
          {1, 100, 2}, // one number too few
          {2, 100, 2, 7},
          {1, 0, 2, 7}, // at the start of the file
          {2, 100, 2, 7, 0, 1, 1}, // two checkpoints at the same offset
          {2, 100, 2, 7, 100, 0, 1}, // no frame between two checkpoints
          {1, 1000, 2, 7}, // at the end of the file
          {2, 100, 2, 7, most, 1, 1}, // an offset that overflows a long
          {2, 100, most, 7, 100, most, 1},
          {2, 100, 2, most, 100, 1, most},
          {1, 100, 2, -1},
          {2, 100, 2, 7, 100, 1, 1, 5}, // messages before one of two checkpoints
          {1, 100, 2, 7, 5, 5},
          {1, 100, 2, 7, -1},
          {2, 100, 2, 7, 100, 1, 1, most, 1},
        }) {
      assertEquals(List.of(), CheckpointIndex.read(tail(-1, numbers), 1000));
    }
  }

  @Test
  public void aListIsWithinItsFile() {
    byte[] tail = tail(-1, 1, 100, 2, 7);
    assertEquals(32, CheckpointIndex.length(tail, 1000));
    byte[] trailer = Arrays.copyOfRange(tail, 4, 32);
    assertEquals(32, CheckpointIndex.length(trailer, 1000));
    assertEquals(List.of(), CheckpointIndex.read(trailer, 1000));
    assertEquals(0, CheckpointIndex.length(Arrays.copyOfRange(tail, 5, 32), 1000));
    assertEquals(1000, CheckpointIndex.length(tail(972), 1000));
    assertEquals(0, CheckpointIndex.length(tail(973), 1000));
    assertEquals(0, CheckpointIndex.length(tail(Integer.MIN_VALUE), 1000));
    byte[] whole = new byte[1001];
    System.arraycopy(tail, 0, whole, 1001 - 32, 32);
    assertEquals(0, CheckpointIndex.length(whole, 1000));
    assertEquals(
        List.of(new SplitPoint(100, 2, 7, null)),
        CheckpointIndex.read(Arrays.copyOfRange(whole, 1, 1001), 1000));
  }

  @Test
  public void aBrokenIndexIsNoIndexOrIsRefusedWhenUsed() throws Exception {
    byte[] file =
        rewritten(new RandomStream(new Random(1), Wire.V1, 1, 2_000).delimited(), 1, false);
    List<Statement> expected = Reading.byBatch(file, Reading.OPTIONS, 100);
    int length = CheckpointIndex.length(file, file.length);
    int step = TestSize.of(8, 1);
    for (int at = file.length - length; at < file.length; at++) {
      for (int bit = at % step; bit < 8; bit += step) {
        byte[] broken = file.clone();
        broken[at] ^= (byte) (1 << bit);
        List<SplitPoint> points = CheckpointIndex.read(broken, broken.length);
        try {
          List<Statement> found = Parts.statements(broken, points);
          assertEquals(expected, found);
        } catch (JellyParseException e) {
          assertTrue(e.getMessage(), !points.isEmpty());
        }
      }
    }
  }

  @Test
  public void aSplitPointThatIsNoCheckpointIsRefusedOrHarmless() throws Exception {
    int refused = 0;
    for (long seed = 0; seed < TestSize.of(25, 100); seed++) {
      RandomStream stream = new RandomStream(new Random(seed), Wire.V1, 1, 300);
      byte[] file = stream.delimited();
      List<SplitPoint> points = Parts.index(file, 500);
      for (SplitPoint point : points) {
        SplitPoint bare = new SplitPoint(point.offset(), point.frame(), point.statement(), null);
        try {
          List<Statement> found = Parts.readOne(file, new Split(bare, null), Reading.OPTIONS);
          List<Statement> all = stream.statements;
          assertEquals(all.subList((int) point.statement(), all.size()), found);
        } catch (JellyParseException e) {
          refused++;
        }
      }
    }
    assertTrue(refused + " refused", refused > 10);
  }

  @Test
  public void idsThatContinueFromBeforeACheckpointAreRefusedInColumnsThatAreNotRead()
      throws Exception {
    byte[] before =
        Wire.delimited(
            Wire.V1.frame(
                WireRow.options(WireRow.TRIPLES),
                WireRow.prefix(1, "http://example.org/"),
                WireRow.name(1, "a"),
                WireRow.name(0, "b"),
                WireRow.name(0, "c"),
                WireRow.triple(WireTerm.iri(1, 1), WireTerm.iri(0, 1), WireTerm.iri(0, 1))));
    // Its first IRI is the name after the last one. The second would be name 0, which is empty.
    byte[] lying =
        Wire.delimited(
            Wire.V1.frame(
                WireRow.options(WireRow.TRIPLES),
                WireRow.prefix(1, "http://example.org/"),
                WireRow.triple(WireTerm.iri(1, 0), WireTerm.iri(0, 0), WireTerm.iri(0, 1))));
    byte[] file = Wire.concat(before, lying);
    JellyReadOptions predicates =
        Reading.OPTIONS.toBuilder().columns(JellyReadOptions.P).checkUnread(false).build();
    Split part = new Split(new SplitPoint(before.length, 1, 1, null), null);
    try (JellyReader reader = Parts.open(file, part, predicates)) {
      assertThrows(JellyParseException.class, () -> reader.nextBatch(10));
    }
  }

  @Test
  public void aDamagedCheckpointIsRefusedOrReadAsInTheWholeFile() throws Exception {
    Random random = new Random(5);
    int step = TestSize.of(3, 1);
    int onlyByParts = 0;
    int refused = 0;
    for (int type = 1; type <= 3; type++) {
      JellyWriteOptions options =
          JellyWriteOptions.builder()
              .physicalType(PhysicalType.values()[type - 1])
              .rdfStar(true)
              .generalized(true)
              .scope("a job")
              .checkpointBytes(1_000)
              .build();
      byte[] good = rewritten(new RandomStream(random, Wire.V1, type, 400).delimited(), options);
      List<SplitPoint> points = CheckpointIndex.read(good, good.length);
      assertTrue(points.size() > 2);
      for (SplitPoint point : points.subList(0, 2)) {
        for (int at = 0; at < 110; at++) {
          int[] flips = {1, 2, 1 + random.nextInt(255)};
          for (int i = at % step; i < flips.length; i += step) {
            int bits = flips[i];
            byte[] bad = good.clone();
            bad[(int) point.offset() + at] ^= (byte) bits;
            Object whole = Parts.outcome(bad, List.of());
            Object parts = Parts.outcome(bad, points);
            if (parts instanceof String) {
              refused++;
              onlyByParts += whole instanceof String ? 0 : 1;
            } else {
              assertEquals("type " + type + ", byte " + at + ", bits " + bits, whole, parts);
            }
          }
        }
      }
    }
    // Only parts check the mark of a checkpoint and that its scope is the one of the file's start.
    assertTrue(
        onlyByParts + " of " + refused, onlyByParts > 50 / step && onlyByParts < refused / 2);
  }

  @Test
  public void aCheckpointWithAnotherScopeOrOtherOptionsIsRefusedByThePartBeforeIt()
      throws Exception {
    byte[] file = rewritten(new RandomStream(new Random(1), Wire.V1, 1, 900).delimited(), 1, false);
    SplitPoint point = CheckpointIndex.read(file, file.length).get(1);
    Split part = new Split(CheckpointIndex.read(file, file.length).get(0), point);
    List<Statement> statements = Parts.readOne(file, part, Reading.OPTIONS);
    // The options row: tag, length, tag, length, physical type …
    int options = indexOf(file, new byte[] {0x10, 1, 0x18, 1, 0x20, 1}, (int) point.offset());
    byte[] other = file.clone();
    other[options + 3] = 0;
    try (JellyReader reader = Parts.open(other, part, Reading.OPTIONS)) {
      List<Statement> found = new ArrayList<>();
      JellyParseException e =
          assertThrows(
              JellyParseException.class,
              () -> {
                while (reader.nextBatch(100)) {
                  found.addAll(Reading.statements(reader));
                }
              });
      assertEquals(statements, found);
      assertTrue(e.getMessage(), e.getMessage().contains("byte " + point.offset()));
      assertEquals("generalized_statements false", e.found());
      assertSame(e, assertThrows(JellyParseException.class, () -> reader.nextBatch(100)));
    }
    try (JellyReader reader = Parts.open(other, part, Reading.OPTIONS)) {
      JellyParseException e = assertThrows(JellyParseException.class, reader::countStatements);
      assertSame(e, assertThrows(JellyParseException.class, reader::countStatements));
    }
  }

  /**
   * Tests an open graph, which only the part before the checkpoint can notice: the part after it
   * starts with a new graph.
   */
  @Test
  public void aGraphThatIsOpenAtACheckpointIsRefusedByThePartBeforeIt() {
    WireTerm.Iri a = WireTerm.iri(1, 1);
    List<WireRow> rows =
        List.of(
            WireRow.options(WireRow.GRAPHS),
            WireRow.prefix(1, "http://example.org/"),
            WireRow.name(1, "a"),
            WireRow.graphStart(a),
            WireRow.triple(a, a, a));
    byte[] open = Wire.delimited(Wire.V1.frame(rows));
    List<WireRow> closed = new ArrayList<>(rows);
    closed.add(WireRow.graphEnd());
    byte[] file = Wire.concat(open, Wire.delimited(Wire.V1.frame(closed)));
    Reading.refused(file);
    List<SplitPoint> points = List.of(new SplitPoint(open.length, 1, 1, null));
    for (ThrowingRunnable way :
        List.<ThrowingRunnable>of(
            () -> Parts.statements(file, points), () -> Parts.counted(file, points))) {
      JellyParseException e = assertThrows(JellyParseException.class, way);
      assertTrue(e.getMessage(), e.getMessage().contains("byte " + open.length));
    }
  }

  private static int indexOf(byte[] file, byte[] wanted, int from) {
    int at = from;
    while (!Arrays.equals(file, at, at + wanted.length, wanted, 0, wanted.length)) {
      at++;
    }
    return at;
  }

  @Test
  public void anEntryThatCountsOnFromBeforeACheckpointIsRefusedInWords() throws Exception {
    byte[] before = Wire.delimited(Wire.V1.frame(WireRow.options(WireRow.TRIPLES)));
    for (String lookup : List.of("name", "prefix", "datatype")) {
      WireRow entry =
          switch (lookup) {
            case "name" -> WireRow.name(0, "a");
            case "prefix" -> WireRow.prefix(0, "a");
            default -> WireRow.datatype(0, "a");
          };
      byte[] lying = Wire.delimited(Wire.V1.frame(WireRow.options(WireRow.TRIPLES), entry));
      Split part = new Split(new SplitPoint(before.length, 1, 0, null), null);
      JellyParseException e =
          assertThrows(
              JellyParseException.class,
              () -> Parts.readOne(Wire.concat(before, lying), part, Reading.OPTIONS));
      String expected = "expected a " + lookup + " entry with an id, the first after a checkpoint";
      assertTrue(e.getMessage(), e.getMessage().contains(expected + ", found one without"));
    }
  }

  /** Rewrites a file with our own writer, with checkpoints. */
  private static byte[] rewritten(byte[] file, int type, boolean grouped) throws IOException {
    PhysicalType physical = PhysicalType.values()[type - 1];
    JellyWriteOptions.Builder options =
        JellyWriteOptions.builder()
            .physicalType(physical)
            .rdfStar(true)
            .generalized(true)
            .frameSize(20)
            .checkpointBytes(2_000);
    if (grouped) {
      options.logicalType(new LogicalType(type == 1 ? 3 : 4));
    }
    return rewritten(file, options.build());
  }

  private static byte[] rewritten(byte[] file, JellyWriteOptions options) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    boolean grouped = options.logicalType().number() > 2;
    try (JellyReader reader =
            JellyReader.open(new ByteArrayInputStream(file), "f", Reading.OPTIONS);
        JellyWriter writer = JellyWriter.open(out, options)) {
      while (reader.nextFrame()) {
        writer.write(reader.batch(), reader.terms());
        if (grouped) {
          writer.endFrame();
        }
      }
    }
    return out.toByteArray();
  }
}
