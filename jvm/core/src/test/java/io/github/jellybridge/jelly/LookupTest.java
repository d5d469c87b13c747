package io.github.jellybridge.jelly;

import static io.github.jellybridge.testing.ParseErrors.assertSays;
import static io.github.jellybridge.wire.WireRow.TRIPLES;
import static io.github.jellybridge.wire.WireRow.datatype;
import static io.github.jellybridge.wire.WireRow.name;
import static io.github.jellybridge.wire.WireRow.options;
import static io.github.jellybridge.wire.WireRow.prefix;
import static io.github.jellybridge.wire.WireRow.triple;
import static io.github.jellybridge.wire.WireTerm.bnode;
import static io.github.jellybridge.wire.WireTerm.iri;
import static io.github.jellybridge.wire.WireTerm.typed;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.model.Statement;
import io.github.jellybridge.model.Term;
import io.github.jellybridge.wire.Wire;
import io.github.jellybridge.wire.WireRow;
import io.github.jellybridge.wire.WireTerm;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.junit.Test;

/** Jelly-RDF 1.1, "Prefix, name, and datatype lookup entries"; 1.0.0 draft, "… lookups". */
public class LookupTest extends BothLayouts {
  private static final WireTerm S = bnode("s");
  private static final WireTerm O = bnode("o");

  @Test
  public void anUndefinedNameIsRefused() {
    JellyParseException error = Reading.refused(file(TRIPLES, triple(S, iri(1, 9), O)));
    assertSays("a name id that was defined before", "name id 9", error);
  }

  @Test
  public void anUndefinedPrefixIsRefused() {
    JellyParseException error = Reading.refused(file(TRIPLES, triple(S, iri(7, 1), O)));
    assertSays("a prefix id that was defined before", "prefix id 7", error);
  }

  @Test
  public void anUndefinedIdIsRefusedInColumnsThatAreNotRequested() throws Exception {
    for (WireTerm bad : new WireTerm[] {iri(1, 9), iri(2, 1)}) {
      notAskedFor(JellyReadOptions.S, triple(bad, B, C));
      notAskedFor(JellyReadOptions.P, triple(A, bad, C));
      notAskedFor(JellyReadOptions.O, triple(A, B, bad));
    }
  }

  private void notAskedFor(int column, WireRow bad) throws Exception {
    JellyReadOptions others =
        Reading.OPTIONS.toBuilder().columns(JellyReadOptions.ALL & ~column).build();
    for (byte[] file : List.of(file(TRIPLES, bad), file(TRIPLES, triple(A, B, C), bad))) {
      try (JellyReader reader = Reading.open(new ByteArrayInputStream(file), others)) {
        assertThrows(JellyParseException.class, () -> readAll(reader));
      }
    }
  }

  private static void readAll(JellyReader reader) throws IOException {
    while (reader.nextBatch(10)) {
      assertTrue(reader.batch().size() > 0);
    }
  }

  @Test
  public void anUndefinedDatatypeIsRefused() {
    JellyParseException error = Reading.refused(file(TRIPLES, triple(S, B, typed("1", 5))));
    assertSays("a datatype id that was defined before", "id 5", error);
  }

  @Test
  public void anEntryMustComeBeforeItsUse() {
    Reading.refused(file(TRIPLES, triple(S, iri(1, 9), O), name(9, "x")));
  }

  @Test
  public void aNameBeyondTheTableIsRefusedInAnEntry() {
    Reading.refused(file(TRIPLES, name(17, "x")));
    Reading.refused(file(TRIPLES, name(-1, "x")));
  }

  @Test
  public void aPrefixBeyondTheTableIsRefusedInAnEntry() {
    Reading.refused(file(TRIPLES, prefix(9, "x")));
    Reading.refused(file(TRIPLES, prefix(-1, "x")));
  }

  @Test
  public void aDatatypeBeyondTheTableIsRefusedInAnEntry() {
    Reading.refused(file(TRIPLES, datatype(9, "x")));
    Reading.refused(file(TRIPLES, datatype(-1, "x")));
  }

  @Test
  public void aNameBeyondTheTableIsRefusedInUse() {
    Reading.refused(file(TRIPLES, triple(S, iri(1, 17), O)));
    Reading.refused(file(TRIPLES, triple(S, iri(1, -1), O)));
    Reading.refused(file(TRIPLES, triple(S, iri(1, Integer.MAX_VALUE), O)));
  }

  @Test
  public void aPrefixBeyondTheTableIsRefusedInUse() {
    Reading.refused(file(TRIPLES, triple(S, iri(9, 1), O)));
    Reading.refused(file(TRIPLES, triple(S, iri(-1, 1), O)));
    Reading.refused(file(TRIPLES, triple(S, iri(Integer.MAX_VALUE, 1), O)));
  }

