package io.github.jellybridge.spark.listing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.metric.SQLMetric;
import scala.jdk.javaapi.CollectionConverters;

/** Provides one small local session, with UTC as its time zone, for all tests of a JVM. */
public final class LocalSpark {
  private static SparkSession session;

  private LocalSpark() {}

  /** Returns the session, which the first call starts. */
  public static synchronized SparkSession get() {
    if (session == null) {
      session =
          SparkSession.builder()
              .master("local[1]")
              .appName("jelly-bridge tests")
              .config("spark.ui.enabled", "false")
              .config("spark.driver.host", "127.0.0.1")
              .config("spark.driver.bindAddress", "127.0.0.1")
              .config("spark.sql.shuffle.partitions", "1")
              .config("spark.sql.session.timeZone", "UTC")
              .config("spark.sql.warehouse.dir", newFolder().toUri().toString())
              .getOrCreate();
      session.sparkContext().setLogLevel("ERROR");
    }
    // A stopped or cleared active session of another test must not leak into this one.
    SparkSession.setActiveSession(session);
    return session;
  }

  /** A new folder for this JVM, as several of them run tests at the same time. */
  private static Path newFolder() {
    try {
      Path folder = Files.createTempDirectory("warehouse");
      folder.toFile().deleteOnExit();
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Waits for the tasks of failed or cancelled jobs. A job ends before its tasks do, and these
   * remove their own files. The session has one core, so a new job runs only after they have ended.
   */
  public static void awaitTasks() {
    get().range(0, 1, 1, 1).count();
  }

  /** Runs the query and returns the metrics of its only scan. */
  public static Map<String, Long> scanMetrics(Dataset<Row> frame) {
    SparkPlan plan = frame.queryExecution().executedPlan();
    Map<String, SQLMetric> metrics =
        CollectionConverters.asJava(plan.collectLeaves().head().metrics());
    metrics.values().forEach(SQLMetric::reset);
    frame.queryExecution().toRdd().count();
    Map<String, Long> values = new HashMap<>();
    metrics.forEach((name, metric) -> values.put(name, metric.value()));
    return values;
  }
}
