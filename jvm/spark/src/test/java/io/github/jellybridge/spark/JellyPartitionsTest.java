package io.github.jellybridge.spark;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.spark.scan.SavedFolder;
import io.github.jellybridge.spark.scan.SparkJelly;
import io.github.jellybridge.spark.scan.WrittenFiles;
import io.github.jellybridge.testing.Cases;
import io.github.jellybridge.testing.TestSize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;

/** Tests SQL statements about partitions, by path and by a name in Spark's catalog. */
public class JellyPartitionsTest {
  @Rule public final SavedFolder folder = new SavedFolder();
  private SparkSession spark;
  private List<String> names;

  @Before
  public void start() {
    spark = SparkJelly.spark();
    spark.conf().set("spark.sql.catalog.jelly", JellyPathCatalog.class.getName());
    names = List.of("jelly.`" + folder.target() + "`", "jelly_partitions_test");
    save();
    spark.sql("CREATE TABLE jelly_partitions_test USING jelly LOCATION '" + folder.target() + "'");
  }

  @After
  public void stop() {
    spark.sql("DROP TABLE jelly_partitions_test");
    spark.sql("DROP TABLE IF EXISTS jelly_partitions_other");
  }

  private Dataset<Row> rows() {
    return spark.sql(
        "SELECT '<http://e/s>' s, '<http://e/p>' p, concat('\"', o, '\"') o, n, m, d, x FROM VALUES"
            + " ('a', 1, '01', DATE'2024-01-01', 1.5D), ('b', 2, 'b c/ü=%', DATE'2024-06-30',"
            + " 2.5D), ('c', 3, 'd', DATE'2024-01-01', 0.25D), ('d', 1, '1', DATE'2025-01-01', 1D),"
            + " ('e', 5, '01', DATE'2025-01-01', 1.5D) AS t(o, n, m, d, x)");
  }

  private void save() {
    rows()
        .write()
        .format("jelly")
        .mode("overwrite")
        .partitionBy("n", "m", "d", "x")
        .save(folder.target().toString());
  }

  private static List<String> strings(Dataset<Row> rows) {
    return rows.collectAsList().stream().map(row -> row.getString(0)).sorted().toList();
  }

  private List<String> left() {
    return strings(SparkJelly.read(folder.target(), "termFormat", "ntriples").select("o"));
  }

  private Exception refused(String sql) {
    return assertThrows(sql, Exception.class, () -> spark.sql(sql));
  }

  @Test
  public void partitionsAreShownAsThoseOfParquet() {
    rows()
        .write()
        .format("parquet")
        .partitionBy("n", "m", "d", "x")
        .saveAsTable("jelly_partitions_other");
    for (String partition :
        List.of("", " PARTITION (n = 1)", " PARTITION (M = '01', d = '2025-01-01')")) {
      List<String> shown = strings(spark.sql("SHOW PARTITIONS jelly_partitions_other" + partition));
      assertTrue(partition, !shown.isEmpty());
      for (String name : names) {
        assertEquals(shown, strings(spark.sql("SHOW PARTITIONS " + name + partition)));
      }
    }
  }

  @Test
  public void aPartitionIsDroppedWithItsFiles() {
    Cases.each(
        names,
        name -> {
          save();
          spark.sql(
              "ALTER TABLE "
                  + name
                  + " DROP PARTITION (n = 1, m = '01', d = '2024-01-01', x = 1.5),"
                  + " PARTITION (n = '2', m = 'b c/ü=%', d = DATE'2024-06-30', x = '2.50')");
          assertEquals(List.of("\"c\"", "\"d\"", "\"e\""), left());
          assertEquals(3, spark.sql("SHOW PARTITIONS " + name).count());
          spark.sql(
              "ALTER TABLE " + name + " DROP PARTITION (n=5, m='01', d='2025-01-01', x=1.5) PURGE");
          assertEquals(List.of("\"c\"", "\"d\""), left());
        });
  }

  @Test
  public void partitionsAreTruncatedByAnyOfTheirColumns() {
    Cases.each(
        names,
        name -> {
          save();
          spark.sql("TRUNCATE TABLE " + name + " PARTITION (m = '01')");
          assertEquals(List.of("\"b\"", "\"c\"", "\"d\""), left());
          spark.sql(
              "TRUNCATE TABLE " + name + " PARTITION (n = 3, m = 'd', d = '2024-01-01', x = 0.25)");
          assertEquals(List.of("\"b\"", "\"d\""), left());
        });
  }

