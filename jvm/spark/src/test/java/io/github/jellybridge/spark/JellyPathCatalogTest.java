package io.github.jellybridge.spark;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.spark.listing.CountingFileSystem;
import io.github.jellybridge.spark.scan.JellySamples;
import io.github.jellybridge.spark.scan.SparkJelly;
import io.github.jellybridge.testing.Cases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.jena.sparql.core.Quad;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.SparkSession;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** Tests that SQL can name Jelly files by path and gets the rows that the reader gives. */
public class JellyPathCatalogTest {
  @Rule public final TemporaryFolder temporary = new TemporaryFolder();
  private SparkSession spark;
  private Path folder;

  @Before
  public void start() {
    spark = SparkJelly.spark();
    spark.conf().set("spark.sql.catalog.jelly", JellyPathCatalog.class.getName());
    folder = temporary.getRoot().toPath();
    for (String name : List.of("lang=en/a.jelly", "lang=de/b.jelly")) {
      Path file = folder.resolve(name);
      file.getParent().toFile().mkdirs();
      List<Quad> statements =
          List.of(
              JellySamples.triple(
                  JellySamples.iri("s"), JellySamples.iri("p"), JellySamples.text(name)),
              JellySamples.triple(
                  JellySamples.iri("s"), JellySamples.iri("q"), JellySamples.text("x")));
      JellySamples.writeTriples(file, statements, 10);
    }
  }

  @Test
  public void aFileAFolderAndAGlobAreTables() {
    Cases.each(
        List.of("/lang=en/a.jelly", "", "/lang=*/?.jelly"),
        path -> {
          assertEquals(
              SparkJelly.rows(
                  SparkJelly.read(Path.of(folder + path)).orderBy("s.value", "o.value")),
              SparkJelly.rows(
                  spark.sql(
                      "SELECT * FROM jelly.`" + folder + path + "` ORDER BY s.value, o.value")));
        });
  }

  /** Tests that the folder with the literal name counts, as rows are written there. */
  @Test
  public void aTableWhoseNameLooksLikeAGlobIsMadeOnce() {
    String table = "jelly.`" + folder + "/now[1]`";
    String rows = " AS SELECT s, p, o FROM jelly.`" + folder + "/lang=en`";
    spark.sql("CREATE TABLE " + table + rows);
    assertThrows(Exception.class, () -> spark.sql("CREATE TABLE " + table + rows));
    spark.sql("CREATE TABLE IF NOT EXISTS " + table + rows);
    assertEquals(2, SparkJelly.read(folder.resolve("now\\[1\\]")).count());
  }

  @Test
  public void optionsOfACatalogMayNameAFileSystem() throws IOException {
    CountingFileSystem.forget();
    spark.conf().set("spark.sql.catalog.counted", JellyPathCatalog.class.getName());
    CountingFileSystem.OPTIONS.forEach(
        (key, value) -> spark.conf().set("spark.sql.catalog.counted." + key, value));
    String table = "counted.`counted:" + folder + "/new[1]`";
    spark.sql("CREATE TABLE " + table + " AS SELECT s, p, o FROM jelly.`" + folder + "/lang=en`");
    assertEquals(2, spark.table(table).count());
  }

  @Test
  public void aTableIsTheFolderOfItsNameAlsoWhereThatIsAGlob() {
    String table = "jelly.`" + folder + "/now[1]`";
    String insert = " SELECT s, p, o FROM jelly.`" + folder + "/lang=en`";
    spark.sql("INSERT INTO jelly.`" + folder + "/now1`" + insert);
    assertEquals("reads the matching folder before its own exists", 2, spark.table(table).count());
    for (int times = 1; times <= 2; times++) {
      spark.sql("INSERT INTO " + table + insert);
      assertEquals(times * 2L, spark.table(table).count());
    }
    spark.sql("TRUNCATE TABLE " + table);
    assertEquals(0, spark.table(table).count());
    assertEquals(2, SparkJelly.read(folder.resolve("now1")).count());
  }

  /**
   * Tests a path inside of a partition: the folders of new partitions would belong beside its own.
   */
  @Test
  public void aPartitionThatIsReadAsPartOfItsTableIsNotWritten() throws IOException {
    Path below = Files.createDirectories(folder.resolve("lang=en/below"));
    Files.copy(folder.resolve("lang=en/a.jelly"), below.resolve("a.jelly"));
    Files.delete(folder.resolve("lang=en/a.jelly"));
    Cases.each(
        List.of("/lang=en", "/lang=en/below"),
        part -> {
          assertNotWritten("'" + folder + part + "'");
        });
  }

  private void assertNotWritten(String part) {
    spark.sql("CREATE TABLE part USING jelly OPTIONS (basePath '" + folder + "') LOCATION " + part);
    try {
      assertEquals(2, spark.sql("SELECT * FROM part WHERE lang = 'en'").count());
      for (String statement :
          List.of(
              "INSERT INTO part SELECT * FROM part",
              "DELETE FROM part WHERE lang = 'en'",
              "TRUNCATE TABLE part")) {
        Exception error = assertThrows(Exception.class, () -> spark.sql(statement));
        assertTrue(error.getMessage(), error.getMessage().contains("basePath"));
      }
      assertEquals(2, spark.sql("SELECT * FROM part").count());
    } finally {
      spark.sql("DROP TABLE part");
    }
  }

  @Test
  public void partitionColumnsAndPushdownWorkInSql() {
    List<String> rows =
        SparkJelly.rows(
            spark.sql(
                "SELECT p.value, count(*) FROM jelly.`"
                    + folder
                    + "` WHERE lang = 'en' GROUP BY p.value ORDER BY 1"));
    assertEquals(List.of("[http://example.org/p,1]", "[http://example.org/q,1]"), rows);
  }

  /** Tests the statements that the errors of the catalog suggest instead of CREATE TABLE. */
  @Test
  public void tablesAndViewsOfTheSessionWork() {
    Cases.each(
        List.of("TABLE", "TEMPORARY VIEW"),
        what -> {
          spark.sql("CREATE " + what + " pages USING jelly OPTIONS (path '" + folder + "')");
          try {
            assertEquals(
                List.of("[de,2]", "[en,2]"),
                SparkJelly.rows(
                    spark.sql("SELECT lang, count(*) FROM pages GROUP BY lang ORDER BY lang")));
          } finally {
            spark.sql("DROP " + what.replace("TEMPORARY ", "") + " pages");
          }
        });
  }

  @Test
  public void joinsOfTwoPathsWork() {
    String sql =
        "SELECT count(*) FROM jelly.`%1$s/lang=en` a JOIN jelly.`%1$s/lang=de` b ON a.o = b.o";
    assertEquals(List.of("[1]"), SparkJelly.rows(spark.sql(String.format(sql, folder))));
  }

  @Test
  public void errorsAreThoseOfTheReader() {
    AnalysisException missing =
        assertThrows(AnalysisException.class, () -> spark.sql("SELECT * FROM jelly.`/no/such`"));
    assertEquals("PATH_NOT_FOUND", missing.getCondition());
    Exception changed =
        assertThrows(Exception.class, () -> spark.sql("DROP TABLE jelly.`" + folder + "`"));
    assertTrue(changed.getMessage(), changed.getMessage().contains("delete the files"));
  }
}
