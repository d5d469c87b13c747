package io.github.jellybridge.jelly;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.model.Statement;
import io.github.jellybridge.model.Term;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.testing.Cases;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.Test;

/** Tests that statements that Jelly cannot hold are refused with one clear error. */
public class WriteRefusalTest {
  private static final Term A = Term.iri("http://example.org/a");
  private static final Term TEXT = Term.text("text");
  private static final Term BNODE = Term.bnode("b");
  private static final Term QUOTED = Term.quoted(A, A, A);

  private final TermTable terms = new TermTable();
  private final StatementBatch batch = new StatementBatch(1, true, true, true, true);
  private final int iri = add(TermKind.IRI, "http://example.org/a");

  @Test
  public void aMissingTermIsRefused() {
    assertEquals(
        "cannot write statement 0 as Jelly: expected a subject, found none (null)",
        refused(0, iri, iri, 0).getMessage());
    assertEquals(
        "cannot write statement 0 as Jelly: expected a predicate, found none (null)",
        refused(iri, 0, iri, 0).getMessage());
    assertEquals(
        "cannot write statement 0 as Jelly: expected an object, found none (null)",
        refused(iri, iri, 0, 0).getMessage());
  }

  /** Tests terms that were not read, such as the objects of unwanted statements. */
  @Test
  public void aTermThatWasNotReadIsRefused() throws IOException {
    assertEquals(
        "cannot write statement 0 as Jelly: expected a subject, found none (null)",
        refused(-1, iri, iri, 0).getMessage());
    assertEquals(
        "cannot write statement 0 as Jelly: expected a predicate, found none (null)",
        refused(iri, -1, iri, 0).getMessage());
    assertEquals(
        "cannot write statement 0 as Jelly: expected an object, found none (null)",
        refused(iri, iri, -1, 0).getMessage());
    assertEquals(
        "cannot write statement 0 as Jelly: expected a graph name, found none (null)",
        refused(iri, iri, iri, -1).getMessage());
    // The missing object is not taken from the statement before it either.
    JellyWriter writer =
        JellyWriter.open(new ByteArrayOutputStream(), JellyWriteOptions.defaults());
    fill(iri, iri, iri, 0);
    writer.write(batch, terms);
    fill(iri, iri, -1, 0);
    assertThrows(JellyWriteException.class, () -> writer.write(batch, terms));
  }

  /** Tests an empty language tag, which readers would treat as no tag. */
  @Test
  public void anEmptyLanguageIsRefused() {
    int text = terms.addLiteral(0, 1, terms.symbols().intern(new byte[0], 0, 0), 0);
    String message = refused(iri, iri, text, 0).getMessage();
    assertEquals(
        "cannot write statement 0 as Jelly: expected a language tag, found an empty text", message);
  }

  @Test
  public void aBaseDirectionIsRefused() {
    for (String tag : new String[] {"ar--rtl", "en--ltr"}) {
      int lang = terms.symbols().intern(bytes(tag), 0, tag.length());
      assertEquals(
          "cannot write statement 0 as Jelly: expected a language tag without a base direction,"
              + " which only Jelly-RDF with protocolVersion 1.2 has, found "
              + tag,
          refused(iri, iri, terms.addLiteral(0, 1, lang, 0), 0).getMessage());
    }
  }

  @Test
  public void anUnknownKindIsRefused() {
    int odd = add((byte) 5, "odd");
    String term =
        "cannot write statement 0 as Jelly: expected an IRI, blank node, literal or quoted triple,"
            + " found term of unknown kind (5)";
    assertEquals(term, refused(odd, iri, iri, 0).getMessage());
    assertEquals(term, refused(iri, iri, odd, 0).getMessage());
    assertEquals(
        "cannot write statement 0 as Jelly: expected an IRI as the predicate, found a term of"
            + " unknown kind (5) (see option generalized)",
        refused(iri, odd, iri, 0).getMessage());
    assertEquals(
        "cannot write statement 0 as Jelly: expected an IRI or a blank node as the graph name,"
            + " found a term of unknown kind (5) (see option generalized)",
        refused(iri, iri, iri, odd).getMessage());
  }

  @Test
  public void aLiteralSubjectIsRefusedWithoutGeneralized() throws IOException {
    assertEquals(
        "cannot write statement 0 as Jelly: expected an IRI or a blank node as the subject, found"
            + " a literal (see option generalized)",
        refused(new Statement(0, TEXT, A, A, null)).getMessage());
    accepted(new Statement(0, TEXT, A, A, null), JellyWriteOptions.builder().generalized(true));
  }

  @Test
  public void aPredicateThatIsNoIriIsRefusedWithoutGeneralized() throws IOException {
    Cases.each(
        List.of(TEXT, BNODE),
        predicate -> {
          Statement statement = new Statement(0, A, predicate, A, null);
          assertEquals("generalized", refused(statement).option());
          accepted(statement, JellyWriteOptions.builder().generalized(true));
        });
    Statement quoted = new Statement(0, A, QUOTED, A, null);
    assertEquals(
        "generalized", refused(quoted, JellyWriteOptions.builder().rdfStar(true)).option());
    accepted(quoted, JellyWriteOptions.builder().generalized(true).rdfStar(true));
  }

