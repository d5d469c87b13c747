package io.github.jellybridge.rdf;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.model.RdfText;
import io.github.jellybridge.model.Term;
import io.github.jellybridge.testing.Cases;
import io.github.jellybridge.testing.TestSize;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.jena.graph.Triple;
import org.apache.jena.riot.Lang;
import org.apache.jena.riot.RDFParser;
import org.apache.jena.riot.lang.LabelToNode;
import org.apache.jena.riot.system.ErrorHandlerFactory;
import org.apache.jena.riot.system.RiotChars;
import org.apache.jena.riot.system.StreamRDFBase;
import org.apache.jena.sys.JenaSystem;
import org.junit.Test;

/** RDF 1.1 N-Triples §7 and N-Quads §4, production by production, compared with RIOT. */
public class NTriplesParserTest {
  static {
    JenaSystem.init();
  }

  private final TermTable terms = new TermTable();
  private final NTriplesParser parser = new NTriplesParser(terms);

  @Test
  public void anIriMayHoldUnicodeAndNumericEscapes() {
    assertEquals(Term.iri("http://example.org/é"), parse("<http://example.org/\\u00E9>"));
    assertEquals(Term.iri("http://example.org/😀"), parse("<http://example.org/\\U0001F600>"));
    assertEquals(Term.iri("http://example.org/é"), parse("<http://example.org/é>"));
    assertEquals(Term.iri(""), parse("<>"));
  }

  @Test
  public void anIriHoldsNoOtherEscapesAndNoneOfTheForbiddenCharacters() {
    Cases.each(
        List.of(" ", "<", "\"", "{", "}", "|", "^", "`", "\\n", "\u0000", "\n"),
        wrong -> {
          refused("<http://example.org/" + wrong + ">");
        });
    refused("<http://example.org/");
  }

  @Test
  public void aLiteralMayHoldEveryEscape() {
    assertEquals(
        Term.text("\t\b\n\r\f\"'\\é😀"), parse("\"\\t\\b\\n\\r\\f\\\"\\'\\\\\\u00e9\\U0001F600\""));
    assertEquals(Term.text(""), parse("\"\""));
    assertEquals(Term.text("tab\tand\u0000"), parse("\"tab\tand\u0000\""));
  }

  @Test
  public void aLiteralHoldsNoBareLineBreakAndNoUnknownEscape() {
    Cases.each(
        List.of("\n", "\r", "\\a", "\\u12", "\\u12G4", "\\U00110000", "\\uD800"),
        wrong -> {
          refused("\"" + wrong + "\"");
        });
    refused("\"open");
    refused("\"open\\");
  }

  @Test
  public void aLanguageTagHasLettersThenLettersAndDigits() {
    assertEquals(Term.lang("a", "de-CH-1996"), parse("\"a\"@de-CH-1996"));
    assertEquals(Term.lang("a", "ar-EG--rtl"), parse("\"a\"@ar-EG--rtl"));
    assertEquals(Term.lang("a", "abcdefgh--ltr"), parse("\"a\"@abcdefgh--ltr"));
    Cases.each(
        List.of(
            "",
            "1",
            "de-",
            "de--",
            "de--lt",
            "de--LTR",
            "de--ltrs",
            "--ltr",
            "abcdefghi",
            "d_e",
            "-de",
            "de ch"),
        wrong -> {
          refused("\"a\"@" + wrong);
        });
  }

  @Test
  public void aDatatypeIsAnIriAndXsdStringIsNone() {
    assertEquals(Term.typed("1", "http://type"), parse("\"1\"^^<http://type>"));
    assertEquals(Term.typed("1", "http://té"), parse("\"1\"^^<http://t\\u00E9>"));
    assertEquals(Term.typed("1", "http://type"), parse("\"1\" ^^ <http://type>"));
    int id = id("\"1\"^^<" + Term.XSD_STRING + ">");
    assertEquals(0, terms.datatypeId(id));
    Cases.each(
        List.of("^<http://type>", "^^", "^^_:b", "^^\"x\"", "^ ^<http://type>"),
        wrong -> {
          refused("\"1\"" + wrong);
        });
  }

