package io.github.jellybridge.spark.scan;

import static org.junit.Assert.assertEquals;

import io.github.jellybridge.spark.SessionCatalogCase;
import io.github.jellybridge.testing.Cases;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.types.StructType;
import org.junit.Test;

/** Tests partition columns of tables in a session with our catalog. */
public class JellySessionPartitionsTest extends SessionCatalogCase {
  @Test
  public void partitionColumnsKeepTheTypesOfTheQueryThatMadeThem() {
    spark.sql(
        "CREATE TABLE kept USING jelly PARTITIONED BY (month, rate) AS"
            + " SELECT *, '01' AS month, CAST(2.5 AS DECIMAL(5,2)) AS rate FROM some");
    spark.sql("INSERT INTO kept PARTITION (month = '1', rate = 3) SELECT * FROM others");
    assertEquals(
        List.of("[01,2.50,2]", "[1,3.00,1]"),
        SparkJelly.rows(
            spark.sql("SELECT month, rate, count(*) FROM kept GROUP BY ALL ORDER BY ALL")));
    assertEquals(
        List.of("[2]"), SparkJelly.rows(spark.sql("SELECT count(*) FROM kept WHERE month = '01'")));
    assertRefused(
        "CREATE OR REPLACE TABLE kept USING jelly AS SELECT * FROM some",
        "its partition columns are struct<month:string,rate:decimal(5,2)>, not struct<>",
        "DROP TABLE it first");
  }

  @Test
  public void partitionColumnsKeepTheTypesOfTheQueryWhoseFilesReplaceOthers() {
    String month = "PARTITIONED BY (month) LOCATION '" + outside + "' AS SELECT *, ";
    spark.sql("CREATE TABLE old USING jelly " + month + "1 AS month FROM some");
    String failing = "if(raise_error('boom') IS NULL, '01', '01') AS month FROM others";
    assertRefused("CREATE OR REPLACE TABLE kept USING jelly " + month + failing, "boom");
    assertEquals(List.of("old"), tables());
    spark.sql("CREATE OR REPLACE TABLE kept USING jelly " + month + "'01' AS month FROM others");
    assertEquals(List.of("[01]"), SparkJelly.rows(spark.sql("SELECT month FROM kept")));
    spark.sql("DROP TABLE kept");
    spark.table("some").write().format("jelly").mode("overwrite").save(outside.toString());
    spark.sql("CREATE OR REPLACE TABLE kept USING jelly " + month + "'02' AS month FROM others");
    assertEquals(List.of("[02]"), SparkJelly.rows(spark.sql("SELECT month FROM kept")));
  }

  /**
   * Tests that folders are compared by the types in the catalog, which folder names do not show.
   */
  @Test
  public void partitionsOfTypesThatFoldersDoNotShowAreDeletedAndOverwritten() {
    Cases.each(
        List.of("1Y", "2S", "true", "2.50BD", "0.1F"),
        typed -> {
          String made = "AS SELECT *, " + typed + " AS k, 1 AS n FROM some";
          spark.sql("CREATE TABLE kept USING jelly PARTITIONED BY (k, n) " + made);
          spark.sql("INSERT INTO kept SELECT *, " + typed + " AS k, 2 AS n FROM some");
          spark.sql("DELETE FROM kept WHERE k = " + typed + " AND n = 2");
          assertEquals(typed, 2, spark.table("kept").count());
          spark.sql(
              "INSERT OVERWRITE kept PARTITION (k = " + typed + ") SELECT *, 3 AS n FROM others");
          assertEquals(typed, 1, spark.table("kept").count());
          spark.sql("DROP TABLE kept");
        });
  }

  /** Tests folder names that only other programs write. */
  @Test
  public void aDecimalIsReplacedWithAnyTrailingZerosInItsFolder() throws Exception {
    String made = "AS SELECT *, CAST(2.5 AS DECIMAL(5,2)) AS k FROM some";
    spark.sql("CREATE TABLE kept USING jelly PARTITIONED BY (k) " + made);
    Files.move(database.resolve("kept/k=2.50"), database.resolve("kept/k=2.5"));
    spark.conf().set("spark.sql.sources.partitionOverwriteMode", "dynamic");
    spark.sql("INSERT OVERWRITE kept SELECT *, CAST(2.5 AS DECIMAL(5,2)) AS k FROM others");
    assertEquals(1, spark.table("kept").count());
  }

  @Test
  public void partitionColumnsKeepTheirTypesWhereNoneAreInferred() throws Exception {
    String rows = "SELECT *, DATE '2026-01-01' AS day, 1 AS n FROM ";
    spark.sql("CREATE TABLE kept USING jelly PARTITIONED BY (day, n) AS " + rows + "some");
    Path day = database.resolve("kept/day=2026-01-01");
    Files.move(day.resolve("n=1"), day.resolve("n=01"));
    StructType columns = spark.table("kept").schema();
    spark.conf().set("spark.sql.sources.partitionColumnTypeInference.enabled", "false");
    assertEquals(columns, spark.table("kept").schema());
    spark.conf().set("spark.sql.sources.partitionOverwriteMode", "dynamic");
    spark.sql("INSERT OVERWRITE kept " + rows + "others");
    assertEquals(1, spark.table("kept").count());
  }

  @Test
  public void aTypeThatTheFoldersNoLongerFitIsInferredAgain() {
    spark.sql(
        "CREATE TABLE kept USING jelly PARTITIONED BY (day) AS"
            + " SELECT *, DATE '2026-01-01' AS day FROM some");
    assertEquals("date", spark.table("kept").schema().apply("day").dataType().catalogString());
    spark
        .sql("SELECT *, '2026-01-02 03:04:05' AS day FROM others")
        .write()
        .format("jelly")
        .mode("append")
        .partitionBy("day")
        .save(database.resolve("kept").toString());
    assertEquals(
        List.of("[2026-01-01 00:00:00.0]", "[2026-01-02 03:04:05.0]"),
        SparkJelly.rows(spark.sql("SELECT DISTINCT day FROM kept ORDER BY day")));
  }
}
