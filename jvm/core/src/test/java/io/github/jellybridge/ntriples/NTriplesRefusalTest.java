package io.github.jellybridge.ntriples;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.Syntax;
import io.github.jellybridge.rdf.SyntaxOptions;
import io.github.jellybridge.rdf.SyntaxParseException;
import io.github.jellybridge.testing.Cases;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.jena.riot.Lang;
import org.junit.Test;

/** Invalid N-Triples and N-Quads (RDF 1.1): one rule, one test; RIOT agrees. */
public class NTriplesRefusalTest {
  private static final String SP = "<http://a/s> <http://a/p> ";
  private static final String SPO = SP + "<http://a/o>";
  private static final String GOOD = SPO + " .\n";

  /**
   * Checks that both RIOT and our reader refuse the text, and the position and text of our error.
   */
  private static void assertRefused(String text, int column, String expected, String found) {
    assertNull(text, Text.riot(Text.utf8(text), Lang.NQUADS));
    assertOursRefuses(text, column, expected, found);
  }

  private static void assertOursRefuses(String text, int column, String expected, String found) {
    SyntaxParseException e = Text.refused(GOOD + "# é\r\n" + text, Text.QUADS);
    assertEquals(text, expected, e.expected());
    assertEquals(text, found, e.found());
    assertEquals(text, 3, e.line());
    assertEquals(text, column, e.column());
    String before = new StringBuilder(text).substring(0, Math.min(text.length(), column - 1));
    int start = GOOD.length() + 6;
    assertEquals(text, start + Text.utf8(before).length, e.byteOffset());
    assertEquals(
        "a.nt: line 3, column "
            + column
            + " (byte "
            + e.byteOffset()
            + "): expected "
            + expected
            + ", found "
            + found,
        e.getMessage());
  }

  private static void assertObjectRefused(
      String object, int column, String expected, String found) {
    assertRefused(SP + object + " .\n", SP.length() + column, expected, found);
  }

  @Test
  public void otherSyntaxesHaveReadersOfTheirOwn() {
    Cases.each(
        Syntax.values(),
        syntax -> {
          if (!syntax.isLines()) {
            SyntaxOptions options = SyntaxOptions.of(syntax);
            assertThrows(
                syntax.title(),
                IllegalArgumentException.class,
                () -> Text.open(new byte[0], options));
          }
        });
  }

  @Test
  public void aStatementEndsWithAFullStop() {
    assertRefused(SPO + "\n", 39, "'.' at the end of the statement", "the end of the text");
    assertRefused(SPO, 39, "'.' at the end of the statement", "the end of the text");
    assertRefused(SP + "\"x\"", 30, "'.' at the end of the statement", "the end of the text");
  }

  @Test
  public void aStatementHasThreeTerms() {
    assertRefused(SP + ".\n", 27, "an object: '<', '_:', '\"' or '<<('", "'.'");
    assertRefused("<http://a/s> .\n", 14, "a predicate: '<'", "'.'");
    assertRefused(".\n", 1, "a subject: '<' or '_:'", "'.'");
  }

  @Test
  public void aStatementIsAloneOnItsLine() {
    // RIOT accepts this.
    assertOursRefuses(SPO + " . " + GOOD, 42, "the end of the line", "'<'");
    assertRefused(SPO + " . x\n", 42, "the end of the line", "'x'");
  }

  @Test
  public void aStatementIsOnOneLine() {
    // RIOT accepts this.
    assertOursRefuses(
        SP + "\n<http://a/o> .\n",
        27,
        "an object: '<', '_:', '\"' or '<<('",
        "the end of the text");
  }

  @Test
  public void statementsOfNTriplesNameNoGraph() {
    String text = SPO + " <http://a/g> .\n";
    assertNull(Text.riot(Text.utf8(text), Lang.NTRIPLES));
    SyntaxParseException e = Text.refused(text, Text.TRIPLES);
    assertEquals("'.' at the end of the statement", e.expected());
    assertEquals(40, e.column());
  }

  @Test
  public void subjectsAreNoLiterals() {
    assertRefused("\"x\" <http://a/p> <http://a/o> .\n", 1, "a subject: '<' or '_:'", "'\"'");
  }

