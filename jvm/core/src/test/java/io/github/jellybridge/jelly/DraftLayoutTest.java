package io.github.jellybridge.jelly;

import static io.github.jellybridge.jelly.BothLayouts.A;
import static io.github.jellybridge.jelly.BothLayouts.B;
import static io.github.jellybridge.jelly.BothLayouts.C;
import static io.github.jellybridge.jelly.BothLayouts.D;
import static io.github.jellybridge.jelly.BothLayouts.EX;
import static io.github.jellybridge.jelly.BothLayouts.LOOKUPS;
import static io.github.jellybridge.wire.WireRow.GRAPHS;
import static io.github.jellybridge.wire.WireRow.QUADS;
import static io.github.jellybridge.wire.WireRow.TRIPLES;
import static io.github.jellybridge.wire.WireRow.datatype;
import static io.github.jellybridge.wire.WireRow.graphEnd;
import static io.github.jellybridge.wire.WireRow.graphStart;
import static io.github.jellybridge.wire.WireRow.name;
import static io.github.jellybridge.wire.WireRow.options;
import static io.github.jellybridge.wire.WireRow.prefix;
import static io.github.jellybridge.wire.WireRow.quad;
import static io.github.jellybridge.wire.WireRow.triple;
import static io.github.jellybridge.wire.WireTerm.DEFAULT_GRAPH;
import static io.github.jellybridge.wire.WireTerm.MISSING;
import static io.github.jellybridge.wire.WireTerm.REPEAT;
import static io.github.jellybridge.wire.WireTerm.bnode;
import static io.github.jellybridge.wire.WireTerm.iri;
import static io.github.jellybridge.wire.WireTerm.quoted;
import static io.github.jellybridge.wire.WireTerm.text;
import static org.junit.Assert.assertEquals;

import io.github.jellybridge.model.Statement;
import io.github.jellybridge.model.Term;
import io.github.jellybridge.proto.draft.RdfLiteral;
import io.github.jellybridge.proto.draft.RdfStreamFrame;
import io.github.jellybridge.proto.draft.RdfStreamRow;
import io.github.jellybridge.proto.draft.RdfTerm;
import io.github.jellybridge.proto.draft.RdfTriple;
import io.github.jellybridge.testing.Cases;
import io.github.jellybridge.wire.Wire;
import io.github.jellybridge.wire.WireDraft;
import io.github.jellybridge.wire.WireRow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.Test;

/**
 * Rules that only the Jelly-RDF 1.0.0 draft has, and how readers distinguish its files from 1.x.
 */
public class DraftLayoutTest {
  private static final WireRow T = triple(A, B, C);

  // ---- Telling the layouts apart ----

  @Test
  public void theFirstTripleShowsTheLayout() throws Exception {
    assertEquals(Layout.DRAFT, Reading.header(file(options(TRIPLES), T)).layout());
    assertEquals(Layout.V1, Reading.header(OneX.file(options(TRIPLES), T)).layout());
  }

  @Test
  public void theFirstQuadShowsTheLayout() throws Exception {
    WireRow q = quad(A, B, C, DEFAULT_GRAPH);
    assertEquals(Layout.DRAFT, Reading.header(file(options(QUADS), q)).layout());
    assertEquals(Layout.V1, Reading.header(OneX.file(options(QUADS), q)).layout());
  }

  @Test
  public void theFirstGraphStartShowsTheLayout() throws Exception {
    List<WireRow> rows = List.of(graphStart(D), T, graphEnd());
    WireRow[] array = rows.toArray(WireRow[]::new);
    assertEquals(Layout.DRAFT, Reading.header(file(options(GRAPHS), array)).layout());
    assertEquals(Layout.V1, Reading.header(OneX.file(options(GRAPHS), array)).layout());
  }

  @Test
  public void anOpeningDefaultGraphShowsTheLayout() throws Exception {
    WireRow[] rows = {graphStart(DEFAULT_GRAPH), T, graphEnd()};
    assertEquals(Layout.DRAFT, Reading.header(file(options(GRAPHS), rows)).layout());
    assertEquals(Layout.V1, Reading.header(OneX.file(options(GRAPHS), rows)).layout());
    assertEquals(1, Reading.read(file(options(GRAPHS), rows)).size());
    assertEquals(1, Reading.read(OneX.file(options(GRAPHS), rows)).size());
  }

