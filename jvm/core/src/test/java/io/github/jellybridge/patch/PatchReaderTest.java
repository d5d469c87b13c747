package io.github.jellybridge.patch;

import static io.github.jellybridge.wire.WirePatch.FLAT;
import static io.github.jellybridge.wire.WirePatch.FRAME;
import static io.github.jellybridge.wire.WirePatch.MARK;
import static io.github.jellybridge.wire.WirePatch.PUNCTUATED;
import static io.github.jellybridge.wire.WirePatch.QUADS;
import static io.github.jellybridge.wire.WirePatch.TA;
import static io.github.jellybridge.wire.WirePatch.TC;
import static io.github.jellybridge.wire.WirePatch.TRIPLES;
import static io.github.jellybridge.wire.WirePatch.TX;
import static io.github.jellybridge.wire.WirePatch.add;
import static io.github.jellybridge.wire.WirePatch.datatype;
import static io.github.jellybridge.wire.WirePatch.delete;
import static io.github.jellybridge.wire.WirePatch.file;
import static io.github.jellybridge.wire.WirePatch.frame;
import static io.github.jellybridge.wire.WirePatch.header;
import static io.github.jellybridge.wire.WirePatch.name;
import static io.github.jellybridge.wire.WirePatch.namespaceAdd;
import static io.github.jellybridge.wire.WirePatch.namespaceDelete;
import static io.github.jellybridge.wire.WirePatch.options;
import static io.github.jellybridge.wire.WirePatch.prefix;
import static io.github.jellybridge.wire.WirePatch.row;
import static io.github.jellybridge.wire.WireTerm.DEFAULT_GRAPH;
import static io.github.jellybridge.wire.WireTerm.REPEAT;
import static io.github.jellybridge.wire.WireTerm.bnode;
import static io.github.jellybridge.wire.WireTerm.iri;
import static io.github.jellybridge.wire.WireTerm.lang;
import static io.github.jellybridge.wire.WireTerm.quoted;
import static io.github.jellybridge.wire.WireTerm.text;
import static io.github.jellybridge.wire.WireTerm.typed;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.model.PatchRow;
import io.github.jellybridge.model.Statement;
import io.github.jellybridge.model.Term;
import io.github.jellybridge.testing.TestSize;
import io.github.jellybridge.wire.OddEncoder;
import io.github.jellybridge.wire.RandomPatch;
import io.github.jellybridge.wire.ReferencePatchDecoder;
import io.github.jellybridge.wire.WireTerm;
import java.util.List;
import java.util.Random;
import org.junit.Test;

/** Reading of valid streams of patches, rule by rule of the specification. */
public class PatchReaderTest {
  private static final Term A = Term.iri("http://e/a");
  private static final Term B = Term.iri("http://e/b");
  private static final Term C = Term.iri("http://e/c");
  private static final WireTerm WA = iri(1, 1);
  private static final WireTerm WB = iri(1, 2);
  private static final WireTerm WC = iri(1, 3);

  private static io.github.jellybridge.proto.patch.RdfPatchFrame opening(
      int statements, int stream) {
    return frame(
        row(options(statements, stream)),
        prefix(0, "http://e/"),
        name(0, "a"),
        name(0, "b"),
        name(0, "c"),
        datatype(0, "http://e/type"));
  }

  @Test
  public void everyKindOfRow() throws Exception {
    byte[] file =
        file(
            opening(QUADS, PUNCTUATED),
            frame(
                header("id", iri(1, 1)),
                header("prev", bnode("x")),
                header("", lang("y", "en")),
                TX,
                namespaceAdd("e", iri(1, 1), DEFAULT_GRAPH),
                namespaceDelete("f", null, WC),
                add(WA, WB, typed("1", 1), REPEAT),
                delete(REPEAT, REPEAT, text("2"), DEFAULT_GRAPH),
                TC,
                TX,
                TA,
                MARK));
    assertEquals(
        List.of(
            PatchRow.of(0, "H", "id", A, null),
            PatchRow.of(0, "H", "prev", Term.bnode("x"), null),
            PatchRow.of(0, "H", "", Term.lang("y", "en"), null),
            PatchRow.of(0, "TX"),
            PatchRow.of(0, "PA", "e", A, null),
            PatchRow.of(0, "PD", "f", null, C),
            PatchRow.of(0, "A", A, B, Term.typed("1", "http://e/type"), C),
            PatchRow.of(0, "D", A, B, Term.text("2"), null),
            PatchRow.of(0, "TC"),
            PatchRow.of(0, "TX"),
            PatchRow.of(0, "TA")),
        Patches.read(file));
    assertEquals(1, Patches.patches(file));
  }

