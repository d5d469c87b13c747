package io.github.jellybridge.spark.scan;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.spark.JellySessionCatalog;
import io.github.jellybridge.spark.SessionCatalogCase;
import io.github.jellybridge.testing.Cases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.Trigger;
import org.apache.spark.sql.types.StructType;
import org.junit.Test;

/** Tests managed and external tables in a session with our catalog and without it. */
public class JellySessionCatalogTest extends SessionCatalogCase {
  @Test
  public void saveAsTableMakesATableThatSparkDropsWithItsFiles() {
    spark.table("some").write().format("jelly").saveAsTable("kept");
    spark.table("others").write().format("jelly").mode("append").saveAsTable("kept");
    assertEquals(List.of("a", "b", "x"), WrittenFiles.locals(database.resolve("kept")));
    assertEquals(3, spark.table("kept").count());
    assertThrows(
        Exception.class, () -> spark.table("some").write().format("jelly").saveAsTable("kept"));
    spark.sql("DROP TABLE kept");
    assertFalse(Files.exists(database.resolve("kept")));
  }

  @Test
  public void aTableWithoutRowsKeepsItsColumns() {
    String made = "PARTITIONED BY (y) AS SELECT *, '01' y FROM some";
    spark.sql("CREATE TABLE kept USING jelly OPTIONS (physicalType 'TRIPLES') " + made);
    StructType columns = spark.table("kept").schema();
    Cases.each(
        List.of("DELETE FROM kept WHERE y < '02'", "TRUNCATE TABLE kept"),
        statement -> {
          spark.sql(statement);
          assertEquals(0, spark.table("kept").count());
          assertEquals(columns, spark.table("kept").schema());
          spark.sql("INSERT INTO kept SELECT *, '007' y FROM some");
          assertEquals(2, spark.table("kept").where("y = '007'").count());
        });
  }

  @Test
  public void aTableThatIsReplacedKeepsItsRowsUntilThereAreOthers() {
    Path folder = database.resolve("kept");
    spark.sql("CREATE TABLE kept USING jelly AS SELECT * FROM some");
    assertThrows(
        Exception.class,
        () -> failing().write().format("jelly").mode("overwrite").saveAsTable("kept"));
    assertRefused(
        "CREATE OR REPLACE TABLE kept USING jelly AS SELECT * FROM kept",
        "the query reads from it");
    assertEquals(List.of("a", "b"), WrittenFiles.locals(folder));
    assertEquals(List.of("kept"), tables());
    spark.table("others").write().format("jelly").mode("overwrite").saveAsTable("kept");
    assertEquals(List.of("x"), WrittenFiles.locals(folder));
    spark.sql("REPLACE TABLE kept USING jelly OPTIONS (compression 'gzip') AS SELECT * FROM some");
    spark.sql("INSERT INTO kept SELECT * FROM others");
    assertEquals(3, spark.table("kept").count());
    assertEquals(List.of(), WrittenFiles.jellyFiles(folder)); // all files end in .gz
  }

  @Test
  public void aTableThatCannotBeMadeLeavesNothing() {
    assertThrows(Exception.class, () -> failing().write().format("jelly").saveAsTable("kept"));
    String create = "CREATE OR REPLACE TABLE kept USING jelly ";
    assertRefused(
        create + "OPTIONS (compresion 'gzip') AS SELECT * FROM some", "did you mean 'compression'");
    for (int i = 0; i < 2; i++) {
      assertRefused(
          create
              + "CLUSTERED BY (s) INTO 2 BUCKETS LOCATION '"
              + outside
              + "' AS SELECT * FROM some",
          "not by bucket");
      spark.sql("INSERT INTO jelly.`" + outside + "` SELECT * FROM some");
    }
    assertEquals(List.of(), tables());
    assertFalse(Files.exists(database.resolve("kept")));
  }

  @Test
  public void aTableWithoutRowsHasItsColumns() {
    spark.sql("CREATE TABLE plain USING jelly");
    assertEquals(List.of(), SparkJelly.rows(spark.sql("SELECT s.value FROM plain")));
    String term = "STRUCT<kind: STRING, value: STRING, lang: STRING, datatype: STRING>";
    spark.sql(
        String.format(
            "CREATE TABLE parts (s %1$s, p %1$s, o %1$s, g %1$s, year INT) USING jelly"
                + " PARTITIONED BY (year)",
            term));
    assertEquals(List.of(), SparkJelly.rows(spark.sql("SELECT year FROM parts WHERE year > 3")));
    spark.sql("INSERT INTO parts SELECT s, p, o, 2026 AS year FROM some");
    assertEquals(
        List.of("a", "b"), WrittenFiles.locals(database.resolve("parts").resolve("year=2026")));
  }

