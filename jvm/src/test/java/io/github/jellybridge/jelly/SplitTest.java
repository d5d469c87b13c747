package io.github.jellybridge.jelly;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import com.google.protobuf.Message;
import io.github.jellybridge.model.Statement;
import io.github.jellybridge.model.Term;
import io.github.jellybridge.wire.OddEncoder;
import io.github.jellybridge.wire.RandomStream;
import io.github.jellybridge.wire.Wire;
import io.github.jellybridge.wire.WireRow;
import io.github.jellybridge.wire.WireTerm;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.Test;

/** Parts of a file read one by one are the file: the same statements, numbers and errors. */
public class SplitTest {
  private static final int ROUNDS = 400;

  @Test
  public void partsOfSmallStreamsAreTheWhole() throws Exception {
    partsAreTheWhole((stream, random) -> stream.delimited());
  }

  /** What the walk keeps of them, the lookups and the last ids, is found in any form. */
  @Test
  public void partsOfStreamsInOddEncodingsAreTheWhole() throws Exception {
    partsAreTheWhole(
        (stream, random) ->
            new OddEncoder(random, 1 + random.nextInt(30))
                .file(stream.delimited(), (Message) Wire.V1.frame()));
  }

  private interface Encoding {
    byte[] file(RandomStream stream, Random random) throws IOException;
  }

  private static void partsAreTheWhole(Encoding encoding) throws Exception {
    int parts = 0;
    for (long seed = 0; seed < ROUNDS; seed++) {
      Random random = new Random(seed);
      RandomStream stream =
          new RandomStream(random, Wire.V1, (int) (seed % 3) + 1, 1 + random.nextInt(200));
      byte[] file = encoding.file(stream, random);
      List<SplitPoint> points = index(file, 1 + random.nextInt(400));
      parts += points.size();
      try {
        assertEquals(stream.statements, parts(file, points, Reading.OPTIONS));
        assertEquals(stream.statements.size(), counted(file, points));
      } catch (Exception | AssertionError e) {
        throw new AssertionError("seed " + seed + ", points " + points, e);
      }
    }
    assertTrue(parts + " parts", parts > ROUNDS);
  }

  @Test
  public void partsOfLargerStreamsAreTheWhole() throws Exception {
    for (int type = 1; type <= 3; type++) {
      RandomStream stream = new RandomStream(new Random(type), Wire.V1, type, 60_000);
      byte[] file = stream.delimited();
      List<SplitPoint> points = index(file, file.length / 5);
      assertTrue("type " + type + ": " + points.size(), points.size() >= 3);
      assertEquals(stream.statements, parts(file, points, Reading.OPTIONS));
      JellyReadOptions ahead =
          Reading.OPTIONS.toBuilder().chunkBytes(5_000).readAhead(true).build();
      assertEquals(stream.statements, parts(file, points, ahead));
    }
  }

  @Test
  public void framesOfPartsHaveTheirOwnBlankNodesAsInTheWhole() throws Exception {
    JellyReadOptions frames = Reading.OPTIONS.toBuilder().blankNodes(BlankNodes.FRAME).build();
    for (long seed = 0; seed < 60; seed++) {
      RandomStream stream = new RandomStream(new Random(seed), Wire.V1, (int) (seed % 3) + 1, 200);
      byte[] file = stream.delimited();
      assertEquals(Reading.byBatch(file, frames, 50), parts(file, index(file, 300), frames));
    }
  }

  @Test
  public void aBrokenFileIsRefusedByOneOfItsPartsAsByTheWhole() throws Exception {
    int refused = 0;
    for (long seed = 0; seed < ROUNDS; seed++) {
      Random random = new Random(seed);
      byte[] file =
          new RandomStream(random, Wire.V1, (int) (seed % 3) + 1, 1 + random.nextInt(100))
              .delimited();
      if (random.nextBoolean()) {
        file = Arrays.copyOf(file, random.nextInt(file.length));
      } else {
        file[random.nextInt(file.length)] ^= (byte) (1 << random.nextInt(8));
      }
      Object whole = outcome(file, List.of());
      refused += whole instanceof String ? 1 : 0;
      Object parts = outcome(file, index(file, 1 + random.nextInt(300)));
      assertEquals("seed " + seed, whole, parts);
    }
    assertTrue(refused + " refused", refused > ROUNDS / 4);
  }