  @Test
  public void theExampleOfTheSpecification() throws Exception {
    byte[] file =
        file(
            frame(
                row(options(QUADS, FLAT)),
                prefix(0, "http://example.org/"),
                name(0, "iri"),
                header("id", iri(1, 0)),
                name(0, ""),
                name(0, "graph"),
                namespaceAdd("ex", iri(0, 0), iri(0, 0)),
                add(bnode("b1"), iri(0, 1), bnode("b2"), REPEAT)));
    assertEquals(
        List.of(
            PatchRow.of(0, "H", "id", Term.iri("http://example.org/iri"), null),
            PatchRow.of(
                0,
                "PA",
                "ex",
                Term.iri("http://example.org/"),
                Term.iri("http://example.org/graph")),
            PatchRow.of(
                0,
                "A",
                Term.bnode("b1"),
                Term.iri("http://example.org/iri"),
                Term.bnode("b2"),
                Term.iri("http://example.org/graph"))),
        Patches.read(file));
  }

  @Test
  public void theOptionsRow() throws Exception {
    byte[] file =
        file(frame(row(options(QUADS, FRAME).setGeneralizedStatements(true).setRdfStar(true))));
    assertEquals(
        new PatchOptions(PatchStatementType.QUADS, PatchStreamType.FRAME, true, true, 16, 8, 4, 1),
        Patches.options(file));
  }

  @Test
  public void optionsMayComeAgain() throws Exception {
    byte[] file =
        file(
            opening(TRIPLES, FLAT),
            frame(add(WA, WB, WC, REPEAT), row(options(TRIPLES, FLAT)), TX, TC));
    assertEquals(3, Patches.read(file).size());
  }

  @Test
  public void repeatedTermsAreSharedByAddsAndDeletes() throws Exception {
    byte[] file =
        file(
            opening(QUADS, FLAT),
            frame(
                add(WA, WB, WC, WA),
                delete(REPEAT, REPEAT, WA, REPEAT),
                add(REPEAT, WC, REPEAT, REPEAT)));
    assertEquals(
        List.of(
            PatchRow.of(0, "A", A, B, C, A),
            PatchRow.of(0, "D", A, B, A, A),
            PatchRow.of(0, "A", A, C, A, A)),
        Patches.read(file));
  }

  @Test
  public void theGraphIsSharedWithNamespaces() throws Exception {
    byte[] file =
        file(
            opening(QUADS, FLAT),
            frame(
                namespaceAdd("x", iri(1, 1), WB),
                add(WA, WB, WC, REPEAT),
                add(REPEAT, REPEAT, REPEAT, WC),
                namespaceDelete("x", iri(1, 1), REPEAT)));
    List<PatchRow> rows = Patches.read(file);
    assertEquals(B, rows.get(1).g());
    assertEquals(C, rows.get(3).g());
  }

  @Test
  public void theValueOfANamespaceIsProcessedBeforeItsGraph() throws Exception {
    byte[] file =
        file(
            opening(QUADS, FLAT),
            // Ids are relative: the value takes the next name first.
            frame(namespaceAdd("x", iri(1, 0), iri(0, 0)), add(WA, WB, WC, REPEAT)));
    PatchRow row = Patches.read(file).get(0);
    assertEquals(A, row.value());
    assertEquals(B, row.g());
  }

  @Test
  public void headersDoNotTouchRepeatedTerms() throws Exception {
    byte[] file =
        file(
            opening(TRIPLES, FLAT),
            frame(
                add(WA, WB, WC, REPEAT),
                header("h", text("v")),
                delete(REPEAT, REPEAT, REPEAT, REPEAT)));
    assertEquals(PatchRow.of(0, "D", A, B, C, null), Patches.read(file).get(2));
  }

  @Test
  public void aGraphInAStreamOfTriplesIsIgnoredAndCounted() throws Exception {
    byte[] file =
        file(
            opening(TRIPLES, FLAT),
            frame(
                add(WA, WB, WC, iri(1, 9)),
                add(bnode("x"), REPEAT, REPEAT, DEFAULT_GRAPH),
                namespaceAdd("x", iri(1, 1), bnode("g")),
                delete(iri(1, 1), iri(0, 0), iri(0, 0), REPEAT)));
    List<PatchRow> rows = Patches.read(file);
    assertEquals(PatchRow.of(0, "A", A, B, C, null), rows.get(0));
    assertNull(rows.get(2).g());
    assertEquals(PatchRow.of(0, "D", A, B, C, null), rows.get(3));
    try (PatchReader reader = Patches.open(file, PatchReader.defaults())) {
      assertTrue(reader.nextBatch(100));
      assertEquals(3, reader.ignoredGraphs());
      assertEquals(0, reader.violations());
    }
  }

