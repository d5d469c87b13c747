package io.github.jellybridge.jelly.split;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import com.google.protobuf.Message;
import eu.neverblink.jelly.core.JellyOptions;
import eu.neverblink.jelly.core.proto.v1.LogicalStreamType;
import eu.neverblink.jelly.core.proto.v1.PhysicalStreamType;
import io.github.jellybridge.jelly.JellyCore;
import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.jelly.JellyWriteOptions;
import io.github.jellybridge.jelly.PhysicalType;
import io.github.jellybridge.jelly.Reading;
import io.github.jellybridge.jelly.Writing;
import io.github.jellybridge.model.Statement;
import io.github.jellybridge.model.Term;
import io.github.jellybridge.testing.Cases;
import io.github.jellybridge.testing.TestSize;
import io.github.jellybridge.wire.OddEncoder;
import io.github.jellybridge.wire.RandomStream;
import io.github.jellybridge.wire.Wire;
import io.github.jellybridge.wire.WireRow;
import io.github.jellybridge.wire.WireTerm;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.Test;

/** Checks that several threads find split points as good as those of one thread. */
public class SegmentIndexerTest {
  private static final int THREADS = 3;
  private static final int ROUNDS = TestSize.of(40, 600);

  private record Bytes(byte[] file) implements SplitIndexer.Source {
    @Override
    public InputStream open() {
      return new ByteArrayInputStream(file);
    }

    @Override
    public long length() {
      return file.length;
    }
  }

  private static IndexedFile job(byte[] file, long every) {
    return new IndexedFile(
            new Bytes(file), Reading.FILE, Reading.OPTIONS, Math.max(1, every), 1 << 27)
        .forWalk();
  }

  private static List<SplitPoint> inSegments(byte[] file, long every) throws IOException {
    return SegmentIndexer.index(job(file, every), THREADS);
  }

  private static List<SplitPoint> index(byte[] file, long every) throws IOException {
    return SplitIndexer.index(
        new Bytes(file), Reading.FILE, Reading.OPTIONS, Math.max(1, every), THREADS);
  }

  @Test
  public void partsOfRandomStreamsAreTheWhole() throws Exception {
    int found = 0;
    for (long seed = 0; seed < ROUNDS; seed++) {
      Random random = new Random(seed);
      int type = (int) (seed % 3) + 1;
      RandomStream stream = new RandomStream(random, Wire.V1, type, 200 + random.nextInt(3_000));
      byte[] file = stream.delimited();
      if (seed % 5 == 0) {
        file = new OddEncoder(random, 1 + random.nextInt(4)).file(file, (Message) Wire.V1.frame());
      }
      long every = file.length / (4 + random.nextInt(12));
      List<SplitPoint> segments = inSegments(file, every);
      List<SplitPoint> points = segments == null ? index(file, every) : segments;
      found += segments == null ? 0 : segments.size();
      try {
        assertEquals(stream.statements, Parts.read(file, points, Reading.OPTIONS));
        assertEquals(stream.statements.size(), Parts.counted(file, points));
      } catch (Exception | AssertionError e) {
        throw new AssertionError("seed " + seed + ", points " + points, e);
      }
    }
    assertTrue(found + " places", found > ROUNDS);
  }

