package io.github.jellybridge.spark.jelly;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.spark.JellyPathCatalog;
import io.github.jellybridge.spark.scan.SavedFolder;
import io.github.jellybridge.spark.scan.SparkJelly;
import io.github.jellybridge.spark.scan.WrittenFiles;
import io.github.jellybridge.testing.Cases;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.SparkSession;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** Tests SQL that writes to paths and to tables of the session catalog. */
public class JellyInsertTest {
  private static final String IRI = "named_struct('kind', 'iri', 'value', 'http://example.org/%s')";

  @Rule public final TemporaryFolder temporary = new TemporaryFolder();
  private SparkSession spark;
  private Path target;
  private String table;

  @Before
  public void start() {
    spark = SparkJelly.spark();
    spark.conf().set("spark.sql.catalog.jelly", JellyPathCatalog.class.getName());
    target = temporary.getRoot().toPath().resolve("target");
    table = "jelly.`" + target + "`";
    WrittenFiles.statements("a", "b").createOrReplaceTempView("some");
    WrittenFiles.statements("x").createOrReplaceTempView("others");
  }

  @After
  public void stop() {
    spark.catalog().dropTempView("some");
    spark.catalog().dropTempView("others");
    spark.conf().unset("spark.sql.sources.partitionOverwriteMode");
  }

  private static String term(String local) {
    return String.format(IRI, local);
  }

  @Test
  public void insertIntoAPathThatIsNotThereMakesIt() {
    spark.sql("INSERT INTO " + table + " SELECT * FROM some");
    spark.sql("INSERT INTO " + table + " TABLE others");
    assertEquals(List.of("a", "b", "x"), WrittenFiles.locals(target));
  }

  @Test
  public void columnsGoByTheirNames() {
    spark.sql("INSERT INTO " + table + " SELECT o, s, p FROM some");
    spark.sql(
        "INSERT INTO "
            + table
            + " (p, o, s) VALUES ("
            + String.join(", ", term("p"), term("o"), term("s"))
            + ")");
    assertEquals(List.of("a", "b", "s"), WrittenFiles.locals(target));
  }

  @Test
  public void insertOverwriteReplacesAll() {
    spark.sql("INSERT INTO " + table + " SELECT * FROM some");
    spark.sql("INSERT OVERWRITE " + table + " SELECT * FROM others");
    assertEquals(List.of("x"), WrittenFiles.locals(target));
  }

  @Test
  public void anOptionCannotNameAnotherPathThanTheTable() {
    Path other = target.resolveSibling("other");
    spark.sql("INSERT INTO jelly.`" + other + "` SELECT * FROM others");
    String with = " WITH (`path` = '" + other + "')";
    Cases.each(
        List.of("INSERT INTO ", "INSERT OVERWRITE "),
        insert -> {
          Exception error =
              assertThrows(
                  Exception.class, () -> spark.sql(insert + table + with + " SELECT * FROM some"));
          assertTrue(error.getMessage(), error.getMessage().contains("path=" + other));
        });
    assertEquals(List.of("x"), WrittenFiles.locals(other));
    spark.sql("INSERT INTO " + table + " SELECT * FROM some");
    Cases.each(
        List.of("path", "paths"),
        name -> {
          Exception error =
              assertThrows(
                  Exception.class,
                  () -> spark.read().option(name, other.toString()).table(table).collectAsList());
          assertTrue(error.getMessage(), error.getMessage().contains("contradicts"));
        });
    // Repeating the same path is allowed.
    String same = " WITH (`path` = '" + target + "/')";
    spark.sql("INSERT INTO " + table + same + " SELECT * FROM others");
    assertEquals(List.of("a", "b", "x"), WrittenFiles.locals(target));
  }

  @Test
  public void insertOverwriteOfTheTableThatIsReadIsRefused() {
    spark.sql("INSERT INTO " + table + " SELECT * FROM some");
    for (String query :
        List.of(
            "SELECT * FROM " + table,
            "SELECT * FROM others WHERE s.kind = (SELECT max(s.kind) FROM " + table + ")")) {
      Exception error =
          assertThrows(Exception.class, () -> spark.sql("INSERT OVERWRITE " + table + " " + query));
      assertTrue(
          error.getMessage(), WrittenFiles.messages(error).contains("the query reads from it"));
    }
    assertEquals(List.of("a", "b"), WrittenFiles.locals(target));
    assertTrue(WrittenFiles.isClean(target));
  }

  @Test
  public void createTableAsSelectWritesThePath() {
    spark.sql(
        "CREATE TABLE "
            + table
            + " OPTIONS (compression 'gzip') PARTITIONED BY (letter)"
            + " AS SELECT *, substr(s.value, -1) AS letter FROM some");
    assertEquals(List.of("_SUCCESS", "letter=a", "letter=b"), WrittenFiles.names(target));
    assertTrue(WrittenFiles.names(target.resolve("letter=a")).get(0).endsWith(".jelly.gz"));
    Exception error =
        assertThrows(
            Exception.class, () -> spark.sql("CREATE TABLE " + table + " AS SELECT * FROM some"));
    assertTrue(error.getMessage(), error.getMessage().contains("already exists"));
    spark.sql("CREATE OR REPLACE TABLE " + table + " AS SELECT * FROM others");
    assertEquals(List.of("x"), WrittenFiles.locals(target));
  }

