package io.github.jellybridge.spark.functions;

import static io.github.jellybridge.spark.TermQueries.eval;
import static io.github.jellybridge.spark.TermQueries.literal;
import static io.github.jellybridge.spark.TermQueries.one;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.spark.listing.LocalSpark;
import io.github.jellybridge.testing.Cases;
import java.math.BigDecimal;
import java.sql.Date;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.Test;

/** Tests the values of literals in SQL; other tests compare their lexical forms with Jena. */
public class RdfValueTest {
  private final SparkSession spark = LocalSpark.get();

  @Test
  public void numbersFillTheFieldsThatHoldThem() {
    assertValue(literal("+027", "integer"), 27L, "27", 27.0);
    assertValue(literal("-128", "byte"), -128L, "-128", -128.0);
    assertValue(
        literal("12345678901234567890", "integer"),
        null,
        "12345678901234567890",
        1.2345678901234567e19);
    assertValue(literal("123456789012345678901", "integer"), null, null, 1.2345678901234568e20);
    assertValue(literal("-.5", "decimal"), null, "-0.5", -0.5);
    assertValue(literal("-0", "decimal"), null, "0", 0.0);
    assertValue(
        literal("0.12345678901234567850", "decimal"),
        null,
        "0.123456789012345679",
        0.12345678901234568);
    assertValue(literal("1e3", "double"), null, null, 1000.0);
    assertValue(literal("-0", "double"), null, null, -0.0);
    assertValue(literal("0.1", "float"), null, null, (double) 0.1f);
    assertValue(literal("+INF", "float"), null, null, Double.POSITIVE_INFINITY);
    assertValue(literal("NaN", "double"), null, null, Double.NaN);
  }

  private void assertValue(String literal, Long whole, String decimal, Double number) {
    Row value = (Row) one("rdf_value(rdf_term(x))", literal);
    assertEquals(literal, whole, value.getAs("long"));
    BigDecimal found = value.getAs("decimal");
    assertEquals(literal, decimal == null, found == null);
    assertTrue(literal, decimal == null || new BigDecimal(decimal).compareTo(found) == 0);
    assertEquals(literal, number, value.getAs("double"));
    for (String other : List.of("string", "boolean", "date", "timestamp")) {
      assertNull(literal, value.getAs(other));
    }
  }

  @Test
  public void otherValuesFillTheirFields() {
    assertEquals("x", one("rdf_value(rdf_term(x)).string", "\"x\"@de"));
    assertEquals("", one("rdf_value(rdf_term(x)).string", "\"\""));
    List<String> booleans =
        List.of("true", "false", "1", "0", "TRUE", "yes", "", "t", "trux", "falsy");
    assertEquals(
        Arrays.asList(true, false, true, false, null, null, null, null, null, null),
        eval(
            "rdf_value(rdf_term(x)).boolean",
            booleans.stream().map(text -> literal(text, "boolean")).toList()));
    assertEquals(
        Date.valueOf(LocalDate.of(2024, 2, 29)),
        one("rdf_value(rdf_term(x)).date", literal("2024-02-29+05:00", "date")));
    Cases.each(
        List.of("dateTime", "dateTimeStamp"),
        type -> {
          assertEquals(
              Timestamp.from(Instant.parse("2024-02-29T12:00:00.123456Z")),
              one(
                  "rdf_value(rdf_term(x)).timestamp",
                  literal("2024-02-29T14:00:00.1234567+02:00", type)));
        });
  }

  @Test
  public void timestampWithoutZoneIsInThatOfTheSession() {
    spark.conf().set("spark.sql.session.timeZone", "America/New_York");
    try {
      Object found =
          one("rdf_value(rdf_term(x)).timestamp", literal("2024-07-01T12:00:00", "dateTime"));
      assertEquals(Timestamp.from(Instant.parse("2024-07-01T16:00:00Z")), found);
    } finally {
      spark.conf().set("spark.sql.session.timeZone", "UTC");
    }
  }

  @Test
  public void malformedLiteralsAndOthersHaveNoValue() {
    List<String> texts =
        List.of(
            literal("x", "integer"),
            literal("300", "byte"),
            literal(" 1", "integer"),
            literal("1e3", "decimal"),
            literal("2023-02-29", "date"),
            literal("9999999-01-01", "date"),
            literal("2024-01-01T00:00:00", "dateTimeStamp"),
            literal("999999-01-01T00:00:00Z", "dateTime"),
            literal("P1D", "duration"),
            "<http://example.org/a>",
            "_:b");
    for (Object value : eval("rdf_value(rdf_term(x)) IS NULL", texts)) {
      assertEquals(true, value);
    }
  }
}
