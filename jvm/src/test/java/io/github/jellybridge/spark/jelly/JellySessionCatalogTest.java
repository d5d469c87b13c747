package io.github.jellybridge.spark.jelly;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.spark.JellySessionCatalog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.Trigger;
import org.apache.spark.sql.types.StructType;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** Tables whose folders Spark chooses, and others, in a session with our catalog and without it. */
public class JellySessionCatalogTest {
  private static final String CATALOG = "spark.sql.catalog.spark_catalog";

  @Rule public final TemporaryFolder temporary = new TemporaryFolder();
  private SparkSession spark;
  private Path database;
  private Path outside;

  @Before
  public void start() {
    spark = SparkJelly.spark().newSession();
    spark.conf().set(CATALOG, JellySessionCatalog.class.getName());
    spark.conf().set("spark.sql.catalog.jelly", JellyPathCatalog.class.getName());
    database = temporary.getRoot().toPath().resolve("database");
    outside = temporary.getRoot().toPath().resolve("outside");
    spark.sql("CREATE DATABASE tables LOCATION '" + database + "'");
    spark.sql("USE tables");
    view("some", "a", "b");
    view("others", "x");
  }

  @After
  public void stop() {
    spark.sql("DROP DATABASE tables CASCADE");
  }

  private void view(String name, String... locals) {
    spark
        .createDataFrame(WrittenFiles.statements(locals).collectAsList(), WrittenFiles.TRIPLE)
        .createOrReplaceTempView(name);
  }

  private Dataset<Row> failing() {
    return spark.sql("SELECT s, p, if(raise_error('boom') IS NULL, o, p) AS o FROM others");
  }

  private List<String> tables() {
    return spark
        .sql("SHOW TABLES IN tables")
        .select("tableName")
        .where("!isTemporary")
        .collectAsList()
        .stream()
        .map(row -> row.getString(0))
        .toList();
  }

  private void assertRefused(String sql, String... parts) {
    Exception error = assertThrows(Exception.class, () -> spark.sql(sql));
    SavedFolder.assertContains(WrittenFiles.messages(error), parts);
  }

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
    for (String statement : List.of("DELETE FROM kept WHERE y < '02'", "TRUNCATE TABLE kept")) {
      spark.sql(statement);
      assertEquals(0, spark.table("kept").count());
      assertEquals(columns, spark.table("kept").schema());
      spark.sql("INSERT INTO kept SELECT *, '007' y FROM some");
      assertEquals(2, spark.table("kept").where("y = '007'").count());
    }
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
    assertEquals(List.of(), WrittenFiles.jellyFiles(folder)); // all end in .gz
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
  public void partitionColumnsKeepTheTypesOfTheQueryWhoseFilesTakeThePlaceOfOthers() {
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

  /** Folders are compared by the types that the columns were made with, which none can tell. */
  @Test
  public void partitionsOfTypesThatFoldersDoNotTellAreDeletedAndOverwritten() {
    for (String typed : List.of("1Y", "2S", "true", "2.50BD", "0.1F")) {
      String made = "AS SELECT *, " + typed + " AS k, 1 AS n FROM some";
      spark.sql("CREATE TABLE kept USING jelly PARTITIONED BY (k, n) " + made);
      spark.sql("INSERT INTO kept SELECT *, " + typed + " AS k, 2 AS n FROM some");
      spark.sql("DELETE FROM kept WHERE k = " + typed + " AND n = 2");
      assertEquals(typed, 2, spark.table("kept").count());
      spark.sql("INSERT OVERWRITE kept PARTITION (k = " + typed + ") SELECT *, 3 AS n FROM others");
      assertEquals(typed, 1, spark.table("kept").count());
      spark.sql("DROP TABLE kept");
    }
  }

  /** Nobody writes such a folder but other programs. */
  @Test
  public void aDecimalIsReplacedWhateverItsFolderWritesBehindThePoint() throws Exception {
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
  public void whatWasToldOfATableWithoutRowsHoldsForThoseThatCome() {
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
    assertRefused("INSERT INTO globs SELECT * FROM others", database + "/ke* matches", "folder");
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
    // Once the name is made, and once it is there.
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
  public void onlyAFormatOfOursIsReplaced() {
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
    for (String table : List.of("made", "kept")) {
      spark.sql("INSERT INTO " + table + " SELECT * FROM others");
      assertEquals(3, spark.table(table).count());
      String properties = SparkJelly.rows(spark.sql("SHOW TBLPROPERTIES " + table)).toString();
      SavedFolder.assertContains(properties, "quality,gold");
      spark.sql("ALTER TABLE " + table + " UNSET TBLPROPERTIES ('quality')");
    }
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
          "the option itself is the property 'compression'");
    }
  }

  @Test
  public void aPropertyThatIsNoValueOfItsOptionCanBeTakenBack() {
    spark.sql("CREATE TABLE kept USING jelly AS SELECT * FROM some");
    for (String catalog : List.of(JellySessionCatalog.class.getName(), "builtin")) {
      SparkSession other = spark.newSession();
      other.conf().set(CATALOG, catalog);
      other.sql("ALTER TABLE tables.kept SET TBLPROPERTIES ('strict' = 'very')");
      Exception error = assertThrows(Exception.class, () -> spark.table("kept").count());
      SavedFolder.assertContains(WrittenFiles.messages(error), "'strict' must be true or false");
      other.sql("ALTER TABLE tables.kept UNSET TBLPROPERTIES ('strict')");
      assertEquals(2, spark.table("kept").count());
    }
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