  @Test
  public void aDatatypeBeyondTheTableIsRefusedInUse() {
    Reading.refused(file(TRIPLES, triple(S, B, typed("1", 9))));
    Reading.refused(file(TRIPLES, triple(S, B, typed("1", -1))));
  }

  @Test
  public void theLastEntryOfEachTableIsUsable() throws Exception {
    byte[] file =
        file(
            TRIPLES,
            name(16, "last"),
            prefix(8, "http://last/"),
            datatype(8, "http://type"),
            triple(S, iri(8, 16), typed("x", 8)));
    assertEquals(
        List.of(
            statement(
                Term.bnode("s"), Term.iri("http://last/last"), Term.typed("x", "http://type"))),
        Reading.read(file));
  }

  @Test
  public void anEntryForAPrefixTableOfSizeZeroIsRefused() {
    Reading.refused(wire.file(options(TRIPLES).tables(8, 0, 8), prefix(1, "x")));
  }

  @Test
  public void anEntryForADatatypeTableOfSizeZeroIsRefused() {
    Reading.refused(wire.file(options(TRIPLES).tables(8, 8, 0), datatype(1, "x")));
  }

  @Test
  public void aPrefixIsRefusedWhereTheTableHasSizeZero() {
    WireRow.Options options = options(TRIPLES).tables(8, 0, 8);
    Reading.refused(wire.file(options, name(1, "http://a"), triple(S, iri(1, 1), O)));
  }

  @Test
  public void aDatatypeIsRefusedWhereTheTableHasSizeZero() {
    WireRow.Options options = options(TRIPLES).tables(8, 8, 0);
    Reading.refused(wire.file(options, name(1, "http://a"), triple(S, iri(0, 1), typed("1", 1))));
  }

  @Test
  public void anEntryAppliesToTheRowsAfterIt() throws Exception {
    byte[] file =
        file(
            TRIPLES,
            triple(A, B, typed("1", 1)),
            name(1, "x"),
            triple(A, B, typed("1", 1)),
            prefix(1, "http://other/"),
            triple(A, B, typed("1", 1)),
            datatype(1, "http://type"),
            triple(A, B, typed("1", 1)));
    assertEquals(
        List.of(
            statement(TA, TB, Term.typed("1", INTEGER)),
            statement(Term.iri(EX + "x"), TB, Term.typed("1", INTEGER)),
            statement(
                Term.iri("http://other/x"), Term.iri("http://other/b"), Term.typed("1", INTEGER)),
            statement(
                Term.iri("http://other/x"),
                Term.iri("http://other/b"),
                Term.typed("1", "http://type"))),
        Reading.read(file));
  }

  @Test
  public void aRepeatedTermKeepsItsValueWhenTheLookupChanges() throws Exception {
    byte[] file =
        file(
            TRIPLES,
            triple(A, B, typed("1", 1)),
            name(1, "x"),
            prefix(1, "http://other/"),
            datatype(1, "http://type"),
            triple(WireTerm.REPEAT, WireTerm.REPEAT, WireTerm.REPEAT));
    Statement same = statement(TA, TB, Term.typed("1", INTEGER));
    assertEquals(List.of(same, same), Reading.read(file));
  }

  @Test
  public void entriesStayDefinedInLaterFrames() throws Exception {
    byte[] file =
        Wire.delimited(
            opening(options(TRIPLES)), wire.frame(), wire.frame(triple(A, B, typed("1", 1))));
    assertEquals(
        List.of(new Statement(2, TA, TB, Term.typed("1", INTEGER), null)), Reading.read(file));
  }

  @Test
  public void anEntryMayBeAnEmptyString() throws Exception {
    byte[] file = file(TRIPLES, prefix(2, ""), name(5, ""), triple(S, iri(2, 1), iri(1, 5)));
    assertEquals(
        List.of(statement(Term.bnode("s"), Term.iri("a"), Term.iri(EX))), Reading.read(file));
  }

  @Test
  public void anEmptyEntryStaysUsableInALargeFile() throws Exception {
    WireRow[] rows = new WireRow[3_000];
    Arrays.fill(rows, triple(iri(1, 5), iri(2, 1), typed("1", 1)));
    rows[0] = triple(A, B, WireTerm.text("long ".repeat(20_000)));
    rows[1] = name(5, "");
    rows[2] = prefix(2, "");
    byte[] file = file(TRIPLES, rows);
    JellyReadOptions chunks = Reading.OPTIONS.toBuilder().chunkBytes(1_000).build();
    Statement expected = statement(Term.iri(EX), Term.iri("a"), Term.typed("1", INTEGER));
    List<Statement> read = Reading.byBatch(file, chunks, 1_000);
    assertEquals(2_998, read.size());
    for (Statement statement : read.subList(1, read.size())) {
      assertEquals(expected, statement);
    }
  }

  @Test
  public void aTermIsTheSameInAllPositions() throws Exception {
    assertEquals(List.of(statement(TA, TA, TA)), Reading.read(file(TRIPLES, triple(A, A, A))));
  }
}
