package io.github.jellybridge.spark.scan;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/**
 * Tests Spark's dynamic partition pruning: a join reads only the partition folders whose keys occur
 * on its other side. Folders that must not be read contain files that are not Jelly.
 */
public class JellyRuntimeFilterTest {
  private static final String PRUNING = "spark.sql.optimizer.dynamicPartitionPruning.enabled";
  private static final String ADAPTIVE = "spark.sql.adaptive.enabled";
  private static final int ROWS = 10;

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private final SparkSession spark = SparkJelly.spark();
  private Path table;

  @Before
  public void write() throws IOException {
    table = folder.getRoot().toPath().resolve("table");
    for (String day : List.of("2024-01-01", "2024-01-02", "2024-01-03")) {
      for (String key : List.of("x", "__HIVE_DEFAULT_PARTITION__")) {
        Path part = Files.createDirectories(table.resolve("day=" + day + "/a.b=" + key));
        JellySamples.writeTriples(part.resolve("f.jelly"), JellySamples.numbered(ROWS), 64);
      }
    }
    for (String broken : List.of("day=2024-02-01/a.b=x", "day=2024-01-01/a.b=y")) {
      Path part = Files.createDirectories(table.resolve(broken));
      Files.writeString(part.resolve("broken.jelly"), "no Jelly at all");
    }
    spark
        .sql(
            "SELECT * FROM VALUES (DATE'2024-01-01', 'x', 1), (DATE'2024-01-03', 'x', 2),"
                + " (DATE'2024-02-01', 'y', 3), (DATE'2030-01-01', 'z', 4), (NULL, NULL, 2)"
                + " AS t(d, k, n)")
        .write()
        .parquet(folder.getRoot() + "/keys");
  }

  @After
  public void reset() {
    spark.conf().unset(PRUNING);
    spark.conf().unset(ADAPTIVE);
  }

  private Dataset<Row> table() {
    return SparkJelly.read(table);
  }

  /** Keys that are selected when the query runs. */
  private Dataset<Row> keys(String where) {
    return spark.read().parquet(folder.getRoot() + "/keys").where(where);
  }

  private void assertPruned(long rows, Supplier<Dataset<Row>> join) {
    for (String adaptive : List.of("true", "false")) {
      spark.conf().set(ADAPTIVE, adaptive);
      assertEquals(rows, join.get().count());
      assertEquals(rows, join.get().collectAsList().size());
    }
    spark.conf().set(PRUNING, "false");
    Dataset<Row> unpruned = join.get();
    Exception e = assertThrows(Exception.class, unpruned::count);
    assertTrue(e.toString(), e.toString().contains("broken.jelly"));
    spark.conf().unset(PRUNING);
  }

  /** Broadcasts the keys, as Spark does itself unless the tables have only some hundred bytes. */
  private static Dataset<Row> join(Dataset<Row> rows, Dataset<Row> keys, String condition) {
    return rows.join(functions.broadcast(keys), functions.expr(condition));
  }

  @Test
  public void foldersWithoutKeysAreNotRead() {
    assertPruned(2 * ROWS, () -> join(table(), keys("n = 2"), "day = d"));
    assertPruned(
        3 * ROWS, () -> join(table().where("day < '2024-02-01'"), keys("n = 2"), "`a.b` = k"));
  }

  @Test
  public void severalColumnsOfFolders() {
    assertPruned(ROWS, () -> join(table(), keys("n = 1"), "day = d AND `a.b` = k"));
  }

  @Test
  public void nothingIsReadWithoutKeys() {
    assertPruned(0, () -> join(table(), keys("n = 4"), "day = d"));
    assertPruned(0, () -> join(table(), keys("n = 7"), "day = d"));
  }

  @Test
  public void aSingleFileIsPruned() {
    assertPruned(
        0,
        () -> join(SparkJelly.read(table, "pathGlobFilter", "broken*"), keys("n = 2"), "day = d"));
  }

  @Test
  public void twoScansOfOneQueryAreFilteredEachByItsJoin() {
    assertPruned(
        6 * ROWS,
        () ->
            join(table(), keys("n = 2"), "day = d")
                .select("s")
                .union(
                    join(
                            table().where("day < '2024-01-04' AND `a.b` IS NULL"),
                            keys("n < 9"),
                            "day = d")
                        .select("s"))
                .union(join(table(), keys("n = 2"), "day = d").select("o")));
  }

  /** Tests a folder name equal to the column of the query's groups. */
  @Test
  public void groupsAreNotTakenForFoldersOfTheSameName() throws IOException {
    Path other = folder.getRoot().toPath().resolve("other");
    Path part = Files.createDirectories(other.resolve("p.value=x"));
    JellySamples.writeTriples(part.resolve("f.jelly"), JellySamples.numbered(ROWS), 64);
    Dataset<Row> groups =
        SparkJelly.read(other).groupBy("p.value").agg(functions.count("*").as("rows"));
    String some = groups.as(Encoders.tuple(Encoders.STRING(), Encoders.LONG())).first()._1();
    Dataset<Row> wanted = keys("n = 1").select(functions.lit(some).as("k"), functions.col("n"));
    wanted.write().parquet(folder.getRoot() + "/wanted");
    Dataset<Row> filtered = spark.read().parquet(folder.getRoot() + "/wanted").where("n = 1");
    assertEquals(1, join(groups, filtered, "value = k").count());
  }

  @Test
  public void pushdownCanBeTurnedOff() {
    Dataset<Row> left = SparkJelly.read(table, "pushdown", "false").where("day < '2024-01-03'");
    String plan = SparkJelly.plan(join(left, keys("n = 1"), "day = d"));
    assertTrue(plan, plan.contains("RuntimeFilters: []"));
  }
}
