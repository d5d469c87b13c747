package io.github.jellybridge.jelly;

import static io.github.jellybridge.testing.ParseErrors.assertSays;
import static io.github.jellybridge.wire.WireRow.GRAPHS;
import static io.github.jellybridge.wire.WireRow.QUADS;
import static io.github.jellybridge.wire.WireRow.TRIPLES;
import static io.github.jellybridge.wire.WireRow.datatype;
import static io.github.jellybridge.wire.WireRow.graphEnd;
import static io.github.jellybridge.wire.WireRow.graphStart;
import static io.github.jellybridge.wire.WireRow.name;
import static io.github.jellybridge.wire.WireRow.namespace;
import static io.github.jellybridge.wire.WireRow.options;
import static io.github.jellybridge.wire.WireRow.prefix;
import static io.github.jellybridge.wire.WireRow.quad;
import static io.github.jellybridge.wire.WireRow.triple;
import static io.github.jellybridge.wire.WireTerm.DEFAULT_GRAPH;
import static io.github.jellybridge.wire.WireTerm.REPEAT;
import static io.github.jellybridge.wire.WireTerm.bnode;
import static io.github.jellybridge.wire.WireTerm.iri;
import static io.github.jellybridge.wire.WireTerm.quoted;
import static io.github.jellybridge.wire.WireTerm.text;
import static io.github.jellybridge.wire.WireTerm.typed;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertThrows;

import io.github.jellybridge.model.Statement;
import io.github.jellybridge.model.Term;
import io.github.jellybridge.wire.Wire;
import io.github.jellybridge.wire.WireRow;
import io.github.jellybridge.wire.WireTerm;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.Test;

/** Jelly-RDF 1.1: the meaning of id 0 in lookup entries and in IRIs. */
public class DeltaIdsTest {
  private static final WireTerm NEXT = iri(0, 0);
  private static final WireTerm X = bnode("x");

  // ---- Lookup entries ----

  @Test
  public void theFirstEntryWithIdZeroIsOne() throws Exception {
    assertEquals(
        List.of("<p1n1> <p1n2> \"1\"^^<d1>"),
        read(
            TRIPLES,
            prefix(0, "p1"),
            name(0, "n1"),
            name(2, "n2"),
            datatype(0, "d1"),
            triple(iri(1, 1), iri(1, 2), typed("1", 1))));
  }

  @Test
  public void anEntryWithIdZeroIsThePreviousPlusOne() throws Exception {
    assertEquals(
        List.of("<p2n4> <p8n2> \"1\"^^<d6>"),
        read(
            TRIPLES,
            prefix(0, "p1"),
            prefix(0, "p2"),
            prefix(7, "p7"),
            prefix(0, "p8"),
            name(3, "n3"),
            name(0, "n4"),
            name(1, "n1"),
            name(0, "n2"),
            datatype(5, "d5"),
            datatype(0, "d6"),
            triple(iri(2, 4), iri(8, 2), typed("1", 6))));
  }

  @Test
  public void theLookupsCountApart() throws Exception {
    assertEquals(
        List.of("<p1n1> <p2n2> \"1\"^^<d1>"),
        read(
            TRIPLES,
            prefix(0, "p1"),
            name(0, "n1"),
            datatype(0, "d1"),
            prefix(0, "p2"),
            name(0, "n2"),
            triple(iri(1, 1), iri(2, 2), typed("1", 1))));
  }

  @Test
  public void entriesCountOnAcrossFramesAndOtherRows() throws Exception {
    byte[] file =
        Wire.delimited(
            Wire.V1.frame(
                options(TRIPLES),
                prefix(0, "p"),
                name(0, "n1"),
                triple(iri(1, 1), iri(1, 1), iri(1, 1))),
            Wire.V1.frame(name(0, "n2"), triple(REPEAT, REPEAT, iri(1, 2))));
    assertEquals("<pn2>", Reading.read(file).get(1).o().toString());
  }

  @Test
  public void anEntryWithIdZeroBeyondTheTableIsRefused() {
    refused(TRIPLES, name(16, "last"), name(0, "beyond"));
    refused(TRIPLES, prefix(8, "last"), prefix(0, "beyond"));
    refused(TRIPLES, datatype(8, "last"), datatype(0, "beyond"));
  }

  // ---- Names ----

  @Test
  public void theFirstNameZeroIsOne() throws Exception {
    assertEquals(
        List.of("<pn1> _:x _:x"),
        generalized(prefix(1, "p"), name(1, "n1"), triple(iri(1, 0), X, X)));
  }

