package io.github.jellybridge.jelly;

import static io.github.jellybridge.wire.WireRow.TRIPLES;
import static io.github.jellybridge.wire.WireRow.datatype;
import static io.github.jellybridge.wire.WireRow.triple;
import static io.github.jellybridge.wire.WireTerm.lang;
import static io.github.jellybridge.wire.WireTerm.text;
import static io.github.jellybridge.wire.WireTerm.typed;
import static org.junit.Assert.assertEquals;

import io.github.jellybridge.model.Term;
import io.github.jellybridge.wire.WireRow;
import io.github.jellybridge.wire.WireTerm;
import org.junit.Test;

/** Jelly-RDF 1.1 and 1.0.0 draft, "Literals". */
public class LiteralTest extends BothLayouts {
  @Test
  public void aLiteralWithoutDatatypeAndLanguageIsSimple() throws Exception {
    assertEquals(Term.text("simple"), object(text("simple")));
  }

  @Test
  public void theLexicalFormMayBeEmpty() throws Exception {
    assertEquals(Term.text(""), object(text("")));
    assertEquals(Term.lang("", "en"), object(lang("", "en")));
    assertEquals(Term.typed("", INTEGER), object(typed("", 1)));
  }

  @Test
  public void aLanguageTagIsKept() throws Exception {
    assertEquals(Term.lang("Straße", "de"), object(lang("Straße", "de")));
  }

  @Test
  public void aLanguageTagKeepsItsCase() throws Exception {
    assertEquals(Term.lang("colour", "en-gb-OXENDICT"), object(lang("colour", "en-gb-OXENDICT")));
  }

  /** RDF 1.1 Concepts §3.3: a language tag is not empty. */
  @Test
  public void anEmptyLanguageTagIsNone() throws Exception {
    assertEquals(Term.text("text"), object(lang("text", "")));
    assertEquals(Term.text(""), object(lang("", "")));
  }

  @Test
  public void aDatatypeIsLookedUp() throws Exception {
    assertEquals(Term.typed("42", INTEGER), object(typed("42", 1)));
  }

  @Test
  public void aLiteralOfXsdStringHasNoDatatype() throws Exception {
    byte[] file =
        file(
            TRIPLES,
            datatype(2, Term.XSD_STRING),
            triple(A, B, typed("text", 2)),
            triple(A, B, typed("1", 1)));
    assertEquals(Term.text("text"), Reading.read(file).get(0).o());
    assertEquals(Term.typed("1", INTEGER), Reading.read(file).get(1).o());
  }

  @Test
  public void datatypeZeroIsRefused() {
    Reading.refused(file(TRIPLES, triple(A, B, typed("1", 0))));
  }

  @Test
  public void anUndefinedDatatypeIsRefused() {
    Reading.refused(file(TRIPLES, triple(A, B, typed("1", 2))));
  }

  @Test
  public void controlCharactersAndQuotesAreKept() throws Exception {
    String odd = "\u0000\t\r\n\"\\\u007f";
    assertEquals(Term.text(odd), object(text(odd)));
  }

  @Test
  public void allOfUnicodeIsKept() throws Exception {
    String all = "aé€😀\ud800\udc00\udbff\udfff\uffff\ufffd";
    assertEquals(Term.text(all), object(text(all)));
    assertEquals(Term.lang(all, "zh"), object(lang(all, "zh")));
  }

  @Test
  public void aLongLiteralIsReadWhole() throws Exception {
    String text = "0123456789é".repeat(200_000);
    assertEquals(Term.text(text), object(text(text)));
  }

  @Test
  public void literalsThatDifferOnlyInLanguageOrDatatypeStayApart() throws Exception {
    byte[] file =
        file(
            TRIPLES,
            datatype(2, "http://type"),
            triple(A, B, text("1")),
            triple(A, B, typed("1", 1)),
            triple(A, B, typed("1", 2)),
            triple(A, B, lang("1", "en")),
            triple(A, B, lang("1", "EN")));
    assertEquals(5, Reading.read(file).stream().distinct().count());
  }

  private Term object(WireTerm literal) throws Exception {
    WireRow row = triple(A, B, literal);
    return Reading.read(file(TRIPLES, row)).get(0).o();
  }
}