  @Test
  public void anOpeningBlankGraphShowsTheLayout() throws Exception {
    WireRow[] rows = {graphStart(bnode("g")), T, graphEnd()};
    Cases.each(
        List.of(file(options(GRAPHS), rows), OneX.file(options(GRAPHS), rows)),
        file -> {
          assertEquals(Term.bnode("g"), Reading.read(file).get(0).g());
        });
  }

  @Test
  public void anOpeningLiteralGraphShowsTheLayout() throws Exception {
    WireRow[] rows = {graphStart(text("g")), T, graphEnd()};
    WireRow.Options options = options(GRAPHS).generalized(true);
    Cases.each(
        List.of(file(options, rows), OneX.file(options, rows)),
        file -> {
          assertEquals(Term.text("g"), Reading.read(file).get(0).g());
        });
  }

  @Test
  public void theFirstStatementMayComeInALaterFrame() throws Exception {
    byte[] file =
        Wire.delimited(
            Wire.DRAFT.frame(rows(options(TRIPLES))), Wire.DRAFT.frame(), Wire.DRAFT.frame(T));
    assertEquals(Layout.DRAFT, Reading.header(file).layout());
    assertEquals(2, Reading.read(file).get(0).frame());
  }

  @Test
  public void aFirstStatementOfEmptyBlankNodesIsStillOfTheDraft() throws Exception {
    WireRow odd = triple(bnode(""), A, bnode(""));
    assertEquals(Term.bnode(""), Reading.read(file(options(TRIPLES), odd)).get(0).o());
    assertEquals(Term.bnode(""), Reading.read(OneX.file(options(TRIPLES), odd)).get(0).o());
  }

  // ---- Lookups and IRIs ----

  @Test
  public void lookupIdZeroIsRefused() {
    refused(options(TRIPLES), name(0, "x"), T);
    refused(options(TRIPLES), prefix(0, "x"), T);
    refused(options(TRIPLES), datatype(0, "x"), T);
    refused(options(TRIPLES), T, name(0, "x"));
    refused(options(TRIPLES), T, prefix(0, "x"));
    refused(options(TRIPLES), T, datatype(0, "x"));
  }

  @Test
  public void prefixZeroIsAnEmptyPrefix() throws Exception {
    assertEquals(
        List.of(new Statement(0, BothLayouts.TA, Term.iri("b"), BothLayouts.TC, null)),
        Reading.read(file(options(TRIPLES), triple(A, iri(0, 2), C))));
  }

  @Test
  public void nameZeroIsAnEmptyName() throws Exception {
    assertEquals(
        List.of(new Statement(0, BothLayouts.TA, Term.iri(EX), BothLayouts.TC, null)),
        Reading.read(file(options(TRIPLES), triple(A, iri(1, 0), C))));
  }

  @Test
  public void anIriWithoutPrefixAndNameIsRefused() {
    refused(options(TRIPLES), triple(A, iri(0, 0), C));
  }

  // ---- Repeated terms ----

  @Test
  public void aMissingTermIsRefused() {
    refused(options(TRIPLES), T, triple(MISSING, B, C));
    refused(options(TRIPLES), T, triple(A, MISSING, C));
    refused(options(TRIPLES), T, triple(A, B, MISSING));
    refused(options(QUADS), quad(A, B, C, D), quad(A, B, C, MISSING));
  }

  @Test
  public void aTermWithNothingSetIsRefused() {
    RdfTriple whole = WireDraft.row(T).getTriple();
    RdfTriple empty = whole.toBuilder().setP(RdfTerm.getDefaultInstance()).build();
    byte[] file =
        Wire.delimited(
            frame(options(TRIPLES), T).addRows(RdfStreamRow.newBuilder().setTriple(empty)).build());
    assertEquals("a term as a predicate", Reading.refused(file).expected());
  }

  @Test
  public void aRepeatedTermIsCountedWhenUseRepeatIsNotDeclared() throws Exception {
    WireRow.Options options = options(TRIPLES).useRepeat(false);
    List<Statement> read = Reading.refusedUnlessLenient(file(options, T, triple(REPEAT, B, C)), 1);
    assertEquals(BothLayouts.TA, read.get(1).s());
  }

  @Test
  public void useRepeatNeedNotBeDeclaredWhereNothingRepeats() throws Exception {
    assertEquals(2, Reading.read(file(options(TRIPLES).useRepeat(false), T, T)).size());
  }