  /**
   * Tests that reading stops at an error: ids relative to an IRI of the refused row would give
   * other IRIs than were written.
   */
  @Test
  public void nothingIsReadAfterARefusedRow() throws Exception {
    byte[] file =
        Wire.V1.file(
            options(TRIPLES),
            prefix(1, "p"),
            name(1, "n1"),
            name(3, "n3"),
            triple(iri(1, 1), iri(1, 1), iri(1, 1)),
            triple(iri(1, 0), REPEAT, REPEAT));
    assertFailsAgain(file, reader -> reader.nextBatch(100) && reader.nextBatch(100));
    assertFailsAgain(file, JellyReader::nextFrame);
  }

  /** One way to continue reading. */
  private interface Next {
    boolean read(JellyReader reader) throws IOException;
  }

  private static void assertFailsAgain(byte[] file, Next next) throws IOException {
    try (JellyReader reader = Reading.open(new ByteArrayInputStream(file), Reading.OPTIONS)) {
      Throwable failure = assertThrows(JellyParseException.class, () -> next.read(reader));
      assertSame(failure, assertThrows(JellyParseException.class, () -> next.read(reader)));
      assertEquals(0, reader.batch().size());
    }
  }

  @Test
  public void nameZeroIsThePreviousPlusOne() throws Exception {
    assertEquals(
        List.of("<pn1> <pn2> <pn3>", "<pn2> <pn3> <pn4>"),
        read(TRIPLES, names(triple(iri(1, 0), NEXT, NEXT), triple(iri(0, 2), NEXT, NEXT))));
  }

  @Test
  public void namesCountOnOverTermsThatAreNoIris() throws Exception {
    assertEquals(
        List.of("_:x <pn1> \"a\"", "_:x <pn2> \"a\"", "_:x <pn2> \"b\"", "_:x <pn3> \"b\""),
        read(
            TRIPLES,
            names(
                triple(X, iri(1, 0), text("a")),
                triple(REPEAT, NEXT, REPEAT),
                triple(REPEAT, REPEAT, text("b")),
                triple(REPEAT, NEXT, REPEAT))));
  }

  @Test
  public void namesCountOnAcrossFrames() throws Exception {
    byte[] file =
        Wire.delimited(
            Wire.V1.frame(all(TRIPLES, names(triple(iri(1, 0), NEXT, NEXT)))),
            Wire.V1.frame(triple(NEXT, REPEAT, REPEAT)));
    assertEquals("<pn4>", Reading.read(file).get(1).s().toString());
  }

  @Test
  public void nameZeroAfterTheLastNameIsRefused() {
    refused(TRIPLES, names(name(16, "last"), triple(X, iri(1, 16), NEXT)));
  }

  @Test
  public void nameZeroThatHitsAnUndefinedNameIsRefused() {
    JellyParseException error = refused(TRIPLES, names(triple(X, iri(1, 4), NEXT)));
    assertSays("a name id that was defined before", "name id 5", error);
  }

  // ---- Prefixes ----

  @Test
  public void prefixZeroInTheFirstIriIsEmpty() throws Exception {
    assertEquals(List.of("<n1> <n2> <n3>"), read(TRIPLES, names(triple(iri(0, 1), NEXT, NEXT))));
  }

  @Test
  public void prefixZeroStaysEmptyUntilAPrefixIsNamed() throws Exception {
    assertEquals(
        List.of("<n1> <n2> <pn3>", "<pn1> <pn2> <pn3>"),
        read(TRIPLES, names(triple(iri(0, 1), NEXT, iri(1, 0)), triple(iri(0, 1), NEXT, NEXT))));
  }

  @Test
  public void prefixZeroIsTheLastOneNamed() throws Exception {
    assertEquals(
        List.of("<pn1> <qn2> <qn3>", "<qn4> <pn1> <pn2>"),
        read(
            TRIPLES,
            names(
                prefix(2, "q"),
                triple(iri(1, 1), iri(2, 0), NEXT),
                triple(NEXT, iri(1, 1), NEXT))));
  }

  @Test
  public void prefixZeroKeepsTheIdNotTheText() throws Exception {
    assertEquals(
        List.of("<pn1> <pn2> <pn3>", "<qn1> <qn2> <qn3>"),
        read(
            TRIPLES,
            names(triple(iri(1, 1), NEXT, NEXT), prefix(1, "q"), triple(iri(0, 1), NEXT, NEXT))));
  }

  @Test
  public void prefixZeroIsEmptyWhereTheTableHasSizeZero() throws Exception {
    byte[] file =
        Wire.V1.file(
            options(TRIPLES).tables(8, 0, 0),
            name(0, "http://a"),
            name(0, "http://b"),
            name(0, "http://c"),
            triple(NEXT, NEXT, NEXT));
    assertEquals("[0] <http://a> <http://b> <http://c> .", Reading.read(file).get(0).toString());
  }