  @Test
  public void columnsDeclaredBeforeTheFirstRowsApplyToThem() {
    spark.sql("CREATE TABLE kept USING jelly");
    Dataset<Row> before = spark.table("kept");
    spark.sql("INSERT INTO kept SELECT * FROM some");
    assertEquals(2, before.count());
    spark.sql("CREATE TABLE texts (s STRING, p STRING, o STRING) USING jelly");
    Exception error = assertThrows(Exception.class, () -> spark.table("texts").collectAsList());
    SavedFolder.assertContains(
        error.getMessage(), "made with a column s of type string, but has struct<");
    spark.sql("CREATE TABLE globs USING jelly LOCATION '" + database + "/ke*'");
    assertEquals(2, spark.table("globs").count());
  }

  @Test
  public void aTableIsTheFolderOfItsNameAlsoWhereThatIsAGlob() throws IOException {
    Path folder = Files.createDirectories(database.resolve("now[1]"));
    String create = "TABLE kept USING jelly LOCATION '" + folder + "' AS SELECT * FROM ";
    spark.table("others").write().format("jelly").save(database.resolve("now1").toString());
    spark.sql("CREATE " + create + "some");
    assertEquals(2, spark.table("kept").count());
    spark.sql("INSERT INTO kept SELECT * FROM some");
    assertEquals(4, spark.table("kept").count());
    spark.sql("DELETE FROM kept");
    assertEquals(0, spark.table("kept").count());
    assertEquals(List.of("x"), WrittenFiles.locals(database.resolve("now1")));
    assertFalse(
        spark.sql("SHOW TBLPROPERTIES kept").collectAsList().toString().contains("globPaths"));
  }

  @Test
  public void aTableThatIsAGlobIsNotWrittenTo() {
    spark.table("some").write().format("jelly").save(database.resolve("kept").toString());
    spark.sql("CREATE TABLE globs USING jelly LOCATION '" + database + "/ke*'");
    assertRefused(
        "INSERT INTO globs SELECT * FROM others", database + "/ke*: no folder has this name");
    assertEquals(2, spark.table("globs").count());
  }

  @Test
  public void aTableWithAPathIsANameForItsFiles() {
    String create = "TABLE kept USING jelly LOCATION '" + outside + "' AS SELECT * FROM ";
    spark.sql("CREATE " + create + "some");
    assertEquals(List.of("a", "b"), WrittenFiles.locals(outside));
    spark.sql("DROP TABLE kept");
    assertRefused("CREATE " + create + "others", "There are files at", "saveAsTable");
    assertEquals(List.of(), tables());
    // First the name is created, then it is replaced.
    spark.sql("CREATE OR REPLACE " + create + "others");
    assertEquals(List.of("x"), WrittenFiles.locals(outside));
    spark.sql("CREATE OR REPLACE " + create + "some");
    assertEquals(List.of("a", "b"), WrittenFiles.locals(outside));
    assertRefused(
        "CREATE OR REPLACE TABLE kept USING jelly LOCATION '" + database + "/no' AS TABLE some",
        "its files are at file:" + outside);
    assertEquals(2, spark.table("kept").count());
  }

  @Test
  public void onlyTablesOfTheSameFormatAreReplaced() {
    spark.sql("CREATE TABLE kept USING `rdf-borsh` AS SELECT * FROM some");
    assertRefused(
        "CREATE OR REPLACE TABLE kept USING jelly AS SELECT * FROM others",
        "its format is 'rdf-borsh'");
    spark.sql("CREATE TABLE numbers USING parquet AS SELECT 1 AS n");
    spark.sql("INSERT INTO numbers VALUES (2)");
    assertRefused(
        "CREATE OR REPLACE TABLE numbers USING jelly AS SELECT * FROM others",
        "its format is 'parquet'");
    assertEquals(2, spark.table("kept").count());
    assertEquals(2, spark.table("numbers").count());
    assertEquals(List.of("kept", "numbers"), tables());
  }