  @Test
  public void aLabelStartsWithALetterDigitOrUnderscoreAndEndsWithNoFullStop() {
    Cases.each(
        List.of("b", "0", "_", "a.b", "a-b", "é", "𐀀", "a·", "a\u0300"),
        label -> {
          assertEquals(Term.bnode(label), parse("_:" + label));
        });
    for (String wrong :
        List.of("", "-a", ".a", "a.", "·a", "\u0300a", ":", "a:b", "×", "a×b", "a b", "\u2190")) {
      refused("_:" + wrong);
    }
  }

  @Test
  public void labelsAreOfTheCharactersThatJenaKnows() {
    int[] others = {0x10000, 0x1ffff, 0xeffff, 0xf0000, Character.MAX_CODE_POINT};
    int[] letters =
        IntStream.concat(IntStream.range(0, 0x10000), IntStream.of(others))
            .filter(c -> c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE)
            .toArray();
    for (int c : letters) {
      terms.reset(new byte[16], 0);
      String letter = Character.toString(c);
      assertEquals(letter, RiotChars.isPNChars_U_N(c), isLabel(letter));
      assertEquals(letter, RiotChars.isPNChars(c), isLabel("a" + letter));
      assertEquals(letter, RiotChars.isPNChars(c) || c == '.', isLabel("a" + letter + "a"));
    }
  }

  private boolean isLabel(String label) {
    try {
      return terms.value(id("_:" + label)).equals(label);
    } catch (NTriplesParseException e) {
      return false;
    }
  }

  @Test
  public void anEscapeIsAnyCharacterExceptHalvesOfPairs() {
    Cases.each(
        new int[] {0, 0x7f, 0x80, 0x7ff, 0x800, 0xd7ff, 0xe000, 0xffff},
        c -> {
          assertEquals(Term.text(Character.toString(c)), parse("\"\\u%04x\"".formatted(c)));
          assertEquals(Term.iri("a:" + Character.toString(c)), parse("<a:\\u%04X>".formatted(c)));
        });
    Cases.each(
        new int[] {0, 0x10000, Character.MAX_CODE_POINT},
        c -> {
          assertEquals(Term.text(Character.toString(c)), parse("\"\\U%08x\"".formatted(c)));
        });
    Cases.each(
        List.of(0xd800L, 0xdbffL, 0xdc00L, 0xdfffL, 0x110000L, 1L << 31, 0xffffffffL),
        c -> {
          refused("\"\\U%08x\"".formatted(c));
        });
    refused("\"\\ud800\"");
    refused("\"\\udfff\"");
  }

  @Test
  public void labelsThatHadToBeRewrittenComeBack() {
    for (String label :
        List.of("", "a b", ".a", "a.", "-a", "jbx", "jbx41", "a:b", "×", "日本 語", "a\n")) {
      byte[] bytes = label.getBytes(StandardCharsets.UTF_8);
      String text = text(terms.addCopy(TermKind.BNODE, bytes, 0, bytes.length));
      assertEquals(Term.bnode(label), parse(text));
      riotReads("<http://s> <http://p> " + text + " .");
    }
    // Labels that look nearly like our own encoding, but that we would never write.
    for (String label :
        List.of("jbx41", "jbx4", "jbx4G", "jbxG0", "jbx_0", "jbx6a62", "jbxFF", "jbz20", "jax20")) {
      assertEquals(Term.bnode(label), parse("_:" + label));
    }
  }

  @Test
  public void quotedTriplesNestInBothForms() {
    String inner = "<< <http://s> <http://p> \"a\"@en >>";
    assertEquals(RdfText.term(inner), parse(inner));
    assertEquals(RdfText.term(inner), parse("<<<http://s><http://p>\"a\"@en>>"));
    assertEquals(RdfText.term(inner), parse("<<( <http://s> <http://p> \"a\"@en )>>"));
    String outer = "<< " + inner + " <http://p> " + inner + " >>";
    assertEquals(RdfText.term(outer), parse(outer));
    String canonical = outer.replace("<< ", "<<( ").replace(" >>", " )>>");
    assertEquals(canonical, text(id(outer)));
    Cases.each(
        List.of("<< <a> <b> >>", "<< <a> <b> <c>", "<< <a> <b> <c> > >"),
        wrong -> {
          refused(wrong);
        });
    refused("<<( <a> <b> <c> >>");
    refused("<< <a> <b> <c> )>>");
    refused("<< <a> <b> <c> <d> >>");
  }