  @Test
  public void aLiteralAsGraphNameIsRefusedWithoutGeneralized() throws IOException {
    Statement statement = new Statement(0, A, A, A, TEXT);
    assertEquals("generalized", refused(statement).option());
    accepted(statement, JellyWriteOptions.builder().generalized(true));
    JellyWriteOptions.Builder graphs =
        JellyWriteOptions.builder().physicalType(PhysicalType.GRAPHS);
    assertEquals("generalized", refused(statement, graphs).option());
    accepted(statement, graphs.generalized(true));
  }

  @Test
  public void aQuotedTripleAsGraphNameIsRefusedAlways() {
    JellyWriteException e =
        refused(
            new Statement(0, A, A, A, QUOTED),
            JellyWriteOptions.builder().generalized(true).rdfStar(true));
    assertEquals(
        "cannot write statement 0 as Jelly: expected an IRI or a blank node as the graph name,"
            + " found a quoted triple",
        e.getMessage());
  }

  @Test
  public void aQuotedTripleIsRefusedWithoutRdfStar() throws IOException {
    for (Statement statement :
        List.of(new Statement(0, QUOTED, A, A, null), new Statement(0, A, A, QUOTED, null))) {
      assertEquals(
          "cannot write statement 0 as Jelly: expected no quoted triples, found a quoted triple"
              + " (see option rdfStar)",
          refused(statement).getMessage());
      accepted(statement, JellyWriteOptions.builder().rdfStar(true));
    }
  }

  @Test
  public void generalizedTermsInQuotedTriplesAreRefused() throws IOException {
    Statement statement = new Statement(0, A, A, Term.quoted(A, A, Term.quoted(TEXT, A, A)), null);
    assertEquals(
        "generalized", refused(statement, JellyWriteOptions.builder().rdfStar(true)).option());
    accepted(statement, JellyWriteOptions.builder().rdfStar(true).generalized(true));
  }

  @Test
  public void theTextOfAQuotedTripleMustBeOne() {
    int odd = add(TermKind.TRIPLE, "<< <a> <b> >>");
    JellyWriteException e =
        assertThrows(
            JellyWriteException.class,
            () -> write(JellyWriteOptions.builder().rdfStar(true), iri, iri, odd, 0));
    assertTrue(e.getMessage(), e.getMessage().contains("<< <a> <b> >> (byte 11: expected a term"));
  }

  @Test
  public void aLanguageAndADatatypeTogetherAreRefused() {
    byte[] text = bytes("text");
    int lang = terms.symbols().intern(bytes("en"), 0, 2);
    int type = terms.symbols().intern(bytes("urn:t"), 0, 5);
    int both = terms.addLiteralCopy(text, 0, text.length, lang, type);
    assertEquals(
        "cannot write statement 0 as Jelly: expected a literal with a language tag or a datatype,"
            + " found both, en and urn:t",
        refused(iri, iri, both, 0).getMessage());
  }

  @Test
  public void aTypedLiteralIsRefusedWithoutADatatypeTable() throws IOException {
    JellyWriteOptions.Builder none = JellyWriteOptions.builder().maxDatatypeTableSize(0);
    JellyWriteException e = refused(new Statement(0, A, A, Term.typed("1", "urn:t"), null), none);
    assertEquals(
        "cannot write statement 0 as Jelly: expected no typed literals, as the datatype table has"
            + " no entries, found datatype urn:t (see option maxDatatypeTableSize)",
        e.getMessage());
    accepted(new Statement(0, A, A, TEXT, null), none);
    accepted(new Statement(0, A, A, Term.lang("a", "en"), null), none);
  }

  @Test
  public void xsdStringIsNoDatatype() throws IOException {
    byte[] text = bytes("text");
    byte[] string = bytes(Term.XSD_STRING);
    int type = terms.symbols().intern(string, 0, string.length);
    int id = terms.addLiteralCopy(text, 0, text.length, 0, type);
    byte[] file = write(JellyWriteOptions.builder().maxDatatypeTableSize(0), iri, iri, id, 0);
    assertEquals(List.of(new Statement(0, A, A, TEXT, null)), Writing.decode(file, true));
  }

  @Test
  public void aNamedGraphIsRefusedInAStreamOfTriples() throws IOException {
    JellyWriteOptions.Builder triples =
        JellyWriteOptions.builder().physicalType(PhysicalType.TRIPLES);
    JellyWriteException e = refused(new Statement(0, A, A, A, A), triples);
    assertEquals("physicalType", e.option());
    accepted(new Statement(0, A, A, A, null), triples);
  }

