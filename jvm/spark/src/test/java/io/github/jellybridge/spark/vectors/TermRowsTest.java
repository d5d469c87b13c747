package io.github.jellybridge.spark.vectors;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.spark.schema.TermField;
import java.nio.charset.StandardCharsets;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeProjection;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;
import org.junit.Test;

public class TermRowsTest {
  private static final StructType WHOLE = TermField.structType();

  private final TermTable terms = new TermTable();

  public TermRowsTest() {
    terms.reset(new byte[0], 0);
  }

  private int iri(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return terms.addCopy(TermKind.IRI, bytes, 0, bytes.length);
  }

  private int literal(String text, String lang, String datatype) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return terms.addLiteralCopy(bytes, 0, bytes.length, symbol(lang), symbol(datatype));
  }

  private int symbol(String text) {
    return text == null
        ? 0
        : terms.symbols().intern(text.getBytes(StandardCharsets.US_ASCII), 0, text.length());
  }

  private static void assertTerm(UnsafeRow struct, String... fields) {
    for (int i = 0; i < fields.length; i++) {
      assertEquals(fields[i] == null, struct.isNullAt(i));
      if (fields[i] != null) {
        assertEquals(fields[i], struct.getString(i));
      }
    }
    assertEquals(0, struct.getSizeInBytes() % 8);
  }

  @Test
  public void structsHaveTheFieldsOfTheirType() {
    int tagged = literal("grün", "de-CH", null);
    int typed = literal("1", null, "http://www.w3.org/2001/XMLSchema#integer");
    TermRows rows = new TermRows(WHOLE);
    rows.sync(terms);
    assertTerm(rows.struct(tagged), "literal", "grün", "de-CH", null);
    assertTerm(
        rows.struct(typed), "literal", "1", null, "http://www.w3.org/2001/XMLSchema#integer");
    TermRows some =
        new TermRows(new StructType().add(WHOLE.apply("lang")).add(WHOLE.apply("kind")));
    some.sync(terms);
    assertTerm(some.struct(tagged), "de-CH", "literal");
    assertTerm(some.struct(typed), null, "literal");
  }

  @Test
  public void structsAreThoseOfSparkWhateverTheLengthsOfTheirTexts() {
    UnsafeProjection projection = UnsafeProjection.create(WHOLE);
    TermRows rows = new TermRows(WHOLE);
    for (int length = 0; length < 140; length++) {
      String text = "v".repeat(length);
      String other = "http://example.org/" + "t".repeat(length);
      int[] ids = {
        iri(text),
        literal(text, null, null),
        literal(text, null, other),
        literal(text, null, "a:" + length),
        literal(text, "en", null),
        literal(text, "en-x-" + "y".repeat(length), null),
        literal(text, "en", other)
      };
      // Half of the tables have more text after the last term, the others end with it.
      if (length % 2 == 0) {
        iri("room".repeat(20));
      }
      rows.sync(terms);
      for (int id : ids) {
        InternalRow row =
            new GenericInternalRow(
                new Object[] {
                  UTF8String.fromString(TermKind.label(terms.kind(id))),
                  UTF8String.fromString(terms.value(id)),
                  UTF8String.fromString(terms.lang(id)),
                  UTF8String.fromString(terms.datatype(id))
                });
        assertEquals(projection.apply(row), rows.struct(id));
      }
    }
  }

  @Test
  public void structsOutliveTheGrowthOfTheirMemory() {
    TermRows rows = new TermRows(WHOLE, 8, 1);
    int first = iri("http://example.org/first");
    rows.sync(terms);
    UnsafeRow early = rows.struct(first);
    for (int i = 0; i < 1000; i++) {
      int id = iri("http://example.org/" + "x".repeat(i));
      rows.sync(terms);
      assertTerm(rows.struct(id), "iri", "http://example.org/" + "x".repeat(i), null, null);
    }
    assertTerm(early, "iri", "http://example.org/first", null, null);
    assertTerm(rows.struct(first), "iri", "http://example.org/first", null, null);
  }

  @Test
  public void termsThatWereForgottenAreForgotten() {
    TermRows rows = new TermRows(WHOLE);
    int before = iri("http://example.org/" + "before".repeat(4 << 20));
    rows.sync(terms);
    assertTrue(rows.struct(before).getSizeInBytes() > 6 * 4 << 20);
    terms.reset(new byte[0], 0);
    int after = iri("http://example.org/after");
    assertEquals(before, after);
    rows.sync(terms);
    assertTerm(rows.struct(after), "iri", "http://example.org/after", null, null);
  }

  @Test
  public void rowsShowTermsAndOtherColumns() {
    int s = iri("http://example.org/s");
    TermRows rows = new TermRows(WHOLE);
    rows.sync(terms);
    TermStructRow row = new TermStructRow(new TermRows[] {rows, null, rows});
    row.load(0, new int[] {0, s});
    row.load(2, new int[] {s, TermTable.NO_TERM});
    row.update(1, 7L);
    row.show(1);
    assertTerm(row.getStruct(0, 4), "iri", "http://example.org/s", null, null);
    assertEquals(7L, row.getLong(1));
    assertTrue(row.isNullAt(2));
    assertNull(row.get(2, WHOLE));
    InternalRow copy = row.copy();
    row.show(0);
    assertTrue(row.isNullAt(0));
    assertEquals(rows.struct(s), row.get(2, WHOLE));
    assertEquals(rows.struct(s), copy.get(0, WHOLE));
    assertTrue(copy.isNullAt(2));
  }
}
