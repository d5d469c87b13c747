package io.github.jellybridge.spark.patch;

import static org.junit.Assert.assertEquals;

import io.github.jellybridge.spark.common.LocalSpark;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.Test;

/** Which columns of a table are those of statements. */
public class StatementColumnsTest {
  private static final String TERM =
      "named_struct('kind', 'iri', 'value', 'x:a', 'lang', cast(null AS string), 'datatype',"
          + " cast(null AS string))";

  /** As everywhere in Spark. */
  @Test
  public void columnsAreFoundAsTheSessionTakesNames() {
    Dataset<Row> table =
        LocalSpark.get().sql("SELECT t AS S, t AS P, t AS O, t AS G FROM (SELECT " + TERM + " t)");
    Dataset<Row> patch = PatchOperations.diff(table.limit(0), table);
    assertEquals(1, patch.where("op = 'A' AND g.value = 'x:a'").count());
  }
}
