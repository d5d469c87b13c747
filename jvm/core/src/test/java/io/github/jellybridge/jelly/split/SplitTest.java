package io.github.jellybridge.jelly.split;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import com.google.protobuf.Message;
import io.github.jellybridge.jelly.BlankNodes;
import io.github.jellybridge.jelly.BothLayouts;
import io.github.jellybridge.jelly.JellyParseException;
import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.jelly.JellyReader;
import io.github.jellybridge.jelly.JellyWriteOptions;
import io.github.jellybridge.jelly.JellyWriter;
import io.github.jellybridge.jelly.OneX;
import io.github.jellybridge.jelly.Reading;
import io.github.jellybridge.model.Statement;
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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.Test;

/** Checks that the parts of a file give the statements, numbers and errors of the whole file. */
public class SplitTest {
  private static final int ROUNDS = TestSize.of(60, 400);

  @Test
  public void partsOfSmallStreamsAreTheWhole() throws Exception {
    partsAreTheWhole((stream, random) -> stream.delimited());
  }

  /** Tests that the indexer finds the lookups and the last ids in any valid encoding. */
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
      List<SplitPoint> points = Parts.index(file, 1 + random.nextInt(400));
      parts += points.size();
      try {
        assertEquals(stream.statements, Parts.read(file, points, Reading.OPTIONS));
        assertEquals(stream.statements.size(), Parts.counted(file, points));
      } catch (Exception | AssertionError e) {
        throw new AssertionError("seed " + seed + ", points " + points, e);
      }
    }
    assertTrue(parts + " parts", parts > ROUNDS);
  }

  @Test
  public void partsOfLargerStreamsAreTheWhole() throws Exception {
    for (int type = 1; type <= 3; type++) {
      RandomStream stream =
          new RandomStream(new Random(type), Wire.V1, type, TestSize.of(12_000, 60_000));
      byte[] file = stream.delimited();
      List<SplitPoint> points = Parts.index(file, file.length / 5);
      assertTrue("type " + type + ": " + points.size(), points.size() >= 3);
      assertEquals(stream.statements, Parts.read(file, points, Reading.OPTIONS));
      JellyReadOptions ahead =
          Reading.OPTIONS.toBuilder().chunkBytes(5_000).readAhead(true).build();
      assertEquals(stream.statements, Parts.read(file, points, ahead));
    }
  }

  @Test
  public void framesOfPartsHaveTheirOwnBlankNodesAsInTheWhole() throws Exception {
    JellyReadOptions frames = Reading.OPTIONS.toBuilder().blankNodes(BlankNodes.FRAME).build();
    for (long seed = 0; seed < TestSize.of(15, 60); seed++) {
      RandomStream stream = new RandomStream(new Random(seed), Wire.V1, (int) (seed % 3) + 1, 200);
      byte[] file = stream.delimited();
      assertEquals(
          Reading.byBatch(file, frames, 50), Parts.read(file, Parts.index(file, 300), frames));
    }
  }

  @Test
  public void aBrokenFileIsRefusedInPartsAsWhenReadAsAWhole() throws Exception {
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
      Object whole = Parts.outcome(file, List.of());
      refused += whole instanceof String ? 1 : 0;
      Object parts = Parts.outcome(file, Parts.index(file, 1 + random.nextInt(300)));
      assertEquals("seed " + seed, whole, parts);
    }
    assertTrue(refused + " refused", refused > ROUNDS / 4);
  }

  @Test
  public void aPartThatDoesNotEndWithAFrameIsRefused() throws Exception {
    byte[] file = new RandomStream(new Random(7), Wire.V1, 1, 500).delimited();
    List<SplitPoint> points = Parts.index(file, file.length / 3);
    SplitPoint real = points.get(0);
    Split lying =
        new Split(
            null, new SplitPoint(real.offset() + 3, real.frame(), real.statement(), real.state()));
    JellyParseException error =
        assertThrows(JellyParseException.class, () -> Parts.readOne(file, lying, Reading.OPTIONS));
    assertTrue(error.getMessage(), error.getMessage().contains("split=none"));
  }

  @Test
  public void anIndexOfAnotherFileOfTheSameFormIsRefusedOrMakesNoDifference() throws Exception {
    int refused = 0;
    int valid = 0;
    for (long seed = 0; seed < ROUNDS; seed++) {
      Random random = new Random(seed);
      byte[] file =
          new RandomStream(random, Wire.V1, (int) (seed % 3) + 1, 1 + random.nextInt(100))
              .delimited();
      List<SplitPoint> points = Parts.index(file, 1 + random.nextInt(300));
      file[random.nextInt(file.length)] ^= (byte) (1 << random.nextInt(5));
      Object whole = Parts.outcome(file, List.of());
      if (whole instanceof String) {
        continue;
      }
      valid++;
      Object parts = Parts.outcome(file, points);
      if (!whole.equals(parts)) {
        assertTrue("seed " + seed, parts instanceof String);
        refused++;
      }
    }
    assertTrue(refused + " of " + valid + " refused", refused > valid / 20);
  }

  @Test
  public void anIndexIsRightForEverySelectionOfColumns() throws Exception {
    for (long seed = 0; seed < ROUNDS; seed++) {
      Random random = new Random(seed);
      byte[] file =
          new RandomStream(random, Wire.V1, (int) (seed % 3) + 1, 1 + random.nextInt(100))
              .delimited();
      JellyReadOptions options =
          Reading.OPTIONS.toBuilder()
              .columns(random.nextInt(JellyReadOptions.ALL + 1))
              .blankNodes(BlankNodes.values()[random.nextInt(3)])
              .strict(random.nextBoolean())
              .build();
      long read = 0;
      for (Split split : Split.at(Parts.index(file, 1 + random.nextInt(300)))) {
        try (JellyReader reader = Parts.open(file, split, options)) {
          if (options.blankNodes() != BlankNodes.FRAME && !options.checkUnread()) {
            reader.filter((terms, predicate) -> (terms.valueLength(predicate) & 1) == 0);
          }
          while (reader.nextBatch(1 + random.nextInt(50))) {
            read += reader.batch().size();
          }
        }
      }
      assertEquals("seed " + seed, Parts.counted(file, List.of()), read);
    }
  }

  @Test
  public void filesOfOneFrameAndDraftFilesHaveNoSplitPoints() throws Exception {
    RandomStream bare = new RandomStream(new Random(1), Wire.V1, 1, 500);
    assertEquals(List.of(), Parts.index(bare.bare(), 100));
    RandomStream draft = new RandomStream(new Random(1), Wire.DRAFT, 1, 500);
    assertEquals(List.of(), Parts.index(draft.delimited(), 100));
  }

  @Test
  public void splitPointsGetRarerIfTheirStatesWouldBeTooLarge() throws Exception {
    RandomStream stream = new RandomStream(new Random(1), Wire.V1, 1, 20_000);
    byte[] file = stream.delimited();
    List<SplitPoint> all = Parts.index(file, 2_000);
    long allBytes = Parts.stateBytes(all);
    Cases.each(
        new int[] {2, 5, 40},
        share -> {
          List<SplitPoint> some =
              SplitIndexer.splitPoints(
                  new IndexedFile(
                      () -> new ByteArrayInputStream(file),
                      Reading.FILE,
                      Reading.OPTIONS,
                      2_000,
                      allBytes / share),
                  1,
                  false);
          assertTrue(Parts.stateBytes(some) <= allBytes / share);
          assertTrue(some.size() + " of " + all.size(), some.size() > all.size() / share / 4);
          assertEquals(stream.statements, Parts.read(file, some, Reading.OPTIONS));
        });
  }

  /** Tests repeated terms whose datatypes had the same id one after the other. */
  @Test
  public void literalsKeepTheirDatatypesWhereOneIdHadBoth() throws Exception {
    Cases.each(
        List.of(false, true),
        thirdId -> {
          List<WireRow> rows = new ArrayList<>();
          rows.add(
              new WireRow.Options(
                  "", WireRow.TRIPLES, true, false, true, 8, 1, thirdId ? 3 : 1, 0, 1));
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
          List<SplitPoint> points = Parts.index(bytes, 1);
          assertEquals(thirdId, !points.isEmpty());
          assertEquals(
              Reading.byBatch(bytes, Reading.OPTIONS, 10),
              Parts.read(bytes, points, Reading.OPTIONS));
        });
  }

  /** Tests graphs that repeat terms of the graph before them, which has ended. */
  @Test
  public void partsMayStartBetweenGraphs() throws Exception {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    file.writeBytes(
        OneX.file(
            WireRow.options(WireRow.GRAPHS),
            WireRow.graphStart(WireTerm.DEFAULT_GRAPH),
            WireRow.triple(BothLayouts.A, BothLayouts.B, WireTerm.lang("x", "en")),
            WireRow.graphEnd()));
    for (int i = 0; i < 20; i++) {
      boolean named = i % 3 == 0;
      file.writeBytes(
          Wire.delimited(
              Wire.V1.frame(
                  WireRow.graphStart(named ? BothLayouts.C : WireTerm.DEFAULT_GRAPH),
                  WireRow.triple(null, i % 2 == 0 ? null : BothLayouts.D, null),
                  WireRow.triple(null, null, i % 5 == 0 ? BothLayouts.A : null),
                  WireRow.graphEnd())));
    }
    byte[] bytes = file.toByteArray();
    List<SplitPoint> points = Parts.index(bytes, 1);
    assertEquals(20, points.size());
    List<Statement> whole = Reading.read(bytes);
    assertEquals(41, whole.size());
    assertEquals(whole, Parts.read(bytes, points, Reading.OPTIONS));
    assertEquals(41, Parts.counted(bytes, points));
  }

  @Test
  public void literalsOfPartsKeepTheirLanguagesHoweverLong() throws Exception {
    WireTerm iri = WireTerm.iri(1, 1);
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    file.writeBytes(
        OneX.file(
            new WireRow.Options("", WireRow.TRIPLES, true, false, true, 8, 1, 1, 0, 1),
            WireRow.triple(iri, iri, WireTerm.lang("x", "a".repeat(100_000)))));
    for (int i = 0; i < 3; i++) {
      file.writeBytes(Wire.delimited(Wire.V1.frame(WireRow.triple(null, iri, null))));
    }
    byte[] bytes = file.toByteArray();
    List<SplitPoint> points = Parts.index(bytes, 1);
    assertEquals(3, points.size());
    assertEquals(
        Reading.byBatch(bytes, Reading.OPTIONS, 10), Parts.read(bytes, points, Reading.OPTIONS));
  }

  /** Tests that the limit does not apply to the state that a part receives from those before it. */
  @Test
  public void theLimitOfFramesDoesNotApplyToTheStateOfASplitPoint() throws Exception {
    int limit = 400;
    String text = "x".repeat(200);
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    file.writeBytes(
        Wire.delimited(
            Wire.V1.frame(
                new WireRow.Options("", WireRow.TRIPLES, true, false, true, 8, 1, 0, 0, 1),
                WireRow.prefix(1, text)),
            Wire.V1.frame(WireRow.name(1, text)),
            Wire.V1.frame(
                WireRow.triple(WireTerm.iri(1, 1), WireTerm.iri(1, 1), WireTerm.iri(1, 1)))));
    for (int i = 0; i < 5; i++) {
      // One long term at a time, as all three together would exceed the limit of a row.
      WireTerm term = WireTerm.text(text + i);
      file.writeBytes(
          Wire.delimited(
              Wire.V1.frame(
                  WireRow.triple(
                      i % 3 == 0 ? term : null,
                      i % 3 == 1 ? term : null,
                      i % 3 == 2 ? term : null))));
    }
    byte[] bytes = file.toByteArray();
    List<SplitPoint> points = Parts.index(bytes, 1);
    JellyReadOptions limited = Reading.OPTIONS.toBuilder().maxFrameBytes(limit).build();
    List<Statement> whole = Reading.byBatch(bytes, limited, 100);
    assertEquals(6, whole.size());
    Cases.each(
        new int[] {16, 100, 1 << 20},
        chunk -> {
          assertEquals(
              whole, Parts.read(bytes, points, limited.toBuilder().chunkBytes(chunk).build()));
        });
    file.writeBytes(
        Wire.delimited(
            Wire.V1.frame(WireRow.triple(null, null, WireTerm.text("y".repeat(limit))))));
    JellyParseException refused =
        assertThrows(
            JellyParseException.class, () -> Parts.read(file.toByteArray(), points, limited));
    assertEquals(8, refused.frame());
  }

  @Test
  public void aSplitWithAnImpossibleStateIsRefusedAgainWithTheSameError() throws Exception {
    byte[] file = new RandomStream(new Random(7), Wire.V1, 1, 500).delimited();
    byte[] told =
        Wire.delimited(Wire.V1.frame(WireRow.options(WireRow.TRIPLES), WireRow.name(17, "x")));
    SplitPoint point = Parts.index(file, file.length / 3).get(0);
    StreamState state = new StreamState(told, 17, 0, 0, 1, 0);
    SplitPoint wrong = new SplitPoint(point.offset(), point.frame(), point.statement(), state);
    try (JellyReader reader = Parts.open(file, new Split(wrong, null), Reading.OPTIONS)) {
      JellyParseException first = assertThrows(JellyParseException.class, reader::header);
      JellyParseException again = assertThrows(JellyParseException.class, reader::header);
      assertEquals(first.getMessage(), again.getMessage());
      assertThrows(JellyParseException.class, () -> reader.nextBatch(10));
      assertEquals(point.frame(), first.frame());
      assertEquals(point.offset(), first.byteOffset());
      assertEquals("id 17, in the stream state of its split index", first.found());
    }
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
    assertEquals(whole, Parts.read(file, CheckpointIndex.read(file, file.length), scoped));
    assertEquals(whole, Parts.read(file, Parts.index(file, 3_000), scoped));
  }
}