  @Test
  public void bytesAfterATextAreIgnored() {
    String triple = "<< <a> _:b \"x\\u0041\" >>";
    for (String whole :
        List.of(
            "<http://a/b>",
            "\"text\"@en-GB",
            "\"text\" ^^ <http://t>",
            "\"a\\u0041\\n\"@en",
            "_:a.b-c",
            triple,
            "<<( <a> <b> " + triple + " )>>")) {
      byte[] bytes = whole.getBytes(StandardCharsets.UTF_8);
      for (int to = 0; to <= bytes.length; to++) {
        byte[] alone = Arrays.copyOf(bytes, to);
        assertEquals(outcome(alone, to), outcome(bytes, to));
        byte[] line = ("<a> <b> " + whole + " <g> . #").getBytes(StandardCharsets.UTF_8);
        byte[] cut = Arrays.copyOf(line, 8 + to);
        assertEquals(lineOutcome(cut, cut.length), lineOutcome(line, cut.length));
      }
    }
  }

  private String outcome(byte[] text, int to) {
    try {
      return text(parser.term(text, 0, to));
    } catch (NTriplesParseException e) {
      return e.getMessage();
    }
  }

  private String lineOutcome(byte[] text, int to) {
    StatementBatch batch = new StatementBatch(1, true, true, true, true);
    try {
      return parser.statement(text, 0, to, batch) ? text(batch.o[0]) : "nothing";
    } catch (NTriplesParseException e) {
      return e.getMessage();
    }
  }

  @Test
  public void nestingHasALimit() {
    String deep = "<< ".repeat(5000);
    assertTrue(refused(deep).getMessage().contains("1000 deep"));
  }

  @Test
  public void theTermsOfAQuotedTripleCanBeHad() {
    byte[] text = "<< <http://s> <http://p> _:b >>".getBytes(StandardCharsets.UTF_8);
    int[] ids = new int[3];
    parser.quotedTriple(text, 0, text.length, ids);
    assertEquals("http://s", terms.value(ids[0]));
    assertEquals("http://p", terms.value(ids[1]));
    assertEquals(TermKind.BNODE, terms.kind(ids[2]));
    byte[] other = "<http://s>".getBytes(StandardCharsets.UTF_8);
    assertThrows(
        NTriplesParseException.class, () -> parser.quotedTriple(other, 0, other.length, ids));
    byte[] more = "<< <http://s> <http://p> _:b >> .".getBytes(StandardCharsets.UTF_8);
    assertThrows(
        NTriplesParseException.class, () -> parser.quotedTriple(more, 0, more.length, ids));
  }

  @Test
  public void onlyUtf8IsParsed() {
    byte[] text = {'"', (byte) 0xc3, '"'};
    NTriplesParseException e =
        assertThrows(NTriplesParseException.class, () -> parser.term(text, 0, text.length));
    assertEquals(1, e.offset());
    assertEquals("byte 1: expected valid UTF-8, found byte 0xc3", e.getMessage());
  }

  @Test
  public void anErrorHasItsPositionAndCause() {
    NTriplesParseException e = refused("  <a b>");
    assertEquals(4, e.offset());
    assertEquals(
        "byte 4: expected a character that an IRI may contain, found byte 0x20", e.getMessage());
    assertEquals(
        "byte 0: expected a term: '<', '_:' or '\"', found the end of the text",
        refused("").getMessage());
  }

  @Test
  public void linesHoldStatementsCommentsOrNothing() {
    StatementBatch batch = new StatementBatch(1, true, true, true, true);
    assertFalse(line("", batch));
    assertFalse(line(" \t# comment", batch));
    assertTrue(line("<a> <b> <c> .", batch));
    assertTrue(line("\t<a><b>_:c.# comment", batch));
    assertTrue(line("<a> <b> \"c\" <g> . ", batch));
    assertEquals(3, batch.size());
    assertEquals("c", terms.value(batch.o[1]));
    assertArrayEquals(new boolean[] {true, true, false}, defaultGraphs(batch));
    Cases.each(
        List.of("<a> <b> .", "<a> <b> <c>", "<a> <b> <c> <d> <e> .", "<a> . ."),
        wrong -> {
          assertThrows(NTriplesParseException.class, () -> line(wrong, batch));
        });
    assertThrows(NTriplesParseException.class, () -> line("<a> <b> <c> . x", batch));
    assertEquals("a line that is refused adds nothing", 3, batch.size());
  }