  @Test
  public void aPartThatDoesNotEndWithAFrameIsRefused() throws Exception {
    byte[] file = new RandomStream(new Random(7), Wire.V1, 1, 500).delimited();
    List<SplitPoint> points = index(file, file.length / 3);
    SplitPoint real = points.get(0);
    Split lying = new Split(null, real.offset() + 3, real.frame(), real.statement());
    JellyParseException error =
        assertThrows(JellyParseException.class, () -> read(file, lying, Reading.OPTIONS));
    assertTrue(error.getMessage(), error.getMessage().contains("split=none"));
  }

  @Test
  public void aPlaceThatIsNoCheckpointIsRefusedOrHarmless() throws Exception {
    int refused = 0;
    for (long seed = 0; seed < 100; seed++) {
      RandomStream stream = new RandomStream(new Random(seed), Wire.V1, 1, 300);
      byte[] file = stream.delimited();
      List<SplitPoint> points = index(file, 500);
      for (SplitPoint point : points) {
        SplitPoint bare = new SplitPoint(point.offset(), point.frame(), point.statement(), null);
        try {
          List<Statement> found = read(file, Split.between(bare, null), Reading.OPTIONS);
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
  public void idsThatCountOnFromBeforeACheckpointAreRefusedInColumnsThatNobodyReads()
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
    byte[] file = Arrays.copyOf(before, before.length + lying.length);
    System.arraycopy(lying, 0, file, before.length, lying.length);
    JellyReadOptions predicates =
        Reading.OPTIONS.toBuilder().columns(JellyReadOptions.P).checkUnread(false).build();
    Split part = Split.between(new SplitPoint(before.length, 1, 1, null), null);
    try (JellyReader reader = open(file, part, predicates)) {
      assertThrows(JellyParseException.class, () -> reader.nextBatch(10));
    }
  }

  @Test
  public void filesWithoutFramesAndDraftsHaveNoPlaces() throws Exception {
    RandomStream bare = new RandomStream(new Random(1), Wire.V1, 1, 500);
    assertEquals(List.of(), index(bare.bare(), 100));
    RandomStream draft = new RandomStream(new Random(1), Wire.DRAFT, 1, 500);
    assertEquals(List.of(), index(draft.delimited(), 100));
  }

  // ---- checkpoints ---------------------------------------------------------------------------

  @Test
  public void aWriterTellsWhereItsCheckpointsAre() throws Exception {
    for (int type = 1; type <= 3; type++) {
      for (boolean grouped : new boolean[] {false, true}) {
        RandomStream stream = new RandomStream(new Random(type), Wire.V1, type, 3_000);
        byte[] file = rewritten(stream.delimited(), type, grouped);
        List<Statement> expected = Reading.byBatch(file, Reading.OPTIONS, 100);
        List<SplitPoint> points = CheckpointIndex.read(file, file.length);
        assertTrue("type " + type + ": " + points.size(), points.size() > 3);
        assertEquals(expected, parts(file, points, Reading.OPTIONS));
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
  public void placesGetRarerWhereTheyWouldTakeUpTooMuch() throws Exception {
    RandomStream stream = new RandomStream(new Random(1), Wire.V1, 1, 20_000);
    byte[] file = stream.delimited();
    List<SplitPoint> all = index(file, 2_000);
    long allBytes = stateBytes(all);
    for (int share : new int[] {2, 5, 40}) {
      List<SplitPoint> some =
          SplitIndexer.places(
              new IndexJob(
                  () -> new ByteArrayInputStream(file),
                  Reading.FILE,
                  Reading.OPTIONS,
                  2_000,
                  allBytes / share),
              1,
              false);
      assertTrue(stateBytes(some) <= allBytes / share);
      assertTrue(some.size() + " of " + all.size(), some.size() > all.size() / share / 4);
      assertEquals(stream.statements, parts(file, some, Reading.OPTIONS));
    }
  }

  static long stateBytes(List<SplitPoint> points) {
    return points.stream().mapToLong(point -> point.state().prologue().length).sum();
  }

  /** Terms that are repeated may have datatypes that one id has stood for in turn. */
  @Test
  public void literalsKeepTheirDatatypesWhereOneIdHadBoth() throws Exception {
    for (boolean thirdId : new boolean[] {false, true}) {
      List<WireRow> rows = new ArrayList<>();
      rows.add(
          new WireRow.Options("", WireRow.TRIPLES, true, false, true, 8, 1, thirdId ? 3 : 1, 0, 1));
      rows.add(WireRow.prefix(1, "http://example.org/"));
      rows.add(WireRow.name(1, "p"));
      rows.add(WireRow.datatype(1, "http://example.org/first"));
      rows.add(WireRow.triple(WireTerm.typed("1", 1), WireTerm.iri(1, 1), WireTerm.iri(1, 1)));
      rows.add(WireRow.datatype(1, "http://example.org/second"));
      if (thirdId) {
        rows.add(WireRow.datatype(3, "http://example.org/third"));
      }
      rows.add(WireRow.triple(null, null, WireTerm.typed("2", 1)));
      ByteArrayOutputStream file = new ByteArrayOutputStream();
      file.writeBytes(Wire.delimited(Wire.V1.frame(rows.toArray(new WireRow[0]))));
      for (int i = 0; i < 5; i++) {
        file.writeBytes(Wire.delimited(Wire.V1.frame(WireRow.triple(null, null, null))));
      }
      byte[] bytes = file.toByteArray();
      List<SplitPoint> points = index(bytes, 1);
      assertEquals(thirdId, !points.isEmpty());
      assertEquals(
          Reading.byBatch(bytes, Reading.OPTIONS, 10), parts(bytes, points, Reading.OPTIONS));
    }
  }

  /** A prefix that was said once, at the start of the file, is the only one there is. */
  @Test
  public void filesOfOnePrefixAreIndexedWithoutALookAtAllStatements() throws Exception {
    List<Statement> statements = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      statements.add(
          new Statement(
              0, iri("s" + i), iri("p" + i % 7), iri(i % 3 == 0 ? "s" + i / 2 : "o" + i), null));
    }
    byte[] file =
        Writing.write(
            statements,
            JellyWriteOptions.builder()
                .physicalType(PhysicalType.TRIPLES)
                .frameSize(50)
                .checkpointBytes(0)
                .build());
    List<SplitPoint> points = index(file, file.length / 10);
    assertTrue(points.size() + " places", points.size() >= 8);
    assertEquals(1, points.get(3).state().lastPrefix());
    assertEquals(statements, Writing.inOneFrame(parts(file, points, Reading.OPTIONS)));
  }

  private static Term iri(String name) {
    return Term.iri("http://example.org/" + name);
  }

  @Test
  public void partsHaveTheBlankNodeScopeOfTheirFile() throws Exception {
    byte[] triples = new RandomStream(new Random(5), Wire.V1, 1, 2_000).delimited();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    JellyWriteOptions options =
        JellyWriteOptions.builder()
            .rdfStar(true)
            .generalized(true)
            .frameSize(20)
            .checkpointBytes(2_000)
            .scope("one job")
            .build();
    try (JellyReader reader =
            JellyReader.open(new ByteArrayInputStream(triples), "f", Reading.OPTIONS);
        JellyWriter writer = JellyWriter.open(out, options)) {
      while (reader.nextBatch(1000)) {
        writer.write(reader.batch(), reader.terms());
      }
    }
    byte[] file = out.toByteArray();
    JellyReadOptions scoped = JellyReadOptions.defaults();
    List<Statement> whole = Reading.byBatch(file, scoped, 100);
    assertEquals(whole, parts(file, CheckpointIndex.read(file, file.length), scoped));
    assertEquals(whole, parts(file, index(file, 3_000), scoped));
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

  @Test
  public void aBrokenIndexIsNoIndexOrIsRefusedWhenUsed() throws Exception {
    byte[] file =
        rewritten(new RandomStream(new Random(1), Wire.V1, 1, 2_000).delimited(), 1, false);
    List<Statement> expected = Reading.byBatch(file, Reading.OPTIONS, 100);
    int length = CheckpointIndex.length(file, file.length);
    for (int at = file.length - length; at < file.length; at++) {
      for (int bit = 0; bit < 8; bit++) {
        byte[] broken = file.clone();
        broken[at] ^= (byte) (1 << bit);
        List<SplitPoint> points = CheckpointIndex.read(broken, broken.length);
        try {
          List<Statement> found = statements(broken, points);
          assertEquals(expected, found);
        } catch (JellyParseException e) {
          assertTrue(e.getMessage(), !points.isEmpty());
        }
      }
    }
  }

  /** Writes a file anew with our writer, with checkpoints. */
  private static byte[] rewritten(byte[] file, int type, boolean grouped) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
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
    try (JellyReader reader =
            JellyReader.open(new ByteArrayInputStream(file), "f", Reading.OPTIONS);
        JellyWriter writer = JellyWriter.open(out, options.build())) {
      while (reader.nextFrame()) {
        writer.write(reader.batch(), reader.terms());
        if (grouped) {
          writer.endFrame();
        }
      }
    }
    return out.toByteArray();
  }

  // ---- helpers -------------------------------------------------------------------------------

  private static List<SplitPoint> index(byte[] file, long every) throws IOException {
    return SplitIndexer.index(
        () -> new ByteArrayInputStream(file), Reading.FILE, Reading.OPTIONS, every, 1);
  }

  static List<Statement> parts(byte[] file, List<SplitPoint> points, JellyReadOptions options)
      throws IOException {
    List<Statement> found = new ArrayList<>();
    long bytes = 0;
    for (Split split : Split.at(points)) {
      try (JellyReader reader = open(file, split, options)) {
        long before = found.size();
        while (reader.nextBatch(37)) {
          assertEquals("first statement", found.size(), reader.batch().firstStatement());
          found.addAll(Reading.statements(reader));
        }
        assertEquals("statements read", found.size() - before, reader.statementsRead());
        bytes += reader.bytesRead();
      }
    }
    assertEquals("bytes read", file.length, bytes);
    return found;
  }

  private static List<Statement> statements(byte[] file, List<SplitPoint> points)
      throws IOException {
    List<Statement> found = new ArrayList<>();
    for (Split split : Split.at(points)) {
      found.addAll(read(file, split, Reading.OPTIONS));
    }
    return found;
  }

  private static List<Statement> read(byte[] file, Split split, JellyReadOptions options)
      throws IOException {
    List<Statement> found = new ArrayList<>();
    try (JellyReader reader = open(file, split, options)) {
      while (reader.nextBatch(100)) {
        found.addAll(Reading.statements(reader));
      }
    }
    return found;
  }

  static long counted(byte[] file, List<SplitPoint> points) throws IOException {
    long count = 0;
    for (Split split : Split.at(points)) {
      try (JellyReader reader = open(file, split, Reading.OPTIONS)) {
        count += reader.countStatements();
      }
    }
    return count;
  }

  static Object outcome(byte[] file, List<SplitPoint> points) throws IOException {
    try {
      return statements(file, points);
    } catch (JellyParseException e) {
      return e.getMessage();
    }
  }

  private static JellyReader open(byte[] file, Split split, JellyReadOptions options) {
    int from = (int) split.offset();
    return JellyReader.open(
        new ByteArrayInputStream(file, from, file.length - from),
        Reading.FILE,
        options,
        new ReaderMemory(),
        split);
  }
}