  @Test
  public void predicatesAreIris() {
    assertRefused("<http://a/s> _:p <http://a/o> .\n", 14, "a predicate: '<'", "'_'");
    assertRefused("<http://a/s> \"p\" <http://a/o> .\n", 14, "a predicate: '<'", "'\"'");
    assertRefused("<http://a/s> a <http://a/o> .\n", 14, "a predicate: '<'", "'a'");
  }

  @Test
  public void graphNamesAreIrisOrBlankNodes() {
    assertRefused(SPO + " \"g\" .\n", 40, "a graph name or '.'", "'\"'");
    assertRefused(SPO + " <<( " + SPO + " )>> .\n", 40, "a graph name or '.'", "'<'");
  }

  @Test
  public void irisHoldNoDelimitersNorControlsNorBlanks() {
    for (char c : "< \t\"{}|^`\u0001".toCharArray()) {
      String found = c > ' ' ? "'" + c + "'" : "byte 0x%02x".formatted((int) c);
      assertOursRefuses(
          SP + "<http://a/" + c + "x> .\n", 37, "a character that an IRI may contain", found);
    }
    assertObjectRefused("<http://a/ x>", 11, "a character that an IRI may contain", "byte 0x20");
    assertObjectRefused("<http://a/<x>", 11, "a character that an IRI may contain", "'<'");
  }

  @Test
  public void irisEndOnTheirLine() {
    assertRefused(
        SP + "<http://a/o .\n" + GOOD, 38, "a character that an IRI may contain", "byte 0x20");
    assertRefused(
        SP + "<http://a/o\n" + GOOD, 38, "'>' at the end of the IRI", "the end of the text");
  }

  @Test
  public void irisAreAbsolute() {
    String expected = "an absolute IRI: one that starts with a scheme and ':'";
    Cases.each(
        new String[] {"o", "/o", "//a/o", "#o", "1a:o"},
        iri -> {
          assertOursRefuses(SP + "<" + iri + "> .\n", 28, expected, "'" + iri.charAt(0) + "'");
          assertOursRefuses(
              SP + "\"x\"^^<" + iri + "> .\n", 33, expected, "'" + iri.charAt(0) + "'");
        });
    assertOursRefuses(SP + "<> .\n", 28, expected, "'>'");
    assertOursRefuses(SPO + " <g> .\n", 41, expected, "'g'");
  }

  @Test
  public void irisHaveNoEscapesButThoseOfUnicode() {
    assertObjectRefused("<http://a/\\n>", 11, "an escape sequence", "'\\'");
    assertObjectRefused("<http://a/\\/>", 11, "an escape sequence", "'\\'");
  }

  @Test
  public void unicodeEscapesHaveFourOrEightDigits() {
    assertObjectRefused("<http://a/\\u00ZZ11>", 11, "4 hexadecimal digits of a character", "'\\'");
    assertObjectRefused(
        "<http://a/\\U00ZZ1111>", 11, "8 hexadecimal digits of a character", "'\\'");
    assertObjectRefused("\"\\u12\"", 2, "4 hexadecimal digits of a character", "'\\'");
  }

  @Test
  public void escapesAreCharactersOfUnicode() {
    assertObjectRefused("\"\\U00110000\"", 2, "a Unicode character", "'\\'");
    assertObjectRefused("\"\\uD800\"", 2, "a Unicode character", "'\\'");
    assertObjectRefused("\"\\U0000DFFF\"", 2, "a Unicode character", "'\\'");
    // RIOT joins the two halves; the grammar requires \\U for such characters.
    assertOursRefuses(SP + "\"\\uD83D\\uDE00\" .", 28, "a Unicode character", "'\\'");
  }

  @Test
  public void literalsHaveNoOtherEscapes() {
    assertObjectRefused("\"a\\zb\"", 3, "an escape sequence", "'\\'");
    assertObjectRefused("\"a\\x41\"", 3, "an escape sequence", "'\\'");
  }

  @Test
  public void literalsEndOnTheirLine() {
    assertRefused(SP + "\"x\n\" .\n", 29, "'\"' at the end of the literal", "the end of the text");
    assertRefused(
        SP + "\"x .\n" + GOOD, 31, "'\"' at the end of the literal", "the end of the text");
    assertRefused(SP + "\"x\r\" .\n", 29, "'\"' at the end of the literal", "the end of the text");
    assertRefused(SP + "\"x\\\n\" .\n", 29, "an escape sequence", "'\\'");
  }

