package io.github.jellybridge.spark.write;

import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.metric.CustomSumMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;

/** What a write shows in the Spark UI. */
public final class WriteMetrics {
  private static final String FILES = "filesWritten";
  private static final String ROWS = "rowsWritten";
  private static final String BYTES = "bytesWritten";

  private WriteMetrics() {}

  static CustomMetric[] declared() {
    return new CustomMetric[] {new Files(), new Rows(), new Bytes()};
  }

  /** What a task says while it runs. */
  static CustomTaskMetric[] ofTask(long files, long rows) {
    return new CustomTaskMetric[] {new Value(FILES, files), new Value(ROWS, rows)};
  }

  /** What the driver says in the end: Spark asks a task for the last time before its last file. */
  static CustomTaskMetric[] ofJob(long bytes) {
    return new CustomTaskMetric[] {new Value(BYTES, bytes)};
  }

  private record Value(String name, long value) implements CustomTaskMetric {}

  /** Spark makes these by name, so they are public. */
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

  /** Rows in all files. */
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

  /** The size of the published files; of batches only, as streams have no metrics of the driver. */
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