  @Test
  public void thousandsOfPartitionsAreTruncatedAtOnce() throws IOException {
    String some = folder.target().resolveSibling("some").toString();
    rows().limit(1).select("s", "p", "o").coalesce(1).write().format("jelly").save(some);
    Path file = WrittenFiles.jellyFiles(Path.of(some)).get(0);
    Path many = folder.target().resolveSibling("many");
    int count = TestSize.of(2000, 6000);
    for (int i = 0; i < count; i++) {
      Path partition = Files.createDirectories(many.resolve("a=" + i % 2 + "/b=" + i));
      Files.createLink(partition.resolve("part.jelly"), file);
    }
    String table = "jelly.`" + many + "`";
    spark.sql("TRUNCATE TABLE " + table + " PARTITION (a = 1)");
    assertEquals(count / 2, spark.sql("SHOW PARTITIONS " + table).count());
    assertEquals(0, spark.table(table).where("a = 1").count());
  }

  @Test
  public void nullsAndValuesSpeltInTwoWaysAreOnePartition() throws Exception {
    spark
        .sql("SELECT s, p, o, nullif(n, 1) n FROM jelly_partitions_test")
        .write()
        .format("jelly")
        .partitionBy("n")
        .save(folder.target().resolveSibling("nulls").toString());
    String table = "jelly.`" + folder.target().resolveSibling("nulls") + "`";
    Files.move(
        folder.target().resolveSibling("nulls/n=2"), folder.target().resolveSibling("nulls/n=003"));
    assertEquals(List.of("n=3", "n=5", "n=null"), strings(spark.sql("SHOW PARTITIONS " + table)));
    spark.sql("ALTER TABLE " + table + " DROP PARTITION (n = 3)");
    assertEquals(3, spark.table(table).count());
    spark.sql("ALTER TABLE " + table + " DROP PARTITION (n = null)");
    assertEquals(List.of("n=5"), strings(spark.sql("SHOW PARTITIONS " + table)));
    assertEquals(1, spark.table(table).count());
  }

  @Test
  public void missingPartitionsAreAnErrorWithoutIfExists() {
    Cases.each(
        names,
        name -> {
          String drop = "PARTITION (n = 77, m = '01', d = '2024-01-01', x = 1.5)";
          Exception e = refused("ALTER TABLE " + name + " DROP " + drop);
          SavedFolder.assertContains(WrittenFiles.messages(e), "PARTITIONS_NOT_FOUND");
          spark.sql("ALTER TABLE " + name + " DROP IF EXISTS " + drop);
          assertEquals(5, left().size());
        });
  }

  @Test
  public void partitionsComeWithRowsAndCannotBeAddedOrRenamed() {
    Cases.each(
        names,
        name -> {
          String there = "PARTITION (n = 1, m = '01', d = '2024-01-01', x = 1.5)";
          String other = "PARTITION (n = 9, m = '01', d = '2024-01-01', x = 1.5)";
          spark.sql("ALTER TABLE " + name + " ADD IF NOT EXISTS " + there);
          Exception e = refused("ALTER TABLE " + name + " ADD " + other);
          SavedFolder.assertContains(WrittenFiles.messages(e), "with the first row");
          refused("ALTER TABLE " + name + " " + there + " RENAME TO " + other);
          assertEquals(5, spark.sql("SHOW PARTITIONS " + name).count());
        });
  }

  @Test
  public void tablesThatShowSomeFilesOnlyAreNotDroppedFrom() {
    spark.sql(
        "CREATE TABLE jelly_partitions_other USING jelly OPTIONS (path '"
            + folder.target()
            + "', pathGlobFilter '*.jelly')");
    Exception e =
        refused(
            "ALTER TABLE jelly_partitions_other DROP IF EXISTS"
                + " PARTITION (n = 1, m = '01', d = '2024-01-01', x = 1.5),"
                + " PARTITION (n = 3, m = 'd', d = '2024-01-01', x = 0.25)");
    SavedFolder.assertContains(WrittenFiles.messages(e), "all files of one folder");
    assertEquals(5, left().size());
  }

  @Test
  public void tablesWithoutPartitionColumnsHaveNoPartitions() {
    String plain = folder.target().resolveSibling("plain").toString();
    rows().select("s", "p", "o").write().format("jelly").save(plain);
    Exception e = refused("SHOW PARTITIONS jelly.`" + plain + "`");
    SavedFolder.assertContains(WrittenFiles.messages(e), "PARTITION_SCHEMA_IS_EMPTY");
  }
}