  /** Tests files of both encoders with small lookups, whose entries are replaced often. */
  @Test
  public void partsOfFilesOfJellyJvmAreTheWhole() throws Exception {
    Cases.each(
        new int[] {16, 200, 4_000},
        tables -> {
          for (boolean quads : new boolean[] {false, true}) {
            Random random = new Random(tables);
            List<Statement> statements = statements(random, 30_000, quads);
            byte[] theirs =
                JellyCore.encode(
                    statements,
                    JellyOptions.BIG_STRICT
                        .clone()
                        .setMaxNameTableSize(tables)
                        .setMaxPrefixTableSize(Math.min(150, tables / 2))
                        .setMaxDatatypeTableSize(8)
                        .setPhysicalType(
                            quads ? PhysicalStreamType.QUADS : PhysicalStreamType.TRIPLES)
                        .setLogicalType(
                            quads ? LogicalStreamType.FLAT_QUADS : LogicalStreamType.FLAT_TRIPLES)
                        .setVersion(1),
                    256,
                    true);
            byte[] ours =
                Writing.write(
                    statements,
                    JellyWriteOptions.builder()
                        .physicalType(quads ? PhysicalType.QUADS : PhysicalType.TRIPLES)
                        .maxNameTableSize(tables)
                        .maxPrefixTableSize(Math.min(150, tables / 2))
                        .frameSize(300)
                        .checkpointBytes(0)
                        .build());
            for (byte[] file : new byte[][] {theirs, ours}) {
              List<SplitPoint> points = inSegments(file, file.length / 12);
              assertNotNull("tables of " + tables, points);
              assertEquals(11, points.size());
              assertEquals(
                  statements,
                  Writing.inOneFrame(Parts.read(file, points, JellyReadOptions.defaults())));
            }
          }
        });
  }

  /** Checks that the states equal those that one thread finds at the same split points. */
  @Test
  public void statesAreThoseOfTheOtherWalk() throws Exception {
    byte[] file =
        Writing.write(
            statements(new Random(3), 20_000, true),
            JellyWriteOptions.builder()
                .physicalType(PhysicalType.QUADS)
                .maxNameTableSize(64)
                .frameSize(100)
                .checkpointBytes(0)
                .build());
    for (SplitPoint point : inSegments(file, file.length / 9)) {
      List<SplitPoint> other =
          SplitIndexer.index(
              () -> new ByteArrayInputStream(file),
              Reading.FILE,
              Reading.OPTIONS,
              point.offset(),
              1);
      SplitPoint same = other.get(0);
      assertEquals(point.offset(), same.offset());
      assertEquals(point.frame(), same.frame());
      assertEquals(point.statement(), same.statement());
      StreamState state = point.state();
      StreamState expected = same.state();
      assertEquals(expected.lastNameEntry(), state.lastNameEntry());
      assertEquals(expected.lastPrefixEntry(), state.lastPrefixEntry());
      assertEquals(expected.lastDatatypeEntry(), state.lastDatatypeEntry());
      assertEquals(expected.lastName(), state.lastName());
      assertEquals(expected.lastPrefix(), state.lastPrefix());
      assertEquals(Arrays.toString(expected.prologue()), Arrays.toString(state.prologue()));
    }
  }

