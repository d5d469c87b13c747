package io.github.jellybridge.spark.scan;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.spark.jelly.JellyDataSource;
import io.github.jellybridge.spark.table.StatementTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.spark.SparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerJobEnd;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.read.SupportsPushDownLimit;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import scala.jdk.javaapi.CollectionConverters;

/** Tests the operations that a scan takes over from Spark, and the properties that it reports. */
public class StatementScanTest {
  private static final int COUNT = 700;
  private static final String P0 = "p.value = '" + JellySamples.EX + "p0'";

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private Path file;

  @Before
  public void write() {
    file =
        JellySamples.writeTriples(
            folder.getRoot().toPath().resolve("a.jelly"), JellySamples.numbered(COUNT), 64);
  }

  private static long value(Map<String, Long> metrics, String name) {
    return metrics.get(name);
  }

  @Test
  public void metricsOfAFullScan() throws IOException {
    Map<String, Long> metrics = SparkJelly.metrics(SparkJelly.read(file));
    assertEquals(1, value(metrics, "jellyFiles"));
    assertEquals(COUNT, value(metrics, "jellyStatements"));
    assertEquals(COUNT, value(metrics, "numOutputRows"));
    assertEquals(0, value(metrics, "jellyStatementsSkipped"));
    assertEquals(0, value(metrics, "jellyMalformedFiles"));
    assertEquals(0, value(metrics, "jellyViolations"));
    assertEquals(Files.size(file), value(metrics, "jellyBytes"));
    long lastFrame = SparkJelly.read(file).selectExpr("max(_metadata.frame)").first().getLong(0);
    assertEquals(lastFrame + 1, value(metrics, "jellyFrames"));
  }

  /**
   * Adds up the bytes that the tasks of one job group read. A new listener may still receive events
   * of earlier jobs, so other groups are ignored.
   */
  private static final class GroupInput extends SparkListener {
    private static final String GROUP = "read ahead";

    final CountDownLatch jobEnd = new CountDownLatch(1);
    final AtomicLong bytes = new AtomicLong();
    private final Set<Integer> stages = ConcurrentHashMap.newKeySet();
    private volatile int job = -1;

    @Override
    public void onJobStart(SparkListenerJobStart start) {
      if (GROUP.equals(start.properties().getProperty("spark.jobGroup.id"))) {
        job = start.jobId();
        CollectionConverters.asJava(start.stageIds()).forEach(id -> stages.add((Integer) id));
      }
    }

    @Override
    public void onTaskEnd(SparkListenerTaskEnd end) {
      if (stages.contains(end.stageId())) {
        bytes.addAndGet(end.taskMetrics().inputMetrics().bytesRead());
      }
    }

    @Override
    public void onJobEnd(SparkListenerJobEnd end) {
      if (end.jobId() == job) {
        jobEnd.countDown();
      }
    }
  }

  /** Tests a file larger than the first read, most of which another thread reads. */
  @Test
  public void readingAheadChangesNeitherRowsNorTheInputSize() throws Exception {
    Path large =
        JellySamples.writeTriples(
            file.resolveSibling("large.jelly"), JellySamples.numbered(150_000), 1_000);
    assertTrue(Files.size(large) > 2 << 20);
    GroupInput input = new GroupInput();
    SparkContext context = SparkJelly.spark().sparkContext();
    context.addSparkListener(input);
    context.setJobGroup(GroupInput.GROUP, "one job", false);
    try {
      List<String> ahead = SparkJelly.rows(SparkJelly.read(large, "readAhead", "true"));
      assertTrue(input.jobEnd.await(60, TimeUnit.SECONDS));
      assertTrue(input.bytes + " bytes", input.bytes.get() >= Files.size(large));
      context.clearJobGroup();
      assertEquals(SparkJelly.rows(SparkJelly.read(large, "readAhead", "false")), ahead);
      assertEquals(150_000, ahead.size());
    } finally {
      context.clearJobGroup();
      context.removeSparkListener(input);
    }
  }