  @Test
  public void theExampleOfTheSpecificationWithPrefixTable() throws Exception {
    assertEquals(
        List.of("<http://example.com/example> <http://example.com/> <http://example.com/test>"),
        read(
            TRIPLES,
            prefix(0, "http://example.com/"),
            name(0, "example"),
            name(0, ""),
            name(0, "test"),
            triple(iri(1, 0), NEXT, NEXT)));
  }

  // ---- The order of IRIs ----

  @Test
  public void irisOfAQuadAreReadInTheOrderSubjectPredicateObjectGraph() throws Exception {
    assertEquals(
        List.of("<pn1> <pn2> <pn3> <pn4>"), read(QUADS, names(quad(iri(1, 0), NEXT, NEXT, NEXT))));
  }

  @Test
  public void irisOfQuotedTriplesAreReadInPlace() throws Exception {
    assertEquals(
        List.of("<<( <pn1> <pn2> <pn3> )>> <pn4> <qn1>"),
        star(names(prefix(2, "q"), triple(quoted(iri(1, 0), NEXT, NEXT), NEXT, iri(2, 1)))));
    assertEquals(
        List.of("<pn1> <pn2> <<( <<( <pn3> <pn4> <qn1> )>> <qn2> _:x )>>"),
        star(
            names(
                prefix(2, "q"),
                triple(iri(1, 0), NEXT, quoted(quoted(NEXT, NEXT, iri(2, 1)), NEXT, X)))));
  }

  @Test
  public void irisOfGraphStartsAreReadInPlace() throws Exception {
    assertEquals(
        List.of("<pn2> <pn3> <pn4> <pn1>"),
        read(GRAPHS, names(graphStart(iri(1, 0)), triple(NEXT, NEXT, NEXT), graphEnd())));
  }

  @Test
  public void irisOfNamespaceDeclarationsAreReadInPlace() throws Exception {
    byte[] file =
        Wire.V1.file(
            all(
                options(TRIPLES).version(2),
                names(
                    prefix(2, "q"),
                    triple(iri(1, 0), NEXT, NEXT),
                    namespace("ns", iri(2, 0)),
                    triple(REPEAT, REPEAT, iri(0, 1)),
                    namespace("other", iri(0, 0)),
                    triple(NEXT, REPEAT, REPEAT))));
    List<Statement> read = Reading.read(file);
    assertEquals(Term.iri("qn1"), read.get(1).o());
    assertEquals(Term.iri("qn3"), read.get(2).s());
    assertEquals(
        List.of(new NamespaceDeclaration("ns", "qn4"), new NamespaceDeclaration("other", "qn2")),
        Reading.namespaces(file));
  }

  @Test
  public void theDefaultGraphIsNoIri() throws Exception {
    assertEquals(
        List.of("<pn1> <pn2> <pn3>", "<pn4> <pn2> <pn3>"),
        read(
            QUADS,
            names(
                quad(iri(1, 0), NEXT, NEXT, DEFAULT_GRAPH),
                quad(NEXT, REPEAT, REPEAT, DEFAULT_GRAPH))));
  }

  /** Entries for prefix 1 (p) and names 1 to 4 (n1 to n4), then rows. */
  private static WireRow[] names(WireRow... rows) {
    List<WireRow> out = new ArrayList<>();
    out.add(prefix(1, "p"));
    for (int i = 1; i <= 4; i++) {
      out.add(name(i, "n" + i));
    }
    out.addAll(Arrays.asList(rows));
    return out.toArray(WireRow[]::new);
  }

  private static WireRow[] all(int physicalType, WireRow... rows) {
    return all(options(physicalType), rows);
  }

  private static WireRow[] all(WireRow.Options options, WireRow... rows) {
    List<WireRow> out = new ArrayList<>();
    out.add(options);
    out.addAll(Arrays.asList(rows));
    return out.toArray(WireRow[]::new);
  }

  private static List<String> read(int physicalType, WireRow... rows) throws Exception {
    return texts(Wire.V1.file(all(physicalType, rows)));
  }

  private static List<String> generalized(WireRow... rows) throws Exception {
    return texts(Wire.V1.file(all(options(TRIPLES).generalized(true), rows)));
  }

  private static List<String> star(WireRow... rows) throws Exception {
    return texts(Wire.V1.file(all(options(TRIPLES).rdfStar(true), rows)));
  }

  private static List<String> texts(byte[] file) throws Exception {
    return Reading.read(file).stream()
        .map(s -> s.s() + " " + s.p() + " " + s.o() + (s.g() == null ? "" : " " + s.g()))
        .toList();
  }

  private static JellyParseException refused(int physicalType, WireRow... rows) {
    return Reading.refused(Wire.V1.file(all(physicalType, rows)));
  }
}
