package io.github.jellybridge.ntriples;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.model.Statement;
import io.github.jellybridge.model.Term;
import io.github.jellybridge.rdf.Batches;
import io.github.jellybridge.rdf.BrokenInput;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.Syntax;
import io.github.jellybridge.rdf.SyntaxOptions;
import io.github.jellybridge.rdf.SyntaxParseException;
import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.testing.Cases;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import org.apache.jena.riot.Lang;
import org.junit.Test;

/** Valid N-Triples and N-Quads (RDF 1.1): one rule of the grammars, one test; RIOT agrees. */
public class NTriplesReadTest {
  private static final Term S = Term.iri("http://example.org/s");
  private static final Term P = Term.iri("http://example.org/p");
  private static final Term O = Term.iri("http://example.org/o");
  private static final String SP = "<http://example.org/s> <http://example.org/p> ";
  private static final String SPO = SP + "<http://example.org/o>";

  private static Statement spo(Term o) {
    return new Statement(0, S, P, o, null);
  }

  /** Checks that both RIOT and our reader read these statements. */
  private static void assertReads(String text, Statement... expected) throws IOException {
    assertEquals(text, List.of(expected), Text.riot(Text.utf8(text), Lang.NQUADS));
    assertOursReads(text, expected);
  }

  /** Checks only our reader, where RIOT is stricter or follows another version of RDF. */
  private static void assertOursReads(String text, Statement... expected) throws IOException {
    assertEquals(text, List.of(expected), Text.read(text));
    assertEquals(text, expected.length, Text.count(Text.utf8(text), Text.QUADS));
    // The same text is also read in the middle of a file, where other lines have the same terms.
    String more = text + (text.endsWith("\n") ? "" : "\n") + text + "\n" + SPO + " .\n";
    List<Statement> found = Text.read(more);
    assertEquals(more, 2 * expected.length + 1, found.size());
    assertEquals(more, List.of(expected), found.subList(expected.length, 2 * expected.length));
  }

  private static void assertObject(String text, Term expected) throws IOException {
    assertReads(SP + text + " .\n", spo(expected));
  }

  @Test
  public void linesAreStatements() throws IOException {
    assertReads(SPO + " .\n" + SP + "\"x\" .\n", spo(O), spo(Term.text("x")));
  }

  @Test
  public void rowsBeforeAnErrorOfTheInputAreRead() throws IOException {
    byte[] file =
        (SPO + " .\n# comment\r\n" + SP + "\"x\" .\r" + SPO + " .\n")
            .repeat(2)
            .getBytes(StandardCharsets.UTF_8);
    for (int length = 0; length <= file.length; length++) {
      int lines = 0;
      boolean statement = false;
      for (int i = 0; i < length; i++) {
        boolean end = file[i] == '\n' || file[i] == '\r';
        lines += end && statement ? 1 : 0;
        statement = !end && (statement || file[i] == '<');
      }
      for (int piece : new int[] {1, 7, 1000}) {
        BrokenInput in = new BrokenInput(file, length, piece);
        int found = 0;
        try (NTriplesReader reader =
            NTriplesReader.open(in, "a.nt", SyntaxOptions.of(Syntax.NTRIPLES))) {
          try {
            while (reader.nextBatch(2)) {
              found += reader.batch().size();
            }
            throw new AssertionError("not refused");
          } catch (IOException e) {
            assertSame(in.failure, e);
          }
          // Another call fails with the same error.
          assertSame(in.failure, assertThrows(IOException.class, () -> reader.nextBatch(2)));
        }
        assertEquals("broken at " + length, lines, found);
      }
    }
  }

  @Test
  public void theStatementsBeforeAMalformedLineAreHandedOut() throws IOException {
    byte[] file = ((SPO + " .\n").repeat(10) + "bad\n").getBytes(StandardCharsets.UTF_8);
    Cases.each(
        new int[] {1, 3, 10, 1000},
        most -> {
          try (NTriplesReader reader =
              NTriplesReader.open(
                  new ByteArrayInputStream(file), "a.nt", SyntaxOptions.of(Syntax.NTRIPLES))) {
            int found = 0;
            while (found < 10) {
              assertTrue(reader.nextBatch(most));
              found += reader.batch().size();
            }
            assertEquals(10, found);
            assertThrows(SyntaxParseException.class, () -> reader.nextBatch(most));
            assertThrows(SyntaxParseException.class, () -> reader.nextBatch(most));
            assertThrows(SyntaxParseException.class, reader::countStatements);
          }
        });
  }

  @Test
  public void theLastLineNeedsNoLineEnd() throws IOException {
    assertReads(SPO + " .", spo(O));
    assertReads(SPO + " .\n" + SPO + ".", spo(O), spo(O));
  }