  @Test
  public void metricsOfACount() throws IOException {
    Map<String, Long> metrics =
        SparkJelly.metrics(SparkJelly.read(file, "pushdown", "false").selectExpr("1"));
    assertEquals(COUNT, value(metrics, "jellyStatements"));
    assertEquals(Files.size(file), value(metrics, "jellyBytes"));
  }

  @Test
  public void metricsOfAFilter() {
    Map<String, Long> metrics = SparkJelly.metrics(SparkJelly.read(file).where(P0));
    assertEquals(COUNT, value(metrics, "jellyStatements"));
    assertEquals(COUNT - COUNT / 7, value(metrics, "jellyStatementsSkipped"));
    assertEquals(COUNT / 7, value(metrics, "numOutputRows"));
  }

  @Test
  public void aFilterIsEvaluatedByTheScan() {
    Dataset<Row> frame = SparkJelly.read(file).where(P0).select("o.value");
    String plan = SparkJelly.plan(frame);
    assertTrue(plan, plan.contains("PushedFilters: [p.value = '" + JellySamples.EX + "p0']"));
    assertFalse(plan, plan.contains("Filter ("));
    assertTrue(plan, plan.contains("ReadSchema: struct<o:struct<value:string>>"));
    assertEquals(
        SparkJelly.rows(SparkJelly.read(file, "pushdown", "false").where(P0).select("o.value")),
        SparkJelly.rows(frame));
  }

  @Test
  public void pushdownCanBeTurnedOff() {
    Dataset<Row> frame = SparkJelly.read(file, "pushdown", "false").where(P0).limit(3);
    String plan = SparkJelly.plan(frame);
    assertTrue(plan, plan.contains("PushedFilters: []"));
    assertTrue(plan, plan.contains("Filter ("));
    assertFalse(plan, plan.contains("PushedLimit"));
    assertEquals(3, frame.collectAsList().size());
  }

  @Test
  public void aLimitStopsTheReader() {
    Dataset<Row> frame = SparkJelly.read(file).limit(5);
    assertTrue(SparkJelly.plan(frame), SparkJelly.plan(frame).contains("PushedLimit: 5"));
    assertEquals(SparkJelly.rows(SparkJelly.read(file)).subList(0, 5), SparkJelly.rows(frame));
    assertEquals(5, value(SparkJelly.metrics(frame), "jellyStatements"));
  }

  @Test
  public void aLimitAfterAFilterCountsRowsThatPass() {
    Dataset<Row> frame = SparkJelly.read(file, "batchSize", "20").where(P0).limit(5);
    assertTrue(SparkJelly.plan(frame), SparkJelly.plan(frame).contains("PushedLimit: 5"));
    assertEquals(
        SparkJelly.rows(SparkJelly.read(file).where(P0)).subList(0, 5), SparkJelly.rows(frame));
    long decoded = value(SparkJelly.metrics(frame), "jellyStatements");
    assertTrue("decoded " + decoded, decoded >= 29 && decoded <= 40);
  }

  @Test
  public void aLimitWithoutColumns() {
    assertEquals(5, SparkJelly.read(file).limit(5).count());
    assertEquals(COUNT, SparkJelly.read(file).limit(COUNT + 5).count());
  }

  @Test
  public void sizesFollowTheColumnsRead() {
    Dataset<Row> frame = SparkJelly.read(file);
    long all = size(frame);
    long field = size(frame.select("p.value"));
    assertEquals("the rule of Spark's own file sources", file.toFile().length(), all);
    assertTrue(all + " against " + field, all > 8 * field);
    assertTrue(size(frame.limit(2)) < all);
    SparkJelly.spark().conf().set("spark.sql.sources.fileCompressionFactor", "10.0");
    try {
      assertEquals(10 * all, size(frame.where("true")));
    } finally {
      SparkJelly.spark().conf().unset("spark.sql.sources.fileCompressionFactor");
    }
  }

