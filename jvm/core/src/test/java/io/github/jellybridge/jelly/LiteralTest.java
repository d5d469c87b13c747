package io.github.jellybridge.jelly;

import static io.github.jellybridge.wire.WireRow.TRIPLES;
import static io.github.jellybridge.wire.WireRow.datatype;
import static io.github.jellybridge.wire.WireRow.options;
import static io.github.jellybridge.wire.WireRow.triple;
import static io.github.jellybridge.wire.WireTerm.REPEAT;
import static io.github.jellybridge.wire.WireTerm.lang;
import static io.github.jellybridge.wire.WireTerm.text;
import static io.github.jellybridge.wire.WireTerm.typed;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.model.Statement;
import io.github.jellybridge.model.Term;
import io.github.jellybridge.testing.Cases;
import io.github.jellybridge.wire.Wire;
import io.github.jellybridge.wire.WireRow;
import io.github.jellybridge.wire.WireTerm;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
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
  public void aLiteralIsOfOneKind() throws Exception {
    byte[] lex = Wire.field(1, new byte[] {'x'});
    byte[] first = wire == Wire.V1 ? Wire.field(2, new byte[] {'e'}) : Wire.field(2, new byte[0]);
    byte[] second = wire == Wire.V1 ? Wire.field(3, 1) : Wire.field(4, 1);
    assertTrue(refused(Wire.concat(lex, first, second)));
    assertTrue(refused(Wire.concat(second, lex, first)));
    assertTrue(refused(Wire.concat(second, first)));
    if (wire == Wire.DRAFT) {
      byte[] language = Wire.field(3, new byte[] {'e'});
      assertTrue(refused(Wire.concat(lex, first, language)));
      assertTrue(refused(Wire.concat(lex, language, second)));
    }
    assertFalse(refused(Wire.concat(second, lex)));
  }

  /** Whether a file is refused whose last object is the given literal message. */
  private boolean refused(byte[] literal) throws IOException {
    byte[] before = opening(options(TRIPLES), triple(A, B, C)).toByteArray();
    byte[] row = tripleOfLiteral(literal);
    byte[] file = Wire.delimited(Wire.concat(before, row));
    try {
      assertEquals(2, Reading.read(file).size());
      return false;
    } catch (JellyParseException e) {
      Reading.refused(file);
      return true;
    }
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

  /**
   * Tests many tags and datatypes. Readers keep these from chunk to chunk and forget them when
   * there are too many, except those still in the lookup and those of an object that is repeated.
   */
  @Test
  public void languagesAndDatatypesOfAnyNumberStayApart() throws Exception {
    int datatypes = 40;
    List<WireRow> rows = new ArrayList<>();
    List<Statement> expected = new ArrayList<>();
    String[] defined = new String[datatypes + 1];
    Random random = new Random(1);
    for (int i = 0; i < 50_000; i++) {
      String number = Integer.toString(i);
      int id = i < datatypes ? i + 1 : 1 + random.nextInt(datatypes);
      if (i < datatypes || i % 8 == 0) {
        defined[id] = "http://example.org/type" + number;
        rows.add(datatype(id, defined[id]));
      }
      String tag = (i % 3 == 0 ? "x-" : "x-long-") + number;
      boolean typed = i % 5 == 0;
      rows.add(triple(A, B, typed ? typed(number, id) : lang(number, tag)));
      rows.add(triple(B, B, REPEAT));
      Term object = typed ? Term.typed(number, defined[id]) : Term.lang(number, tag);
      expected.add(statement(TA, TB, object));
      expected.add(statement(TB, TB, object));
    }
    byte[] file =
        file(options(TRIPLES).tables(16, 8, datatypes), rows.toArray(new WireRow[rows.size()]));
    Cases.each(
        new int[] {16, 1_000, 100_000},
        chunk -> {
          JellyReadOptions chunks = Reading.OPTIONS.toBuilder().chunkBytes(chunk).build();
          assertEquals(expected, Reading.byBatch(file, chunks, 1_000));
        });
  }

  private Term object(WireTerm literal) throws Exception {
    WireRow row = triple(A, B, literal);
    return Reading.read(file(TRIPLES, row)).get(0).o();
  }
}