  @Test
  public void malformedUtf8IsRefused() {
    int odd = terms.addCopy(TermKind.IRI, new byte[] {'a', (byte) 0x80}, 0, 2);
    int oddPrefix = terms.addCopy(TermKind.IRI, new byte[] {(byte) 0x80, '/', 'a'}, 0, 3);
    int label = terms.addCopy(TermKind.BNODE, new byte[] {(byte) 0xff}, 0, 1);
    int lex = terms.addLiteralCopy(new byte[] {(byte) 0xc3}, 0, 1, 0, 0);
    byte[] a = bytes("a");
    int badSymbol = terms.symbols().intern(new byte[] {(byte) 0xfe}, 0, 1);
    int lang = terms.addLiteralCopy(a, 0, 1, badSymbol, 0);
    int type = terms.addLiteralCopy(a, 0, 1, 0, badSymbol);
    assertBadUtf8("an IRI as the object", odd);
    assertBadUtf8("an IRI as the object", oddPrefix);
    assertBadUtf8("a blank node label", label);
    assertBadUtf8("a lexical form", lex);
    assertBadUtf8("a language tag", lang);
    assertBadUtf8("a datatype", type);
  }

  private void assertBadUtf8(String text, int object) {
    assertEquals(
        "cannot write statement 0 as Jelly: expected "
            + text
            + " that is valid UTF-8, found a malformed sequence",
        refused(iri, iri, object, 0).getMessage());
  }

  @Test
  public void aStatementThatNeedsMoreNamesThanThereAreIsRefused() throws IOException {
    Term nested = A;
    for (int i = 0; i < 4; i++) {
      nested = Term.quoted(Term.iri("http://e/s" + i), Term.iri("http://e/p" + i), nested);
    }
    Statement statement = new Statement(0, A, A, nested, null);
    JellyWriteOptions.Builder options = JellyWriteOptions.builder().rdfStar(true);
    JellyWriteException e = refused(statement, options.maxNameTableSize(8));
    assertEquals("maxNameTableSize", e.option());
    accepted(statement, options.maxNameTableSize(9));
  }

  @Test
  public void aStatementThatNeedsMoreDatatypesThanThereAreIsRefused() throws IOException {
    Term quoted = Term.quoted(A, A, Term.typed("1", "urn:1"));
    Statement statement = new Statement(0, quoted, A, Term.typed("2", "urn:2"), null);
    JellyWriteOptions.Builder options = JellyWriteOptions.builder().rdfStar(true);
    JellyWriteException e = refused(statement, options.maxDatatypeTableSize(1));
    assertEquals("maxDatatypeTableSize", e.option());
    accepted(statement, options.maxDatatypeTableSize(2));
  }

  @Test
  public void aStatementMayNeedMorePrefixesThanThereAre() throws IOException {
    Statement statement =
        new Statement(
            0,
            Term.iri("http://one/a"),
            Term.iri("http://two/b"),
            Term.quoted(
                Term.iri("http://three/c"), Term.iri("http://four/d"), Term.iri("http://five/e")),
            Term.iri("http://six/f"));
    for (int size = 0; size < 7; size++) {
      accepted(statement, JellyWriteOptions.builder().rdfStar(true).maxPrefixTableSize(size));
    }
  }

  /** The error must not be an OutOfMemoryError, which would kill a Spark executor. */
  @Test
  public void aFrameOfMoreThanTwoGigabytesIsRefused() {
    int large = terms.addLiteral(0, Integer.MAX_VALUE - 100, 0, 0);
    IllegalStateException e =
        assertThrows(
            IllegalStateException.class,
            () -> write(JellyWriteOptions.builder(), iri, iri, large, 0));
    assertTrue(e.getMessage(), e.getMessage().contains("a frame of more than 2 GiB"));
  }

  // ---- helpers -------------------------------------------------------------------------------

  private static JellyWriteException refused(Statement statement) {
    return refused(statement, JellyWriteOptions.builder());
  }

  private static JellyWriteException refused(
      Statement statement, JellyWriteOptions.Builder options) {
    return assertThrows(
        JellyWriteException.class, () -> Writing.write(List.of(statement), options.build()));
  }

  private static void accepted(Statement statement, JellyWriteOptions.Builder options)
      throws IOException {
    byte[] file = Writing.write(List.of(statement), options.build());
    assertEquals(List.of(statement), Writing.decode(file, true));
  }

  private JellyWriteException refused(int s, int p, int o, int g) {
    return assertThrows(
        JellyWriteException.class, () -> write(JellyWriteOptions.builder(), s, p, o, g));
  }

  private byte[] write(JellyWriteOptions.Builder options, int s, int p, int o, int g)
      throws IOException {
    fill(s, p, o, g);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (JellyWriter writer = JellyWriter.open(out, options.build())) {
      writer.write(batch, terms);
    }
    return out.toByteArray();
  }

  private void fill(int s, int p, int o, int g) {
    batch.s[0] = s;
    batch.p[0] = p;
    batch.o[0] = o;
    batch.g[0] = g;
    batch.size(1);
  }

  private int add(byte kind, String value) {
    byte[] bytes = bytes(value);
    return terms.addCopy(kind, bytes, 0, bytes.length);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