  @Test
  public void literalsHaveDoubleQuotationMarks() {
    // RIOT accepts this unless its checks are on.
    assertOursRefuses(SP + "'x' .", 27, "an object: '<', '_:', '\"' or '<<('", "'''");
    assertObjectRefused("\"\"\"x\"\"\"", 3, "a graph name or '.'", "'\"'");
    assertObjectRefused("1", 1, "an object: '<', '_:', '\"' or '<<('", "'1'");
  }

  @Test
  public void languageTagsAreLettersAndGroupsOfLettersAndDigits() {
    assertObjectRefused("\"x\"@1", 5, "a language tag", "'1'");
    assertObjectRefused("\"x\"@", 5, "a language tag", "byte 0x20");
    assertObjectRefused("\"x\"@en-", 8, "a language tag", "byte 0x20");
    assertObjectRefused("\"x\"@en--unk", 8, "a language tag", "'-'");
    assertObjectRefused("\"x\"@en--LTR", 8, "a language tag", "'-'");
    assertObjectRefused("\"x\"@en--ltrs", 8, "a language tag", "'-'");
    assertOursRefuses(SP + "\"x\"@en-abcdefghi .", 43, "a language tag", "byte 0x20");
    assertObjectRefused("\"x\"@en_US", 8, "'_:'", "'U'");
  }

  @Test
  public void aDatatypeIsNoneOfLanguageTags() {
    String expected = "a language tag, or a datatype other than that of literals with one";
    for (String type : List.of("langString", "dirLangString")) {
      String literal = "\"x\"^^<http://www.w3.org/1999/02/22-rdf-syntax-ns#" + type + ">";
      assertOursRefuses(SP + literal + " .", 32, expected, "'<'");
    }
  }

  @Test
  public void aVersionIsAString() {
    assertOursRefuses("VERSION 1.2", 9, "the version in quotation marks", "'1'");
    assertOursRefuses("VERSION '1.2'", 9, "the version in quotation marks", "'''");
    assertOursRefuses("VERSION \"1.2\" .", 15, "the end of the line", "'.'");
    assertOursRefuses("VERSIO \"1.2\"", 7, "a subject: '<' or '_:', or VERSION", "byte 0x20");
  }

  @Test
  public void quotedTriplesOfRdfStarNeedAnOption() {
    String triple = "<< " + SPO + " >>";
    String hint = "'<<(' (option rdfStar reads '<<' as in RDF-star)";
    assertRefused(SP + triple + " .", 29, hint, "byte 0x20");
    String subject = "a subject: '<' or '_:' (option rdfStar allows '<<')";
    assertRefused(triple + " <http://a/p> <http://a/o> .", 1, subject, "'<'");
    assertRefused("<<( " + SPO + " )>> <http://a/p> <http://a/o> .", 1, subject, "'<'");
  }

  @Test
  public void datatypesAreIris() {
    assertObjectRefused("\"x\"^^xsd:string", 6, "the IRI of a datatype", "'x'");
    assertObjectRefused("\"x\"^<http://a/t>", 5, "'^^'", "'<'");
    assertObjectRefused(
        "\"x\"^^<http://a/ t>", 16, "a character that an IRI may contain", "byte 0x20");
  }

  @Test
  public void aLanguageOfAnotherLiteralIsNoDatatype() {
    SyntaxParseException e =
        Text.refused(SP + "\"x\"@en .\n" + SP + "\"x\"^^<en> .\n", Text.TRIPLES);
    assertEquals(2, e.line());
    assertEquals("an absolute IRI: one that starts with a scheme and ':'", e.expected());
  }

  @Test
  public void aCharacterThatIsValidWhenEscapedInADatatypeIsRefusedUnescaped() {
    SyntaxParseException e =
        Text.refused(
            SP + "\"x\"^^<http://a/\\u0020> .\n" + SP + "\"x\"^^<http://a/ > .\n", Text.TRIPLES);
    assertEquals(2, e.line());
    assertEquals("a character that an IRI may contain", e.expected());
  }