  @Test
  public void aFilterOnTheTermsOfAColumnHalvesTheSizeOnce() {
    Dataset<Row> frame = SparkJelly.read(file);
    long all = size(frame);
    assertEquals(all / 2, size(frame.where("p.value = 'x'")));
    assertEquals(all / 2, size(frame.where("p.value IN ('x', 'y') AND p.value <> 'y'")));
    assertEquals(all / 4, size(frame.where("p.value = 'x' AND o.value = 'y'")));
    assertEquals(all, size(frame.where("o.kind = 'iri' AND s.value = o.value")));
  }

  private static long size(Dataset<Row> frame) {
    return frame.queryExecution().optimizedPlan().stats().sizeInBytes().toLong();
  }

  @Test
  public void aTemporaryViewInSql() {
    SparkSession spark = SparkJelly.spark();
    spark.sql(
        "CREATE OR REPLACE TEMPORARY VIEW jelly_scan_test USING jelly OPTIONS (path '"
            + file
            + "', termFormat 'ntriples')");
    assertEquals(
        List.of("[<" + JellySamples.EX + "p0>," + COUNT / 7 + "]"),
        SparkJelly.rows(
            spark.sql("SELECT p, count(*) FROM jelly_scan_test GROUP BY p ORDER BY p LIMIT 1")));
    spark.catalog().dropTempView("jelly_scan_test");
  }

  @Test
  public void twoScansOfTheSameWorkAreReadOnce() {
    SparkSession spark = SparkJelly.spark();
    spark.conf().set("spark.sql.autoBroadcastJoinThreshold", "-1");
    spark.conf().set("spark.sql.adaptive.enabled", "false");
    try {
      Dataset<Row> left = SparkJelly.read(file).selectExpr("s.value AS a", "o.value AS b");
      Dataset<Row> right = SparkJelly.read(file).selectExpr("s.value AS c", "o.value AS d");
      Dataset<Row> join = left.join(right, left.col("a").equalTo(right.col("c")));
      assertTrue(SparkJelly.plan(join), SparkJelly.plan(join).contains("ReusedExchange"));
      Dataset<Row> filtered = right.where("c <> 'x'");
      join = left.join(filtered, left.col("a").equalTo(filtered.col("c")));
      assertEquals(21 * 8 * 8 + 76 * 7 * 7, join.count());
    } finally {
      spark.conf().unset("spark.sql.autoBroadcastJoinThreshold");
      spark.conf().unset("spark.sql.adaptive.enabled");
    }
  }

  @Test
  public void severalFilesAndGlobs() {
    Path root = folder.getRoot().toPath();
    JellySamples.writeTriples(root.resolve("b.jelly"), JellySamples.numbered(10), 64);
    JellySamples.writeTriples(root.resolve("_hidden.jelly"), JellySamples.numbered(10), 64);
    assertEquals(COUNT + 10, SparkJelly.read(root).count());
    assertEquals(10, SparkJelly.read(List.of(root + "/b*.jelly")).collectAsList().size());
    assertEquals(COUNT + 10, SparkJelly.read(List.of(file, root.resolve("b.jelly"))).count());
    assertEquals(10, SparkJelly.read(root, "pathGlobFilter", "b.*").count());
  }

  /** Tests limits that overflow: Spark adds the offset to the limit as an int. */
  @Test
  public void limitsThatAreNegativeAreLeftToSpark() {
    CaseInsensitiveStringMap options = new CaseInsensitiveStringMap(Map.of("path", "" + file));
    ScanBuilder builder =
        ((StatementTable) new JellyDataSource().getTable(null, new Transform[0], options))
            .newScanBuilder(CaseInsensitiveStringMap.empty());
    SupportsPushDownLimit limited = (SupportsPushDownLimit) builder;
    assertFalse(limited.pushLimit(Integer.MIN_VALUE + 5));
    assertTrue(limited.pushLimit(5));
  }
}