  @Test
  public void inFrameStreamsEveryFrameIsAPatch() throws Exception {
    byte[] file =
        file(
            frame(),
            opening(TRIPLES, FRAME),
            frame(TX, add(WA, WB, WC, REPEAT), TC, TX, TA),
            frame(),
            frame(delete(REPEAT, REPEAT, REPEAT, REPEAT)));
    List<PatchRow> rows = Patches.read(file);
    assertEquals(2, rows.get(0).patch());
    assertEquals(4, rows.get(rows.size() - 1).patch());
    assertEquals(5, Patches.patches(file));
  }

  @Test
  public void inFlatStreamsTransactionsSpanFrames() throws Exception {
    byte[] file =
        file(
            opening(TRIPLES, FLAT),
            frame(TX, add(WA, WB, WC, REPEAT)),
            frame(),
            frame(delete(REPEAT, REPEAT, REPEAT, REPEAT), TC));
    assertTrue(Patches.read(file).stream().allMatch(row -> row.patch() == 0));
    assertEquals(1, Patches.patches(file));
  }

  @Test
  public void inPunctuatedStreamsMarksAreAnywhereInAFrame() throws Exception {
    byte[] file =
        file(
            frame(row(options(TRIPLES, PUNCTUATED)), MARK),
            frame(MARK, prefix(0, "http://e/"), name(0, "a"), TX),
            frame(add(WA, WA, WA, REPEAT), TC, MARK, MARK, TX, TC, MARK));
    assertEquals(
        List.of(
            PatchRow.of(2, "TX"),
            PatchRow.of(2, "A", A, A, A, null),
            PatchRow.of(2, "TC"),
            PatchRow.of(4, "TX"),
            PatchRow.of(4, "TC")),
        Patches.read(file));
    assertEquals(5, Patches.patches(file));
  }

  @Test
  public void quotedTriplesAndGeneralizedRdf() throws Exception {
    byte[] file =
        file(
            frame(
                row(options(QUADS, FLAT).setRdfStar(true).setGeneralizedStatements(true)),
                prefix(0, "http://e/"),
                name(0, "a"),
                header("q", quoted(WA, WA, text("x"))),
                add(text("s"), bnode("p"), quoted(WA, WA, quoted(WA, WA, WA)), text("g"))));
    List<PatchRow> rows = Patches.read(file);
    assertEquals(Term.quoted(A, A, Term.text("x")), rows.get(0).value());
    assertEquals(
        PatchRow.of(
            0,
            "A",
            Term.text("s"),
            Term.bnode("p"),
            Term.quoted(A, A, Term.quoted(A, A, A)),
            Term.text("g")),
        rows.get(1));
  }

  @Test
  public void columnsThatAreNotRequestedAreNotRead() throws Exception {
    byte[] file =
        file(opening(QUADS, FLAT), frame(add(WA, WB, WC, WA), namespaceAdd("x", iri(1, 1), WB)));
    JellyReadOptions options =
        PatchReader.defaults().toBuilder().columns(JellyReadOptions.P).build();
    try (PatchReader reader = Patches.open(file, options)) {
      assertTrue(reader.nextBatch(100));
      assertNull(reader.batch().s);
      assertNull(reader.batch().g);
      assertEquals(B, Patches.term(reader.terms(), reader.batch().p[0]));
      assertEquals(A, Patches.term(reader.terms(), reader.batch().value[1]));
    }
  }

  @Test
  public void randomStreams() throws Exception {
    for (int seed = 0; seed < TestSize.of(60, 300); seed++) {
      Random random = new Random(seed);
      RandomPatch patch = new RandomPatch(random, seed % 2 + 1, seed % 3 + 1, random.nextInt(60));
      List<PatchRow> rows = Patches.read(patch.file);
      assertEquals(rows.size(), Patches.count(patch.file));
      assertEquals("seed " + seed, ReferencePatchDecoder.decode(patch.file), rows);
      assertEquals(
          "seed " + seed,
          patch.statements.stream().map(s -> new Statement(0, s.s(), s.p(), s.o(), s.g())).toList(),
          rows.stream()
              .filter(row -> row.s() != null)
              .map(row -> new Statement(0, row.s(), row.p(), row.o(), row.g()))
              .toList());
    }
  }

  @Test
  public void oddEncodingsReadAsTheOrdinaryOnes() throws Exception {
    for (int seed = 0; seed < TestSize.of(150, 1_000); seed++) {
      Random random = new Random(seed);
      RandomPatch patch = new RandomPatch(random, seed % 2 + 1, seed % 3 + 1, random.nextInt(60));
      byte[] odd = new OddEncoder(random, 1 + random.nextInt(30)).file(patch.file, frame());
      List<PatchRow> expected = ReferencePatchDecoder.decode(patch.file);
      assertEquals("seed " + seed, expected, ReferencePatchDecoder.decode(odd));
      assertEquals("seed " + seed, expected, Patches.read(odd));
    }
  }
}