  @Test
  public void linesEndWithAnyMixOfLineFeedAndCarriageReturn() throws IOException {
    assertReads(
        SPO + " .\r\n" + SPO + " .\r" + SPO + " .\n\r" + SPO + " .\r\n\r\n",
        spo(O),
        spo(O),
        spo(O),
        spo(O));
  }

  @Test
  public void linesMayBeEmptyOrComments() throws IOException {
    assertReads("");
    assertReads("\n\n  \t\n# comment <a> <b>\n  # <c> .\n" + SPO + " .\n#", spo(O));
  }

  @Test
  public void aCommentMayFollowAStatement() throws IOException {
    assertReads(SPO + " . # . <x>\n" + SPO + ".#\n", spo(O), spo(O));
  }

  @Test
  public void termsNeedNoWhiteSpaceBetween() throws IOException {
    assertReads("<http://example.org/s><http://example.org/p><http://example.org/o>.\n", spo(O));
    assertReads(
        "_:a<http://example.org/p>_:b<http://example.org/g>.\n",
        new Statement(0, Term.bnode("a"), P, Term.bnode("b"), Term.iri("http://example.org/g")));
  }

  @Test
  public void theShortestStatementsMayBeMany() throws IOException {
    Statement shortest = new Statement(0, Term.bnode("a"), Term.iri("a:"), Term.text(""), null);
    Cases.each(
        new int[] {12, 13, 24, 5000},
        lines -> {
          assertEquals(
              Collections.nCopies(lines, shortest), Text.read("_:a<a:>\"\".\n".repeat(lines)));
        });
  }

  @Test
  public void whiteSpaceIsBlanksAndTabs() throws IOException {
    assertReads(
        "\t <http://example.org/s>  \t<http://example.org/p>\t\t<http://example.org/o> \t. \t\n",
        spo(O));
  }

  @Test
  public void aByteOrderMarkMayPrecedeTheFirstLine() throws IOException {
    assertEquals(List.of(spo(O)), Text.riot(Text.utf8("\ufeff" + SPO + " ."), Lang.NTRIPLES));
    assertEquals(List.of(spo(O)), Text.read("\ufeff" + SPO + " ."));
    assertEquals(1, Text.count(Text.utf8("\ufeff" + SPO + " ."), Text.TRIPLES));
  }

  @Test
  public void irisMayHoldAllLettersOfUnicode() throws IOException {
    assertObject("<http://example.org/été/世界/😀>", Term.iri("http://example.org/été/世界/😀"));
    assertObject("<urn:isbn:1>", Term.iri("urn:isbn:1"));
    assertObject("<a:>", Term.iri("a:"));
    assertObject("<x+y-1.z:%20>", Term.iri("x+y-1.z:%20"));
  }

  @Test
  public void irisMayHoldUnicodeEscapes() throws IOException {
    assertObject("<http://example.org/\\u00E9\\U0001F600>", Term.iri("http://example.org/é😀"));
    assertObject("<\\u0068ttp://example.org/o>", Term.iri("http://example.org/o"));
  }

  @Test
  public void anEscapedCharacterInAnIriIsNotCheckedByTheGrammar() throws IOException {
    // Our writer uses such escapes for characters that are not allowed in an IRI.
    assertOursReads(SP + "<http://example.org/\\u0020x> .", spo(Term.iri("http://example.org/ x")));
  }

  @Test
  public void labelsOfBlankNodesAreOfLettersDigitsAndSomeSigns() throws IOException {
    Cases.each(
        new String[] {"a", "1", "_", "a-b", "a.b", "a..b", "1a_·x", "été", "b0"},
        label -> {
          assertObject("_:" + label, Term.bnode(label));
        });
  }

  @Test
  public void aFullStopAfterALabelEndsTheStatement() throws IOException {
    assertReads(SP + "_:a.\n", spo(Term.bnode("a")));
    assertReads(
        SPO + " _:g.\n" + SPO + " _:g.h .\n",
        new Statement(0, S, P, O, Term.bnode("g")),
        new Statement(0, S, P, O, Term.bnode("g.h")));
  }

  @Test
  public void aLabelThatGoesOnIsAnother() throws IOException {
    assertReads(
        "_:a <http://example.org/p> _:a .\n_:ab <http://example.org/p> _:a .\n",
        new Statement(0, Term.bnode("a"), P, Term.bnode("a"), null),
        new Statement(0, Term.bnode("ab"), P, Term.bnode("a"), null));
  }

