package io.github.jellybridge.spark;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.spark.scan.JellySamples;
import io.github.jellybridge.spark.scan.SavedFolder;
import io.github.jellybridge.spark.scan.SparkJelly;
import io.github.jellybridge.testing.Cases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;

/** Tests that {@code DELETE} and {@code TRUNCATE} delete the rows of whole partitions, or none. */
public class JellyDeleteTest {
  @Rule public final SavedFolder folder = new SavedFolder();
  private SparkSession spark;
  private Dataset<Row> rows;
  private String table;

  @Before
  public void start() {
    spark = SparkJelly.spark();
    spark.conf().set("spark.sql.catalog.jelly", JellyPathCatalog.class.getName());
    table = "jelly.`" + folder.target() + "`";
    rows =
        spark.sql(
            "SELECT '<http://e/s>' s, '<http://e/p>' p, concat('\"', o, '\"') o, n, m, d"
                + " FROM VALUES ('a', 1, '01', DATE'2024-01-01'),"
                + " ('b', 2, 'b c', DATE'2024-06-30'), ('c', 3, 'd', NULL),"
                + " ('d', NULL, '01', DATE'2025-01-01'), ('e', 5, NULL, DATE'2025-01-01')"
                + " AS t(o, n, m, d)");
  }

  @After
  public void stop() {
    spark.catalog().dropTempView("jelly_delete_test");
  }

  private void save() {
    rows.write()
        .format("jelly")
        .mode("overwrite")
        .partitionBy("n", "m", "d")
        .save(folder.target().toString());
  }

  private static List<String> sorted(Dataset<Row> objects) {
    return SparkJelly.rows(objects).stream().sorted().toList();
  }

  /** The objects of the remaining rows. */
  private List<String> left() {
    return sorted(SparkJelly.read(folder.target(), "termFormat", "ntriples").select("o"));
  }

  /** Compares with Spark's own evaluation of the condition on the rows. */
  @Test
  public void rowsForWhichTheConditionIsTrueAreDeleted() {
    for (String condition :
        List.of(
            "n = 1",
            "n IN (1, 3, 77)",
            "n > 1 AND d < '2025-01-01'",
            "NOT n > 1",
            "n <> 1 OR m IS NULL",
            "n IS NULL",
            "n <=> null",
            "n = null",
            "m = '01' AND n IS NOT NULL",
            "m LIKE 'b%'",
            "d BETWEEN DATE'2024-01-01' AND DATE'2024-12-31'",
            "n = (SELECT 2)",
            "n = 77")) {
      save();
      spark.sql("DELETE FROM " + table + " WHERE " + condition);
      assertEquals(
          condition,
          sorted(rows.where("NOT coalesce(" + condition + ", false)").select("o")),
          left());
    }
  }

  @Test
  public void conditionsOnRowsAreRefused() {
    save();
    List<String> all = left();
    for (String condition :
        List.of("p.value = 'x'", "n = 1 OR s.value = 'x'", "n + 1 = 2", "g IS NULL")) {
      String sql = "DELETE FROM " + table + " WHERE " + condition;
      assertThrows(condition, AnalysisException.class, () -> spark.sql(sql));
      assertEquals(all, left());
    }
  }

  @Test
  public void allRowsAreDeletedAndOthersCome() throws IOException {
    Cases.each(
        List.of("DELETE FROM ", "TRUNCATE TABLE "),
        statement -> {
          save();
          Path hidden = Files.createDirectories(folder.target().resolve("_kept/n=1"));
          spark.sql(statement + table);
          assertEquals(0, SparkJelly.read(folder.target()).count());
          assertTrue(Files.exists(folder.target().resolve("_SUCCESS")));
          assertFalse(Files.exists(folder.target().resolve("n=1")));
          Files.delete(hidden);
          spark.sql("INSERT INTO " + table + " SELECT s, p, o FROM jelly.`" + one() + "`");
          assertEquals(1, SparkJelly.read(folder.target()).count());
        });
  }

  private Path one() {
    Path file = folder.target().resolveSibling("one.jelly");
    return Files.exists(file)
        ? file
        : JellySamples.writeTriples(file, JellySamples.numbered(1), 64);
  }

