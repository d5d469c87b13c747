package io.github.jellybridge.rdf;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;

import io.github.jellybridge.model.RdfText;
import io.github.jellybridge.model.Term;
import java.nio.charset.StandardCharsets;
import org.junit.Test;

/** RDF 1.2 N-Triples §4 (canonical form) and §7 (grammar). */
public class NTriplesTest {
  private final TermTable terms = new TermTable();

  @Test
  public void anIriIsInAngleBrackets() {
    assertEquals("<http://example.org/é>", iri("http://example.org/é"));
  }

  @Test
  public void charactersThatAnIriMustNotHoldAreEscaped() {
    assertEquals(
        "<\\u0000\\u0020\\u003C\\u003E\\u0022\\u007B\\u007D\\u007C\\u005E\\u0060\\u005C>",
        iri("\u0000 <>\"{}|^`\\"));
    assertEquals(Term.iri("a b>c"), RdfText.term(iri("a b>c")));
  }

  @Test
  public void aBlankNodeStartsWithUnderscoreColon() {
    assertEquals("_:b1", bnode("b1"));
    assertEquals("_:jb0123456789abcdef_x", bnode("jb0123456789abcdef_x"));
    assertEquals("_:a.b-c", bnode("a.b-c"));
    assertEquals("_:jbz20", bnode("jbz20"));
    assertEquals("_:jax20", bnode("jax20"));
  }

  @Test
  public void aLabelThatIsNoneIsWrittenInHexadecimal() {
    assertEquals("_:jbx", bnode(""));
    assertEquals("_:jbx612062", bnode("a b"));
    assertEquals("_:jbx2E61", bnode(".a"));
    assertEquals("_:jbx2D61", bnode("-a"));
    assertEquals("_:jbx612E", bnode("a."));
  }

  @Test
  public void aLabelMayBeLongInAnyScript() {
    String label = "\u65e5\u672c".repeat(1_000_000);
    assertEquals("_:" + label, bnode(label));
  }

  @Test
  public void aLiteralIsQuoted() {
    assertEquals("\"text é 😀\"", literal("text é 😀", null, null));
    assertEquals("\"\"", literal("", null, null));
  }

  @Test
  public void quoteBackslashAndControlsAreEscaped() {
    assertEquals("\"\\\" \\\\ \\b\\t\\n\\f\\r\"", literal("\" \\ \b\t\n\f\r", null, null));
    assertEquals(
        "\"\\u0000\\u000B\\u001F ~\\u007F\u0080\"",
        literal("\u0000\u000b\u001f ~\u007f\u0080", null, null));
    assertEquals("\"\ufffd\\uFFFE\\uFFFF\uf000\"", literal("\ufffd\ufffe\uffff\uf000", null, null));
  }

  @Test
  public void aLanguageTagFollowsTheAtSign() {
    assertEquals("\"text\"@en-GB", literal("text", "en-GB", null));
  }

  @Test
  public void aDatatypeFollowsTwoCarets() {
    assertEquals("\"1\"^^<http://type>", literal("1", null, "http://type"));
    assertEquals("\"1\"^^<a\\u0020b>", literal("1", null, "a b"));
  }

  @Test
  public void aTripleTermIsInDoubleAngleBracketsAndParentheses() {
    int a = add(TermKind.IRI, "a");
    int b = add(TermKind.BNODE, "b");
    ByteBuilder out = new ByteBuilder();
    NTriples.appendTriple(terms, a, a, b, out);
    assertEquals("<<( <a> <a> _:b )>>", new String(out.toByteArray(), StandardCharsets.UTF_8));
    byte[] text = out.toByteArray();
    int quoted = terms.addCopy(TermKind.TRIPLE, text, 0, text.length);
    out.clear();
    NTriples.appendTriple(terms, quoted, a, quoted, out);
    assertEquals(
        "<<( <<( <a> <a> _:b )>> <a> <<( <a> <a> _:b )>> )>>",
        new String(out.toByteArray(), StandardCharsets.UTF_8));
  }

  @Test
  public void noTermHasNoText() {
    assertNull(NTriples.term(terms, TermTable.NO_TERM));
    assertNull(terms.value(TermTable.NO_TERM));
  }

  @Test
  public void aTermOfTwoSlicesIsPutTogetherOnFirstUse() {
    byte[] data = "prefix/name".getBytes(StandardCharsets.UTF_8);
    terms.reset(data, data.length);
    int id = terms.addPair(TermKind.IRI, 0, 7, 7, 4);
    assertEquals(11, terms.valueLength(id));
    byte[] before = terms.data();
    assertEquals("<prefix/name>", text(id));
    assertEquals("prefix/name", new String(before, StandardCharsets.UTF_8));
    assertEquals("prefix/name", terms.value(id));
  }

  private String iri(String value) {
    return text(add(TermKind.IRI, value));
  }

  private String bnode(String label) {
    return text(add(TermKind.BNODE, label));
  }

  private String literal(String lex, String lang, String datatype) {
    byte[] bytes = lex.getBytes(StandardCharsets.UTF_8);
    return text(terms.addLiteralCopy(bytes, 0, bytes.length, symbol(lang), symbol(datatype)));
  }

  private int symbol(String text) {
    if (text == null) {
      return 0;
    }
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return terms.symbols().intern(bytes, 0, bytes.length);
  }

  private int add(byte kind, String value) {
    byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
    return terms.addCopy(kind, bytes, 0, bytes.length);
  }

  private String text(int id) {
    return new String(NTriples.term(terms, id), StandardCharsets.UTF_8);
  }
}