  @Test
  public void riotAgreesOnMutatedLines() {
    String[] parts = {
      "<", ">", "\"", "\\", "@en", "^^", "_:b", ".", "#", "\\u0041", "\\n", "é", "-", "<<", ":"
    };
    Random random = new Random(7);
    int accepted = 0;
    int rounds = TestSize.of(4_000, 40_000);
    for (int i = 0; i < rounds; i++) {
      StringBuilder object = new StringBuilder(OBJECTS[random.nextInt(OBJECTS.length)]);
      for (int edits = random.nextInt(3); edits > 0; edits--) {
        int at = random.nextInt(object.length() + 1);
        if (random.nextBoolean() && at < object.length()) {
          object.deleteCharAt(at);
        } else {
          object.insert(at, parts[random.nextInt(parts.length)]);
        }
      }
      String line = "<http://s> <http://p> " + object + " .";
      if (object.indexOf("<<") >= 0) {
        // RIOT implements RDF 1.2, where << >> has another meaning.
        continue;
      }
      List<Triple> riot = riot(line);
      StatementBatch batch = new StatementBatch(1, true, true, true, true);
      boolean ours;
      try {
        ours = line(line, batch) && batch.g[0] == 0 && kindFits(batch);
      } catch (NTriplesParseException e) {
        ours = false;
      }
      if (ours && riot == null && (object.indexOf(":") >= 0 || object.indexOf("<") >= 0)) {
        // RIOT refuses colons in labels, which N-Triples allows and Turtle does not. It also
        // requires well-formed IRIs by RFC 3987, which N-Triples does not require.
        assertTrue(line, terms.kind(batch.o[0]) == TermKind.BNODE || object.indexOf("<") >= 0);
        continue;
      }
      assertEquals(line + " " + riot, riot != null, ours);
      if (ours) {
        accepted++;
        String again = "<http://s> <http://p> " + text(batch.o[0]) + " .";
        assertEquals(line, riot, riot(again));
      }
    }
    assertTrue("accepted " + accepted, accepted > rounds / 4);
  }

  private static final String[] OBJECTS = {
    "<http://example.org/a>",
    "\"text\"",
    "\"text é\"@en-GB",
    "\"1\"^^<http://www.w3.org/2001/XMLSchema#int>",
    "_:b.c-d",
    "\"\\t\\u00E9\\U0001F600\\\\\""
  };

  private boolean kindFits(StatementBatch batch) {
    return terms.kind(batch.s[0]) == TermKind.IRI && terms.kind(batch.p[0]) == TermKind.IRI;
  }

  /** The triples that RIOT reads; null if it refuses the line. */
  private static List<Triple> riot(String line) {
    List<Triple> found = new ArrayList<>();
    try {
      RDFParser.fromString(line, Lang.NTRIPLES)
          .labelToNode(LabelToNode.createUseLabelAsGiven())
          .errorHandler(ErrorHandlerFactory.errorHandlerStrictNoLogging)
          .checking(false)
          .parse(
              new StreamRDFBase() {
                @Override
                public void triple(Triple triple) {
                  found.add(triple);
                }
              });
    } catch (RuntimeException e) {
      return null;
    }
    return found.size() == 1 ? found : null;
  }

  private static void riotReads(String line) {
    assertTrue(line, riot(line) != null);
  }

  private static boolean[] defaultGraphs(StatementBatch batch) {
    boolean[] found = new boolean[batch.size()];
    for (int i = 0; i < found.length; i++) {
      found[i] = batch.g[i] == TermTable.NO_TERM;
    }
    return found;
  }

  private boolean line(String line, StatementBatch batch) {
    byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
    return parser.statement(bytes, 0, bytes.length, batch);
  }

  private int id(String text) {
    // The bytes around the term must not matter.
    byte[] bytes = ("<x>" + text + "<y>").getBytes(StandardCharsets.UTF_8);
    return parser.term(bytes, 3, bytes.length - 3);
  }

  private Term parse(String text) {
    int id = id(text);
    String value = terms.value(id);
    return switch (terms.kind(id)) {
      case TermKind.IRI -> Term.iri(value);
      case TermKind.BNODE -> Term.bnode(value);
      case TermKind.LITERAL -> new Term.Literal(value, terms.lang(id), terms.datatype(id));
      default -> RdfText.term(value);
    };
  }

  private String text(int id) {
    return new String(NTriples.term(terms, id), StandardCharsets.UTF_8);
  }

  private NTriplesParseException refused(String text) {
    return assertThrows(text, NTriplesParseException.class, () -> id(text));
  }
}