  @Test
  public void propertiesChangeAndColumnsDoNot() {
    spark.sql("CREATE TABLE kept USING jelly COMMENT 'mine' AS SELECT * FROM some");
    spark.sql("ALTER TABLE kept SET TBLPROPERTIES ('made.by' = 'test')");
    SavedFolder.assertContains(
        SparkJelly.rows(spark.sql("DESCRIBE EXTENDED kept")).toString(),
        "[Type,MANAGED,",
        "made.by=test");
    assertRefused("ALTER TABLE kept ADD COLUMNS (z INT)", "'jelly' files are fixed");
    spark.sql("ALTER TABLE kept RENAME TO renamed");
    assertEquals(2, spark.table("renamed").count());
  }

  @Test
  public void propertiesThatAreNoOptionsAreKept() {
    spark.sql("CREATE TABLE made USING jelly TBLPROPERTIES ('quality' = 'gold') AS TABLE some");
    spark.sql("CREATE TABLE kept USING jelly AS SELECT * FROM some");
    spark.sql("ALTER TABLE kept SET TBLPROPERTIES ('quality' = 'gold')");
    Cases.each(
        List.of("made", "kept"),
        table -> {
          spark.sql("INSERT INTO " + table + " SELECT * FROM others");
          assertEquals(3, spark.table(table).count());
          String properties = SparkJelly.rows(spark.sql("SHOW TBLPROPERTIES " + table)).toString();
          SavedFolder.assertContains(properties, "quality,gold");
          spark.sql("ALTER TABLE " + table + " UNSET TBLPROPERTIES ('quality')");
        });
    assertRefused(
        "CREATE TABLE wrong USING jelly OPTIONS (qality 'gold') LOCATION '" + outside + "'",
        "Unknown option 'qality'");
    assertRefused(
        "INSERT INTO made SELECT * FROM kept WITH (qality = 'gold')", "Unknown option 'qality'");
  }

  @Test
  public void propertiesWithTheNameOfAnOptionAreTheOption() {
    spark.sql("CREATE TABLE kept USING jelly OPTIONS (compression 'gzip') AS SELECT * FROM some");
    spark.sql("ALTER TABLE kept SET TBLPROPERTIES ('compression' = 'none')");
    spark.sql("INSERT OVERWRITE kept SELECT * FROM others");
    assertEquals(1, WrittenFiles.jellyFiles(database.resolve("kept")).size());
    for (String change :
        List.of("SET TBLPROPERTIES ('%s' = 'gzip')", "UNSET TBLPROPERTIES ('%s')")) {
      assertRefused(
          "ALTER TABLE kept " + change.formatted("option.compression"),
          "Change the property 'compression' instead");
    }
  }

  @Test
  public void aPropertyThatIsNoValueOfItsOptionCanBeTakenBack() {
    spark.sql("CREATE TABLE kept USING jelly AS SELECT * FROM some");
    Cases.each(
        List.of(JellySessionCatalog.class.getName(), "builtin"),
        catalog -> {
          SparkSession other = spark.newSession();
          other.conf().set(CATALOG, catalog);
          other.sql("ALTER TABLE tables.kept SET TBLPROPERTIES ('strict' = 'very')");
          Exception error = assertThrows(Exception.class, () -> spark.table("kept").count());
          SavedFolder.assertContains(
              WrittenFiles.messages(error), "'strict' must be true or false");
          other.sql("ALTER TABLE tables.kept UNSET TBLPROPERTIES ('strict')");
          assertEquals(2, spark.table("kept").count());
        });
  }

  @Test
  public void aStreamMakesATableAndReadsOne() throws Exception {
    spark.sql("CREATE TABLE source USING jelly AS SELECT * FROM some");
    for (int i = 0; i < 2; i++) {
      spark
          .readStream()
          .table("source")
          .writeStream()
          .format("jelly")
          .option("checkpointLocation", outside.toString())
          .trigger(Trigger.AvailableNow())
          .toTable("sink")
          .awaitTermination();
    }
    assertEquals(List.of("a", "b"), WrittenFiles.locals(database.resolve("sink")));
  }

  @Test
  public void withoutTheCatalogOnlyTablesWithAPathAreMade() {
    spark.conf().unset(CATALOG);
    assertRefused(
        "CREATE TABLE kept USING jelly AS SELECT * FROM some",
        CATALOG + "=" + JellySessionCatalog.class.getName());
    spark.sql("CREATE TABLE kept USING jelly LOCATION '" + outside + "' AS SELECT * FROM some");
    assertEquals(List.of("a", "b"), WrittenFiles.locals(outside));
    assertTrue(tables().contains("kept"));
  }
}