  @Test
  public void labelsOfBlankNodesStartWithALetterADigitOrALowLine() {
    assertObjectRefused("_:-a", 3, "a blank node label", "'-'");
    assertObjectRefused("_:.a", 3, "a blank node label", "'.'");
    assertObjectRefused("_: a", 3, "a blank node label", "byte 0x20");
    assertObjectRefused("_a", 2, "'_:'", "'a'");
    assertObjectRefused("_:×", 3, "a blank node label", "byte 0xc3");
    assertObjectRefused("_::a", 3, "a blank node label", "':'");
    assertObjectRefused("_:a:b", 4, "a graph name or '.'", "':'");
  }

  @Test
  public void quotedTriplesAreWhole() {
    assertRefused(SP + "<<( " + SP + " )>> .\n", 58, "an object: '<', '_:', '\"' or '<<('", "')'");
    assertRefused(SP + "<<( " + SPO + " >> .\n", 70, "')>>'", "'>'");
    assertRefused(SP + "<<( \"x\" <http://a/p> _:o )>> .\n", 31, "a subject: '<' or '_:'", "'\"'");
  }

  @Test
  public void quotedTriplesAreNestedOnlySoDeep() throws IOException {
    String deep = SPO;
    for (int i = 0; i < 3; i++) {
      deep = SP + "<<( " + deep + " )>>";
    }
    byte[] text = Text.utf8(deep + " .");
    SyntaxOptions options = SyntaxOptions.of(Syntax.NTRIPLES);
    assertEquals(1, Text.read(text, options.withLimits(3, 1 << 20)).size());
    SyntaxParseException e = Text.refused(text, options.withLimits(2, 1 << 20));
    assertEquals("triple terms nested at most 2 deep (option maxNesting)", e.expected());
  }

  @Test
  public void textIsUtf8() {
    for (String bad :
        new String[] {"\u00e9", "\u00c0\u00af", "\u00ed\u00a0\u0080", "\u00f4\u0090\u0080\u0080"}) {
      for (String text :
          new String[] {
            SP + "\"" + bad + "\" .\n", SP + "<http://a/" + bad + "> .", "# " + bad + "\n"
          }) {
        byte[] bytes = (GOOD + text + GOOD).getBytes(StandardCharsets.ISO_8859_1);
        SyntaxParseException e = Text.refused(bytes, Text.TRIPLES);
        assertEquals("valid UTF-8", e.expected());
        assertEquals(2, e.line());
        assertEquals("byte 0x%02x".formatted((int) bad.charAt(0)), e.found());
        assertEquals(GOOD.length() + text.indexOf(bad), e.byteOffset());
      }
    }
  }

  @Test
  public void thereAreNoDirectives() {
    assertRefused("@prefix a: <http://a/> .\n", 1, "a subject: '<' or '_:'", "'@'");
    assertRefused("BASE <http://a/>\n", 1, "a subject: '<' or '_:'", "'B'");
  }

  @Test
  public void aByteOrderMarkIsOnlyAllowedAtTheStart() {
    assertOursRefuses("\ufeff" + SPO + " .\n", 1, "a subject: '<' or '_:'", "byte 0xef");
  }

  @Test
  public void linesAreOnlySoLong() throws IOException {
    int limit = 1 << 20;
    SyntaxOptions options = Text.TRIPLES.withLimits(64, limit);
    String longest = SP + "\"" + "x".repeat(limit - SP.length() - 4) + "\" .";
    assertEquals(limit, longest.length());
    Cases.each(
        new int[] {0, 1, 3_000, 20_000},
        before -> {
          String start = GOOD.repeat(before);
          for (String end : new String[] {"", "\n", "\r", "\r\n", "\n" + GOOD}) {
            byte[] text = Text.utf8(start + longest + end);
            int statements = before + (end.length() > 2 ? 2 : 1);
            assertEquals(statements, Text.read(text, options).size());
            assertEquals(statements, Text.count(text, options));
            byte[] more = Text.utf8(start + " " + longest + end);
            SyntaxParseException e = Text.refused(more, options);
            assertEquals(before + 1, e.line());
            assertEquals(start.length(), e.byteOffset());
            assertEquals("a line of at most 1048576 bytes (option maxLineBytes)", e.expected());
            assertThrows(SyntaxParseException.class, () -> Text.count(more, options));
          }
        });
  }

