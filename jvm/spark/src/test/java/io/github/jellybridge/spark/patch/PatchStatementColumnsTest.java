package io.github.jellybridge.spark.patch;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.spark.PatchOperations;
import io.github.jellybridge.spark.listing.LocalSpark;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.Test;

/**
 * Tests which columns of a table are taken for those of statements, and which terms are refused.
 */
public class PatchStatementColumnsTest {
  private static final String TERM =
      "named_struct('kind', 'iri', 'value', 'x:a', 'lang', cast(null AS string), 'datatype',"
          + " cast(null AS string))";

  /** Tests that names of columns follow the case sensitivity of the session. */
  @Test
  public void columnsAreFoundAsTheSessionTakesNames() {
    Dataset<Row> table =
        LocalSpark.get().sql("SELECT t AS S, t AS P, t AS O, t AS G FROM (SELECT " + TERM + " t)");
    Dataset<Row> patch = PatchOperations.diff(table.limit(0), table);
    assertEquals(1, patch.where("op = 'A' AND g.value = 'x:a'").count());
  }

  @Test
  public void blankNodesAreNoTextsOfQuotedTriples() {
    refuseBlankNodes("<< <x:_:a> <x:p> \"_:b \\\" _:b <\"^^<x:_:d> >>");
    for (String triple :
        List.of(
            "<< _:b <x:p> \"a\" >>",
            "<< <x:a> <x:p> << <x:a> <x:p> _:b >> >>",
            "<< _:b \"p\" \"a\" >>",
            "<<_:b _:p _:o>>")) {
      Exception error = assertThrows(RuntimeException.class, () -> refuseBlankNodes(triple));
      assertTrue(error.getMessage(), error.getMessage().contains("a blank node"));
    }
  }

  private static void refuseBlankNodes(String triple) {
    Dataset<Row> table =
        LocalSpark.get()
            .sql("SELECT t AS s, t AS p, t AS o FROM (SELECT " + TERM + " t)")
            .withColumn(
                "o", col("o").withField("kind", lit("triple")).withField("value", lit(triple)));
    PatchOperations.diff(table.limit(0), table, null, null, true).collectAsList();
  }
}