  /** Without our error, Spark would report success. */
  @Test
  public void replaceTableWithoutAQueryIsRefused() {
    spark.sql("INSERT INTO " + table + " SELECT * FROM some");
    Cases.each(
        List.of("REPLACE TABLE ", "CREATE OR REPLACE TABLE "),
        replace -> {
          Exception error =
              assertThrows(
                  Exception.class, () -> spark.sql(replace + table + " (s INT) USING jelly"));
          SavedFolder.assertContains(error.getMessage(), "REPLACE TABLE needs AS SELECT");
        });
    assertEquals(List.of("a", "b"), WrittenFiles.locals(target));
    spark.sql("INSERT OVERWRITE " + table + " SELECT * FROM some LIMIT 0");
    assertEquals(List.of(), WrittenFiles.locals(target));
  }

  @Test
  public void unsupportedCreateTableAsSelectIsRefused() {
    for (String[] each :
        new String[][] {
          {"OPTIONS (compresion 'gzip')", "did you mean 'compression'"},
          {"LOCATION '" + target.resolveSibling("other") + "'", "leave out LOCATION"},
          {"OPTIONS (path '" + target.resolveSibling("other") + "')", "leave out LOCATION"},
          {"USING parquet", "the format 'parquet'; leave out USING in SQL"},
          {"USING no.such.Format", "the format 'no.such.Format'"},
          {"COMMENT 'mine'", "leave out COMMENT"},
          {"TBLPROPERTIES ('compression' = 'gzip')", "leave out 'compression' in TBLPROPERTIES"}
        }) {
      Exception error =
          assertThrows(
              Exception.class,
              () -> spark.sql("CREATE TABLE " + table + " " + each[0] + " AS SELECT * FROM some"));
      SavedFolder.assertContains(error.getMessage(), each[1]);
    }
    assertTrue(!target.toFile().exists());
  }

  @Test
  public void createTableAsSelectMayNameTheFormat() {
    Cases.each(
        List.of("jelly", "JELLY", "`" + JellyDataSource.class.getName() + "`"),
        format -> {
          spark.sql(
              "CREATE OR REPLACE TABLE "
                  + table
                  + " USING "
                  + format
                  + " OPTIONS (Compression 'gzip') AS SELECT * FROM others");
          assertEquals(1, spark.table(table).count());
          assertTrue(WrittenFiles.names(target).toString().contains(".jelly.gz"));
        });
  }

  @Test
  public void saveMayNameTheClassOfTheFormat() {
    spark.table("some").write().format(JellyDataSource.class.getName()).save(target.toString());
    assertEquals(List.of("a", "b"), WrittenFiles.locals(target));
  }

  @Test
  public void fieldsOfNothingButNullsAreWritten() {
    spark.sql(
        "CREATE TABLE "
            + table
            + " AS SELECT s, p, named_struct('kind', 'literal', 'value', 'x', 'lang', NULL,"
            + " 'datatype', NULL) AS o FROM some");
    assertEquals(
        List.of("[[literal,x,null,null],2]"),
        SparkJelly.rows(spark.sql("SELECT o, count(*) FROM " + table + " GROUP BY o")));
    Exception error =
        assertThrows(
            Exception.class,
            () ->
                spark.sql(
                    "CREATE OR REPLACE TABLE "
                        + table
                        + " AS SELECT s, p, named_struct('kind', 'iri', 'value', NULL) AS o"
                        + " FROM some"));
    SavedFolder.assertContains(error.getMessage(), "must hold terms");
  }

  @Test
  public void aCreateTableAsSelectThatFailsLeavesNothing() {
    assertThrows(
        Exception.class,
        () ->
            spark.sql(
                "CREATE TABLE "
                    + table
                    + " AS SELECT s, p, named_struct('kind', 'dog', 'value', 'x') AS o FROM some"));
    assertTrue(!target.toFile().exists());
  }

  @Test
  public void partitionsAreInsertedAndOverwrittenOneByOne() {
    String letters = "SELECT *, substr(s.value, -1) AS letter FROM ";
    spark.sql("CREATE TABLE " + table + " PARTITIONED BY (letter) AS " + letters + "some");
    spark.sql("INSERT INTO " + table + " " + letters + "others");
    spark.sql("INSERT OVERWRITE " + table + " PARTITION (letter = 'a') SELECT * FROM others");
    String count =
        "SELECT letter, count(*), max(s.value) FROM " + table + " GROUP BY letter ORDER BY 1";
    assertEquals(
        List.of(
            "[a,1,http://example.org/x]",
            "[b,1,http://example.org/b]",
            "[x,1,http://example.org/x]"),
        SparkJelly.rows(spark.sql(count)));
    spark.conf().set("spark.sql.sources.partitionOverwriteMode", "dynamic");
    spark.sql("INSERT OVERWRITE " + table + " SELECT s, p, o, 'b' AS letter FROM others");
    assertEquals(
        List.of(
            "[a,1,http://example.org/x]",
            "[b,1,http://example.org/x]",
            "[x,1,http://example.org/x]"),
        SparkJelly.rows(spark.sql(count)));
  }