  /**
   * Tests foreign files, such as compressed ones without the usual extension: they have lines as
   * well.
   */
  @Test
  public void countingRefusesLinesThatDoNotStartAsStatements() throws IOException {
    String good = "# x\n \t\n\t" + GOOD + " # y\r\n\r_:a <http://a/p> <http://a/o> .\n";
    assertEquals(2, Text.count(Text.utf8(good), Text.TRIPLES));
    Cases.each(
        new String[] {"\u001f\u008b\u0008", "  x", "@prefix", "\"a\" <b>"},
        wrong -> {
          byte[] text = Text.utf8(good + wrong + "\n" + GOOD);
          SyntaxParseException expected = Text.refused(text, Text.TRIPLES);
          SyntaxParseException e =
              assertThrows(SyntaxParseException.class, () -> Text.count(text, Text.TRIPLES));
          assertEquals(expected.getMessage(), e.getMessage());
          assertEquals(3, Text.count(text, Text.TRIPLES.withDropMalformed(true)));
        });
  }

  @Test
  public void aReaderThatFailedFailsAgain() throws IOException {
    SyntaxOptions options = Text.TRIPLES.withLimits(64, 1 << 20);
    Cases.each(
        new String[] {"bad", SP + "\"" + "x".repeat(1 << 20) + "\" ."},
        wrong -> {
          byte[] text = Text.utf8(GOOD + wrong + "\n" + GOOD);
          try (NTriplesReader reader = Text.open(text, options)) {
            assertTrue(reader.nextBatch(10));
            SyntaxParseException e =
                assertThrows(SyntaxParseException.class, () -> reader.nextBatch(10));
            assertSame(e, assertThrows(SyntaxParseException.class, () -> reader.nextBatch(10)));
            assertSame(e, assertThrows(SyntaxParseException.class, reader::countStatements));
          }
        });
    byte[] text = Text.utf8(SP + "\"" + "x".repeat(1 << 20) + "\" .\n");
    try (NTriplesReader reader = Text.open(text, options)) {
      SyntaxParseException e = assertThrows(SyntaxParseException.class, reader::countStatements);
      assertSame(e, assertThrows(SyntaxParseException.class, reader::countStatements));
      assertSame(e, assertThrows(SyntaxParseException.class, () -> reader.nextBatch(10)));
    }
  }

  @Test
  public void termsOfColumnsThatAreNotReadAreCheckedOnRequest() throws IOException {
    byte[] text = Text.utf8("<s> <http://a/p> \"\\z\"@1 .\n");
    Cases.each(
        new int[] {0, StatementBatch.S, StatementBatch.P, StatementBatch.O},
        columns -> {
          Text.refused(text, Text.TRIPLES.withColumns(columns));
        });
    SyntaxOptions some = Text.TRIPLES.withCheckUnread(false);
    assertEquals(1, Text.read(text, some.withColumns(StatementBatch.P)).size());
    Text.refused(text, some.withColumns(StatementBatch.S));
    Text.refused(text, some.withColumns(StatementBatch.O));
  }

  @Test
  public void aLineThatIsNotWholeIsRefusedWhateverIsRead() {
    Cases.each(
        List.of(true, false),
        check -> {
          SyntaxOptions options = Text.QUADS.withCheckUnread(check).withColumns(StatementBatch.G);
          assertTrue(Text.refused(SP + "<http://a/o\n" + GOOD, options).line() == 1);
          assertTrue(Text.refused(SP + "\"x\n\" .\n" + GOOD, options).line() == 1);
          assertTrue(Text.refused("<http://a/s\n" + GOOD + GOOD, options).line() == 1);
          for (String end : new String[] {"\n", "\r", "\r\n"}) {
            // No escape sequence follows the backslash, and the line ends there.
            assertTrue(Text.refused(SP + "\"x\\" + end + "\" .\n" + GOOD, options).line() == 1);
          }
        });
  }

  @Test
  public void linesOfWhichOnlyAPartIsReadMayBeShorterThanAnyStatement() throws IOException {
    Cases.each(
        new int[] {0, StatementBatch.S, StatementBatch.P},
        columns -> {
          SyntaxOptions options = Text.TRIPLES.withCheckUnread(false).withColumns(columns);
          String line = columns == StatementBatch.S ? "_:a<a:>\n" : "<><a:>\n";
          assertEquals(1000, Text.read(Text.utf8(line.repeat(1000)), options).size());
        });
  }
}