  @Test
  public void hiddenFoldersAreSparedByConditions() throws IOException {
    save();
    Path hidden = Files.createDirectories(folder.target().resolve("_kept/n=1/m=01/d=2024-01-01"));
    Files.writeString(hidden.resolve("file"), "x");
    spark.sql("DELETE FROM " + table + " WHERE n = 1");
    assertTrue(Files.exists(hidden.resolve("file")));
    assertEquals(4, left().size());
  }

  @Test
  public void cachedRowsOfTheTableAreDropped() {
    save();
    Dataset<Row> cached = spark.table(table).select("s").cache();
    assertEquals(5, cached.count());
    spark.sql("DELETE FROM " + table + " WHERE n = 1");
    assertEquals(4, spark.table(table).select("s").count());
    spark.sql("TRUNCATE TABLE " + table);
    assertEquals(0, spark.table(table).select("s").count());
    cached.unpersist();
  }

  @Test
  public void filesThatTheTableDoesNotShowStay() {
    save();
    String some =
        " USING jelly OPTIONS (path '" + folder.target() + "', pathGlobFilter '*0.jelly')";
    spark.sql("CREATE TEMPORARY VIEW jelly_delete_test" + some);
    spark.sql("CREATE TABLE jelly_delete_some" + some);
    try {
      for (String sql :
          List.of(
              "DELETE FROM jelly_delete_test",
              "DELETE FROM jelly_delete_test WHERE 1 = 1",
              "DELETE FROM jelly_delete_some",
              "TRUNCATE TABLE jelly.`" + folder.target() + "/n=1*`",
              "DELETE FROM jelly_delete_some WHERE true",
              "TRUNCATE TABLE jelly_delete_some")) {
        Exception e = assertThrows(sql, Exception.class, () -> spark.sql(sql));
        assertTrue(e.toString(), e.getMessage().contains("all files of one folder"));
      }
      assertEquals(5, left().size());
    } finally {
      spark.sql("DROP TABLE jelly_delete_some");
    }
  }

  @Test
  public void filesThatTheTableDoesNotShowAreNotReplaced() throws IOException {
    save();
    Path other = Files.writeString(folder.target().resolve("n=1/m=01/d=2024-01-01/notes"), "x");
    spark.sql(
        "CREATE TABLE jelly_delete_some USING jelly OPTIONS (path '"
            + folder.target()
            + "', pathGlobFilter '*.jelly')");
    String rows = " FROM jelly.`" + one() + "`";
    String whole = "(n = 1, m = '01', d = '2024-01-01') SELECT s, p, o";
    try {
      for (String sql :
          List.of(
              "OVERWRITE jelly_delete_some SELECT s, p, o, 1 n, 'x' m, DATE'2024-01-01' d",
              "OVERWRITE jelly_delete_some PARTITION " + whole)) {
        Exception e = assertThrows(sql, Exception.class, () -> spark.sql("INSERT " + sql + rows));
        assertTrue(e.toString(), e.getMessage().contains("all files of one folder"));
      }
      assertTrue(Files.exists(other));
      spark.sql("INSERT INTO jelly_delete_some PARTITION " + whole + rows);
      assertEquals(6, spark.table("jelly_delete_some").count());
    } finally {
      spark.sql("DROP TABLE jelly_delete_some");
    }
  }

  @Test
  public void aFolderThatIsNotThereIsNotMade() {
    Cases.each(
        List.of("DELETE FROM " + table, "TRUNCATE TABLE " + table),
        sql -> {
          AnalysisException e = assertThrows(AnalysisException.class, () -> spark.sql(sql));
          assertEquals("PATH_NOT_FOUND", e.getCondition());
          assertFalse(Files.exists(folder.target()));
        });
  }

  @Test
  public void theNameOfAFolderIsNoGlob() {
    save();
    String glob = folder.target().resolveSibling("targe[t]").toString();
    rows.select("s", "p", "o").write().format("jelly").save(glob);
    spark.sql("DELETE FROM jelly.`" + glob + "`");
    assertEquals(5, left().size());
    assertEquals(
        0, spark.read().format("jelly").option("__globPaths__", "false").load(glob).count());
  }
}