  /** Tests that the only prefix may be mentioned once, at the start of the file. */
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
    long every = file.length / 10;
    AtomicInteger walks = new AtomicInteger();
    SplitIndexer.Source source =
        () -> {
          walks.incrementAndGet();
          return new ByteArrayInputStream(file);
        };
    List<SplitPoint> one =
        SplitIndexer.index(source, Reading.FILE, Reading.OPTIONS, every, THREADS);
    assertEquals("walks", 1, walks.get());
    Cases.each(
        List.of(one, inSegments(file, every)),
        points -> {
          assertTrue(points.size() + " places", points.size() >= 8);
          assertEquals(1, points.get(3).state().lastPrefix());
          assertEquals(statements, Writing.inOneFrame(Parts.read(file, points, Reading.OPTIONS)));
        });
  }

  /** Tests split points that lie within the range read at the start of the file. */
  @Test
  public void aPrefixFirstUsedAfterASplitPointIsNotUsedBefore() throws Exception {
    List<WireRow> rows = new ArrayList<>();
    rows.add(WireRow.options(WireRow.TRIPLES));
    rows.add(WireRow.prefix(1, "http://example.org/"));
    rows.addAll(List.of(WireRow.name(1, "a"), WireRow.name(2, "b"), WireRow.name(3, "c")));
    WireTerm same = WireTerm.iri(0, 1);
    List<Message> frames = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      rows.add(WireRow.triple(i < 10 ? same : WireTerm.iri(1, 1), same, same));
      rows.addAll(Collections.nCopies(19, WireRow.triple(same, same, same)));
      frames.add((Message) Wire.V1.frame(rows));
      rows.clear();
    }
    byte[] file = Wire.delimited(frames.toArray(Message[]::new));
    List<Statement> whole = Reading.read(file);
    assertTrue(file.length + " bytes", file.length > 1 << 13);
    for (int every = 1000; every < 3000; every += 500) {
      assertNotNull(inSegments(file, every));
      assertEquals(whole, Parts.read(file, index(file, every), Reading.OPTIONS));
    }
  }

  /**
   * Tests frames of 128 KiB, with segments that are large enough for them and with smaller ones.
   */
  @Test
  public void largeFramesAreForSegmentsThatAreLarger() throws Exception {
    List<Statement> statements = statements(new Random(4), 100_000, false);
    byte[] file =
        Writing.write(
            statements,
            JellyWriteOptions.builder()
                .physicalType(PhysicalType.TRIPLES)
                .maxFrameBytes(1 << 17)
                .frameSize(0)
                .checkpointBytes(0)
                .build());
    List<SplitPoint> points = inSegments(file, 1 << 19);
    assertEquals(file.length / (1 << 19) - 1, points.size());
    assertEquals(statements, Writing.inOneFrame(Parts.read(file, points, Reading.OPTIONS)));
    assertNull(inSegments(file, 1 << 18));
    assertEquals(
        statements, Writing.inOneFrame(Parts.read(file, index(file, 1 << 18), Reading.OPTIONS)));
  }

  @Test
  public void aBrokenFileIsRefusedInPartsAsWhenReadAsAWhole() throws Exception {
    int refused = 0;
    int found = 0;
    for (long seed = 0; seed < ROUNDS; seed++) {
      Random random = new Random(seed);
      byte[] file =
          new RandomStream(random, Wire.V1, (int) (seed % 2) + 1, 300 + random.nextInt(300))
              .delimited();
      if (seed % 4 == 0) {
        file = Arrays.copyOf(file, random.nextInt(file.length));
      } else {
        file[random.nextInt(file.length)] ^= (byte) (1 << random.nextInt(8));
      }
      long every = file.length / (4 + random.nextInt(6));
      found += every > 0 && inSegments(file, every) != null ? 1 : 0;
      Object whole = Parts.outcome(file, List.of());
      refused += whole instanceof String ? 1 : 0;
      assertEquals("seed " + seed, whole, Parts.outcome(file, index(file, every)));
    }
    assertTrue(refused + " refused", refused > ROUNDS / 4);
    assertTrue(found + " found", found > ROUNDS / 20);
  }

  /** Tests an id beyond the lookup, in a segment that does not know the last id before it. */
  @Test
  public void anEntryBeyondTheLookupIsFound() throws Exception {
    Cases.each(
        new int[] {30, 31},
        entries -> {
          List<WireRow[]> frames = new ArrayList<>();
          frames.add(
              new WireRow[] {WireRow.options(WireRow.TRIPLES), WireRow.prefix(1, "http://e/")});
          for (int i = 0; i < entries; i++) {
            frames.add(
                new WireRow[] {
                  WireRow.name(0, "a name that is as long as a short text " + i),
                  WireRow.triple(WireTerm.iri(1, i + 1), WireTerm.iri(1, 1), WireTerm.iri(1, 1))
                });
          }
          byte[] file = delimited(frames);
          int size = Reading.header(file).options().maxNameTableSize();
          List<SplitPoint> segments = inSegments(file, file.length / 6);
          assertEquals(entries + " of " + size, entries <= size, segments != null);
        });
  }

  private static byte[] delimited(List<WireRow[]> frames) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    frames.forEach(rows -> out.writeBytes(Wire.delimited(Wire.V1.frame(rows))));
    return out.toByteArray();
  }

  /** Tests text that looks like frames right at the start of a segment. */
  @Test
  public void aGuessThatIsWrongIsNoticed() throws Exception {
    byte[] small =
        Writing.write(
            List.of(new Statement(0, iri("s"), iri("p"), new Term.Literal("o", null, null), null)),
            JellyWriteOptions.builder()
                .maxNameTableSize(64)
                .maxPrefixTableSize(16)
                .checkpointBytes(0)
                .build());
    String text = new String(small, StandardCharsets.UTF_8);
    assertEquals(small.length, text.getBytes(StandardCharsets.UTF_8).length);
    List<Statement> statements = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      Term lure = new Term.Literal(text.repeat(1 + i * 7 % 60), null, null);
      statements.add(new Statement(0, iri("s" + i), iri("p"), lure, null));
    }
    byte[] file =
        Writing.write(
            statements, JellyWriteOptions.builder().frameSize(5).checkpointBytes(0).build());
    int fooled = 0;
    for (int parts = 4; parts < 60; parts++) {
      fooled += inSegments(file, file.length / parts) == null ? 1 : 0;
      List<SplitPoint> points = index(file, file.length / parts);
      assertEquals(statements, Writing.inOneFrame(Parts.read(file, points, Reading.OPTIONS)));
    }
    assertTrue(fooled + " fooled", fooled > 20);
  }

  @Test
  public void splitPointsGetRarerIfTheirStatesWouldBeTooLarge() throws Exception {
    RandomStream stream = new RandomStream(new Random(1), Wire.V1, 1, 20_000);
    byte[] file = stream.delimited();
    long every = file.length / 80;
    List<SplitPoint> all = inSegments(file, every);
    long allBytes = Parts.stateBytes(all);
    Cases.each(
        new int[] {2, 5, 40},
        share -> {
          IndexedFile job =
              new IndexedFile(
                  new Bytes(file), Reading.FILE, Reading.OPTIONS, every, allBytes / share);
          List<SplitPoint> some = SegmentIndexer.index(job.forWalk(), THREADS);
          assertTrue(Parts.stateBytes(some) <= allBytes / share);
          assertTrue(some.size() + " of " + all.size(), some.size() > all.size() / share / 4);
          assertEquals(stream.statements, Parts.read(file, some, Reading.OPTIONS));
        });
  }

  @Test
  public void graphsDraftsAndShorterFilesAreNotIndexedInSegments() throws Exception {
    byte[] graphs = new RandomStream(new Random(1), Wire.V1, 3, 2_000).delimited();
    assertNull(inSegments(graphs, graphs.length / 10));
    byte[] draft = new RandomStream(new Random(1), Wire.DRAFT, 1, 2_000).delimited();
    assertNull(inSegments(draft, draft.length / 10));
    byte[] triples = new RandomStream(new Random(1), Wire.V1, 1, 2_000).delimited();
    SplitIndexer.Source lying = Parts.source(triples, 3L * triples.length);
    IndexedFile job =
        new IndexedFile(lying, Reading.FILE, Reading.OPTIONS, triples.length / 8, 1 << 27);
    assertNull(SegmentIndexer.index(job.forWalk(), THREADS));
  }

  private static List<Statement> statements(Random random, int count, boolean quads) {
    List<Statement> statements = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Term s = iri("s" + i / 3);
      Term p = Term.iri("http://example.org/ns" + random.nextInt(5) + "#p" + random.nextInt(20));
      Term o =
          switch (random.nextInt(4)) {
            case 0 -> iri("s" + random.nextInt(i + 1));
            case 1 -> new Term.Literal("text " + random.nextInt(), null, null);
            case 2 -> new Term.Literal("texte", "fr", null);
            default ->
                new Term.Literal("" + i, null, "http://example.org/type" + random.nextInt(12));
          };
      Term g = quads ? iri("g" + i / 1_000) : null;
      statements.add(new Statement(0, s, p, o, g));
    }
    return statements;
  }

  private static Term iri(String name) {
    return Term.iri("http://example.org/" + name);
  }
}