  @Test
  public void theHeaderShowsWhetherTermsRepeat() throws Exception {
    assertEquals(
        false, Reading.header(file(options(TRIPLES).useRepeat(false), T)).options().useRepeat());
    assertEquals(true, Reading.header(file(options(TRIPLES), T)).options().useRepeat());
  }

  @Test
  public void aGraphStartMustNotRepeatAGraph() {
    refused(options(GRAPHS), graphStart(D), T, graphEnd(), graphStart(REPEAT), T, graphEnd());
  }

  @Test
  public void aMissingTermInAQuotedTripleIsRefused() {
    refused(options(TRIPLES).rdfStar(true), triple(A, B, quoted(A, MISSING, C)));
  }

  // ---- Literals ----

  @Test
  public void aLiteralWithoutAKindIsRefused() {
    RdfTriple whole = WireDraft.row(T).getTriple();
    RdfTerm literal = RdfTerm.newBuilder().setLiteral(RdfLiteral.newBuilder().setLex("x")).build();
    RdfTriple bad = whole.toBuilder().setO(literal).build();
    Reading.refused(
        Wire.delimited(
            frame(options(TRIPLES), T).addRows(RdfStreamRow.newBuilder().setTriple(bad)).build()));
  }

  @Test
  public void messagesWithoutFieldsMustStillBeMessages() {
    byte[] good = Wire.DRAFT.frame(rows(options(TRIPLES), T)).toByteArray();
    byte[] broken = Wire.field(10, new byte[] {98, 49});
    byte[] simple = Wire.field(3, Wire.field(2, new byte[] {98, 49}));
    byte[] repeat = Wire.field(10, new byte[0]);
    Cases.each(
        List.of(broken, simple),
        term -> {
          byte[] triple =
              Wire.concat(Wire.field(1, repeat), Wire.field(2, repeat), Wire.field(3, term));
          byte[] row = Wire.field(1, Wire.field(2, triple));
          Reading.refused(Wire.delimited(Wire.concat(good, row)));
        });
  }

  // ---- Options ----

  @Test
  public void rdfStarAndUseRepeatHaveTheirOwnFields() throws Exception {
    WireRow quotedRow = triple(quoted(A, B, C), B, C);
    refused(options(TRIPLES).useRepeat(true).rdfStar(false), quotedRow);
    assertEquals(
        1, Reading.read(file(options(TRIPLES).useRepeat(false).rdfStar(true), quotedRow)).size());
  }

  @Test
  public void repeatedOptionsThatSayAnotherThingOfRepetitionAreRefused() {
    refused(options(TRIPLES).useRepeat(true), T, options(TRIPLES).useRepeat(false));
    refused(options(TRIPLES).useRepeat(false), T, options(TRIPLES).useRepeat(true));
  }

  /** Tests files of releases between the draft and 1.0: the draft layout with a logical type. */
  @Test
  public void aDraftMayHaveALogicalType() throws Exception {
    assertEquals(114, Reading.header(withLogicalType(QUADS, 114)).options().logicalType());
    assertEquals(1, Reading.read(withLogicalType(QUADS, 114)).size());
    assertEquals(1, Reading.refusedUnlessLenient(withLogicalType(QUADS, 3), 1).size());
  }

  private static byte[] withLogicalType(int physical, int logical) {
    byte[] options =
        Wire.concat(WireDraft.options(options(physical)).toByteArray(), Wire.field(14, logical));
    List<WireRow> rest = new ArrayList<>(LOOKUPS);
    rest.add(quad(A, B, C, D));
    byte[] rows = Wire.DRAFT.frame(rest).toByteArray();
    return Wire.delimited(Wire.concat(Wire.field(1, Wire.field(1, options)), rows));
  }

  private static WireRow[] rows(WireRow.Options options, WireRow... rows) {
    List<WireRow> all = new ArrayList<>();
    all.add(options);
    all.addAll(LOOKUPS);
    all.addAll(Arrays.asList(rows));
    return all.toArray(WireRow[]::new);
  }

  private static RdfStreamFrame.Builder frame(WireRow.Options options, WireRow... rows) {
    return WireDraft.frame(List.of(rows(options, rows))).toBuilder();
  }

  private static byte[] file(WireRow.Options options, WireRow... rows) {
    return Wire.DRAFT.file(rows(options, rows));
  }

  private static void refused(WireRow.Options options, WireRow... rows) {
    Reading.refused(file(options, rows));
  }
}