  @Test
  public void literalsHaveEscapes() throws IOException {
    assertObject("\"\\t\\b\\n\\r\\f\\\"\\'\\\\\"", Term.text("\t\b\n\r\f\"'\\"));
    assertObject("\"\\u00E9 \\U0001f600\"", Term.text("é 😀"));
    assertObject("\"a\\\\\"", Term.text("a\\"));
    assertObject(
        "\"long enough to be several words \\\" and on\"@en",
        Term.lang("long enough to be several words \" and on", "en"));
  }

  @Test
  public void literalsMayHoldAllElse() throws IOException {
    assertObject("\"\"", Term.text(""));
    assertObject(
        "\"tab\there, <a> _:b 'c' # . \u0000 \u0001\"",
        Term.text("tab\there, <a> _:b 'c' # . \u0000 \u0001"));
    assertObject("\"Grüße, 世界 😀\"", Term.text("Grüße, 世界 😀"));
  }

  @Test
  public void literalsHaveLanguages() throws IOException {
    assertObject("\"x\"@en", Term.lang("x", "en"));
    assertObject("\"x\"@de-CH-1996", Term.lang("x", "de-CH-1996"));
    // We keep the case of a tag; RIOT does not.
    assertOursReads(SP + "\"x\"@EN-gb-x1 .\n", spo(Term.lang("x", "EN-gb-x1")));
  }

  @Test
  public void literalsHaveDatatypes() throws IOException {
    assertObject("\"1\"^^<http://example.org/t>", Term.typed("1", "http://example.org/t"));
    assertObject("\"x\"^^<http://www.w3.org/2001/XMLSchema#string>", Term.text("x"));
    assertObject("\"1\"^^<http://example.org/\\u0074>", Term.typed("1", "http://example.org/t"));
  }

  @Test
  public void blanksMayPrecedeATagOrADatatype() throws IOException {
    Cases.each(
        new String[] {"x", "\\u0078"},
        lex -> {
          String literal = "\"" + lex + "\"";
          assertObject(literal + " \t@de-CH", Term.lang("x", "de-CH"));
          assertObject(literal + " ^^<http://a/t>", Term.typed("x", "http://a/t"));
          assertObject(literal + "\t^^ <http://a/t>", Term.typed("x", "http://a/t"));
          assertObject(literal + "^^\t<http://a/t>", Term.typed("x", "http://a/t"));
          assertReads(
              SP + literal + " @en <http://a/g> .\n",
              new Statement(0, S, P, Term.lang("x", "en"), Term.iri("http://a/g")));
        });
  }

  @Test
  public void quotedTriplesAreRead() throws IOException {
    Term quoted = Term.quoted(S, P, Term.lang("x", "en"));
    String inner = SP + "\"x\"@en";
    assertReads(SP + "<<( " + inner + " )>> .\n", spo(quoted));
    assertReads(
        SP + "<<(_:a<http://example.org/p><<(" + inner + ")>>)>>.\n",
        spo(Term.quoted(Term.bnode("a"), P, quoted)));
  }

  @Test
  public void quotedTriplesOfRdfStarAreReadIfAllowed() throws IOException {
    String inner = SP + "\"x\"@en";
    Term quoted = Term.quoted(S, P, Term.lang("x", "en"));
    String line =
        "<< "
            + inner
            + " >> <http://example.org/p> <<_:a<http://example.org/p><<("
            + inner
            + ")>>>>.";
    assertEquals(
        List.of(new Statement(0, quoted, P, Term.quoted(Term.bnode("a"), P, quoted), null)),
        Text.read(Text.utf8(line), Text.QUADS.withRdfStar(true)));
  }

  @Test
  public void languageTagsMayHaveABaseDirection() throws IOException {
    assertObject("\"x\"@ar--rtl", Term.lang("x", "ar--rtl"));
    assertObject("\"x\"@en-GB--ltr", Term.lang("x", "en-GB--ltr"));
    assertReads(
        (SP + "\"x\"@ar--rtl .\n").repeat(3),
        spo(Term.lang("x", "ar--rtl")),
        spo(Term.lang("x", "ar--rtl")),
        spo(Term.lang("x", "ar--rtl")));
  }

  @Test
  public void theVersionOfRdfIsNoStatement() throws IOException {
    assertOursReads("VERSION \"1.2\"\n" + SPO + " .\n", spo(O));
    assertOursReads("VERSION\t\"1.2-basic\"# comment\r\n\n VERSION\"1.2\"\n" + SPO + " .", spo(O));
  }