  @Test
  public void aTableOfTheSessionCatalogIsWritten() {
    spark.sql("INSERT INTO " + table + " SELECT * FROM some");
    spark.sql(
        "CREATE TABLE kept USING jelly OPTIONS (path '" + target + "', termFormat 'ntriples')");
    try {
      spark.sql("INSERT INTO kept SELECT * FROM others");
      assertEquals(List.of("a", "b", "x"), WrittenFiles.locals(target));
      assertEquals(
          List.of("[<http://example.org/x>]"),
          SparkJelly.rows(spark.sql("SELECT max(s) FROM kept")));
      spark.sql("INSERT OVERWRITE kept SELECT * FROM others");
      assertEquals(List.of("x"), WrittenFiles.locals(target));
    } finally {
      spark.sql("DROP TABLE kept");
    }
  }

  @Test
  public void showCreateTableMakesTheSameTable() {
    spark.sql("INSERT INTO " + table + " SELECT * FROM some");
    spark.sql(
        "CREATE TABLE kept USING jelly OPTIONS (termFormat 'ntriples') LOCATION '" + target + "'");
    try {
      String create = spark.sql("SHOW CREATE TABLE kept").head().getString(0);
      SavedFolder.assertContains(create, "USING jelly", target.toString(), "'ntriples'");
      spark.sql("DROP TABLE kept");
      spark.sql(create);
      assertEquals(
          List.of("[<http://example.org/b>]"),
          SparkJelly.rows(spark.sql("SELECT max(s) FROM kept")));
    } finally {
      spark.sql("DROP TABLE IF EXISTS kept");
    }
    String about = SparkJelly.rows(spark.sql("DESCRIBE EXTENDED " + table)).toString();
    SavedFolder.assertContains(
        about, "[Type,EXTERNAL,", "[Provider,jelly,", "[Location," + target + ",");
  }

  @Test
  public void theFolderOfATableMayBeNamedWithoutItsFileSystem() {
    spark.sql("INSERT INTO " + table + " SELECT * FROM some");
    spark.sql("CREATE TABLE kept USING jelly LOCATION '" + target.toUri() + "'");
    try {
      spark
          .table("others")
          .write()
          .format("jelly")
          .mode("append")
          .option("path", target.toString())
          .saveAsTable("kept");
      assertEquals(List.of("a", "b", "x"), WrittenFiles.locals(target));
    } finally {
      spark.sql("DROP TABLE kept");
    }
  }

  /** Without our error, Spark would ask for a path. */
  @Test
  public void aNewTableOfTheSessionCatalogIsRefusedWithoutFiles() {
    Cases.each(
        List.of("", " AS SELECT * FROM some"),
        query -> {
          Exception error =
              assertThrows(
                  Exception.class, () -> spark.sql("CREATE TABLE kept USING jelly" + query));
          SavedFolder.assertContains(
              error.getMessage(), "save(", "CREATE TABLE t USING jelly LOCATION");
        });
    Exception error =
        assertThrows(
            Exception.class, () -> spark.table("some").write().format("jelly").saveAsTable("kept"));
    SavedFolder.assertContains(error.getMessage(), "save(", "CREATE TABLE t USING jelly LOCATION");
  }

  /** Tests names with a hyphen, which SQL requires in backquotes. */
  @Test
  public void statementsThatErrorsNameCanBeRun() {
    Cases.each(
        List.of("rdf-borsh", "jelly-patch"),
        format -> {
          Exception error =
              assertThrows(
                  Exception.class, () -> spark.sql("CREATE TABLE kept USING `" + format + "`"));
          SavedFolder.assertContains(
              error.getMessage(), "CREATE TABLE t USING `" + format + "` LOC");
        });
  }

  @Test
  public void theWriterOfTablesKnowsPaths() throws Exception {
    spark.table("some").writeTo(table).append();
    spark.table("others").write().insertInto(table);
    assertEquals(List.of("a", "b", "x"), WrittenFiles.locals(target));
    spark.table("others").write().format("jelly").mode("overwrite").saveAsTable(table);
    assertEquals(List.of("x"), WrittenFiles.locals(target));
  }

  @Test
  public void saveAsTableWithoutAFormatIsRefusedWithAnAlternative() {
    Exception error =
        assertThrows(Exception.class, () -> spark.table("some").write().saveAsTable(table));
    SavedFolder.assertContains(
        error.getMessage(), "the format 'parquet'", ".format(\"jelly\") before saveAsTable");
  }
}
