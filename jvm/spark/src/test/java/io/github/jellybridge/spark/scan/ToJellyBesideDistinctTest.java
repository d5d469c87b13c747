package io.github.jellybridge.spark.scan;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.spark.JellyFunctionCatalog;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.BeforeClass;
import org.junit.Test;

/**
 * Tests {@code to_jelly} beside distinct aggregates, for which Spark adds groups of rows with null
 * subject and object.
 */
public final class ToJellyBesideDistinctTest {
  private static final String FUNCTION = "jelly_bridge.to_jelly";

  private static SparkSession spark;

  @BeforeClass
  public static void addCatalog() {
    spark = SparkJelly.spark();
    spark
        .conf()
        .set("spark.sql.catalog.jelly_bridge", JellyFunctionCatalog.class.getCanonicalName());
    spark
        .range(0, 100, 1, 3)
        .selectExpr(
            "id % 2 AS k",
            "id % 10 AS n",
            "concat('<http://example.org/', id, '>') AS s",
            "'<http://example.org/p>' AS p",
            "concat('\"', id, '\"') AS o")
        .createOrReplaceTempView("facts");
  }

  @Test
  public void severalDistinctAggregatesTakeNoStatementAway() {
    for (String terms :
        List.of(
            "s, p, o",
            "s, p, o, '<http://example.org/g>'",
            "s, p, o, map('physicalType', 'quads')",
            "DISTINCT s, p, o")) {
      List<Row> rows =
          spark
              .sql(
                  "SELECT count(DISTINCT n), count(DISTINCT s), "
                      + FUNCTION
                      + "("
                      + terms
                      + ") FROM facts GROUP BY k")
              .collectAsList();
      assertEquals(terms, 2, rows.size());
      for (Row row : rows) {
        assertEquals(terms, 5, row.getLong(0));
        assertEquals(terms, 50, JellyMessages.decode((byte[]) row.get(2)).size());
      }
    }
  }

  @Test
  public void distinctAggregateWithFilterTakesNoStatementAway() {
    Row row =
        spark
            .sql(
                "SELECT count(DISTINCT n) FILTER (WHERE n > 4), "
                    + FUNCTION
                    + "(s, p, o) FILTER (WHERE n < 3) FROM facts")
            .head();
    assertEquals(5, row.getLong(0));
    assertEquals(30, JellyMessages.decode((byte[]) row.get(1)).size());
  }

  @Test
  public void groupOfEmptyRowsIsNull() {
    assertNull(
        spark
            .sql(
                "SELECT "
                    + FUNCTION
                    + "(f.s, f.p, f.o) FROM range(0, 3, 1, 3) r LEFT JOIN facts f ON f.k = r.id +"
                    + " 5")
            .head()
            .get(0));
  }

  @Test
  public void emptyRowBesideStatementsIsAnError() {
    String text =
        assertThrows(
                Exception.class,
                () ->
                    spark
                        .sql(
                            "SELECT "
                                + FUNCTION
                                + "(f.s, f.p, f.o) FROM range(0, 3, 1, 3) r"
                                + " LEFT JOIN facts f ON f.k = r.id")
                        .collect())
            .getMessage();
    assertTrue(text, text.contains("to_jelly cannot write a row of a group"));
  }
}