  @Test
  public void statementsOfNQuadsMayNameAGraph() throws IOException {
    Term graph = Term.iri("http://example.org/g");
    assertReads(
        SPO
            + " <http://example.org/g> .\n"
            + SPO
            + " _:g .\n"
            + SP
            + "\"x\"@en<http://example.org/g>.",
        new Statement(0, S, P, O, graph),
        new Statement(0, S, P, O, Term.bnode("g")),
        new Statement(0, S, P, Term.lang("x", "en"), graph));
  }

  @Test
  public void anIriIsOneTermOfItsChunk() throws IOException {
    String text = (SPO + " .\n_:b <http://example.org/s> _:b .\n").repeat(100);
    try (NTriplesReader reader = Text.open(Text.utf8(text), Text.TRIPLES)) {
      assertTrue(reader.nextBatch(1000));
      StatementBatch batch = reader.batch();
      assertEquals(200, batch.size());
      assertEquals(5, reader.terms().size());
      assertEquals(batch.s[0], batch.p[199]);
      assertEquals(batch.s[1], batch.o[199]);
    }
  }

  @Test
  public void blankNodesOfAScopeHaveItsMark() throws IOException {
    String text = "_:a <http://example.org/p> _:jb0123456789abcdef_a .\n";
    List<Statement> one = Text.read(Text.utf8(text), Text.TRIPLES.withScope("one"));
    String label = ((Term.Bnode) one.get(0).s()).label();
    assertTrue(label, label.matches("jb[0-9a-f]{16}_a"));
    String folded = ((Term.Bnode) one.get(0).o()).label();
    assertTrue(folded, folded.matches("jb[0-9a-f]{16}_a") && !folded.equals(label));
    assertEquals(one, Text.read(Text.utf8(text), Text.TRIPLES.withScope("one")));
    assertTrue(!one.equals(Text.read(Text.utf8(text), Text.TRIPLES.withScope("two"))));
  }

  @Test
  public void aBatchHoldsNoMoreThanAskedFor() throws IOException {
    byte[] text = Text.utf8((SPO + " .\n\n").repeat(10));
    try (NTriplesReader reader = Text.open(text, Text.TRIPLES)) {
      for (int size : new int[] {3, 3, 3, 1}) {
        long before = reader.statementsRead();
        assertTrue(reader.nextBatch(3));
        assertEquals(size, reader.batch().size());
        assertEquals(before, reader.batch().firstStatement());
      }
      assertTrue(!reader.nextBatch(3));
      assertEquals(10, reader.statementsRead());
      assertEquals(text.length, reader.bytesRead());
      assertEquals(1, reader.framesRead());
    }
  }

  @Test
  public void columnsThatAreNotReadAreLeftOut() throws IOException {
    byte[] text =
        Text.utf8(
            SPO
                + " <http://example.org/g> .\n"
                + SP
                + "\"a \\\" b\"@en _:g .\n"
                + "_:x <http://example.org/p> \"1\"^^<http://example.org/t> .\r\n"
                + SP
                + "_:y<http://example.org/g>.\n"
                + SP
                + "<<("
                + SPO
                + ")>> _:g . #\n");
    List<Statement> all = Text.read(text, Text.QUADS);
    for (int columns = 0; columns <= StatementBatch.ALL; columns++) {
      for (boolean check : new boolean[] {true, false}) {
        try (NTriplesReader reader =
            Text.open(text, Text.QUADS.withColumns(columns).withCheckUnread(check))) {
          int bits = columns;
          assertEquals(
              all.stream().map(statement -> only(statement, bits)).toList(),
              Batches.readAll(reader, 2));
        }
      }
    }
  }

  private static Statement only(Statement x, int columns) {
    return new Statement(
        0,
        (columns & StatementBatch.S) == 0 ? null : x.s(),
        (columns & StatementBatch.P) == 0 ? null : x.p(),
        (columns & StatementBatch.O) == 0 ? null : x.o(),
        (columns & StatementBatch.G) == 0 ? null : x.g());
  }

  @Test
  public void objectsOfUnwantedPredicatesAreNotRead() throws IOException {
    byte[] text = Text.utf8(SPO + " .\n<http://example.org/s> <http://example.org/q> \"x\" .\n");
    try (NTriplesReader reader = Text.open(text, Text.TRIPLES.withCheckUnread(false))) {
      reader.filter((terms, id) -> terms.value(id).endsWith("q"));
      assertTrue(reader.nextBatch(10));
      assertEquals(2, reader.batch().size());
      assertEquals(-1, reader.batch().o[0]);
      assertEquals(Term.text("x"), Batches.term(reader.terms(), reader.batch().o[1]));
      assertEquals(TermTable.NO_TERM, reader.batch().g[1]);
      assertNotNull(reader.terms().value(reader.batch().p[0]));
    }
  }
}
