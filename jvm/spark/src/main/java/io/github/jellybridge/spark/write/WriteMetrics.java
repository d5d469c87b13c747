package io.github.jellybridge.spark.write;

import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.metric.CustomSumMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;

/** The metrics of a write in the Spark UI. */
public final class WriteMetrics {
  private static final String FILES = "filesWritten";
  private static final String ROWS = "rowsWritten";
  private static final String BYTES = "bytesWritten";

  private WriteMetrics() {}

  static CustomMetric[] declared() {
    return new CustomMetric[] {new Files(), new Rows(), new Bytes()};
  }

  /** Returns the metrics that a task reports while it runs. */
  static CustomTaskMetric[] ofTask(long files, long rows) {
    return new CustomTaskMetric[] {new Value(FILES, files), new Value(ROWS, rows)};
  }

  /**
   * Returns the metric that the driver reports at the end, because Spark asks a task for the last
   * time before its last file is finished.
   */
  static CustomTaskMetric[] ofJob(long bytes) {
    return new CustomTaskMetric[] {new Value(BYTES, bytes)};
  }

  private record Value(String name, long value) implements CustomTaskMetric {}

  /** The number of files. Public, as the other metrics, because Spark creates them by name. */
  public static final class Files extends CustomSumMetric {
    @Override
    public String name() {
      return FILES;
    }

    @Override
    public String description() {
      return "number of files written";
    }
  }

  /** The number of rows in all files. */
  public static final class Rows extends CustomSumMetric {
    @Override
    public String name() {
      return ROWS;
    }

    @Override
    public String description() {
      return "number of rows written";
    }
  }

  /**
   * The size of the published files; for batches only, because Spark has no driver metrics of
   * streams.
   */
  public static final class Bytes extends CustomSumMetric {
    @Override
    public String name() {
      return BYTES;
    }

    @Override
    public String description() {
      return "bytes of files written";
    }
  }
}
