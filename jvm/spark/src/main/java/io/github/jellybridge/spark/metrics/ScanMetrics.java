package io.github.jellybridge.spark.metrics;

import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;

/**
 * The counters of one task while it reads. Not thread-safe, because a reader belongs to one task.
 */
public final class ScanMetrics {
  private long files;
  private long frames;
  private long statements;
  private long skipped;
  private long bytes;
  private long malformedFiles;
  private long violations;
  private long malformedLines;

  /** The metrics that a scan declares: those of {@link #values()}, then those of the driver. */
  public static CustomMetric[] declared() {
    return new CustomMetric[] {
      new FilesMetric(),
      new FramesMetric(),
      new StatementsMetric(),
      new SkippedMetric(),
      new BytesMetric(),
      new MalformedFilesMetric(),
      new ViolationsMetric(),
      new MalformedLinesMetric(),
      new PartsReadMetric(),
      new PartsSkippedMetric()
    };
  }

  /** Returns the metrics of planned tasks, which the driver knows. */
  public static CustomTaskMetric[] ofParts(long read, long skipped) {
    return new CustomTaskMetric[] {
      new Value(PartsReadMetric.NAME, read), new Value(PartsSkippedMetric.NAME, skipped)
    };
  }

  /** Counts a file that was opened. */
  public void fileOpened() {
    files++;
  }

  /** Counts a file that lost content because it is malformed. */
  public void fileMalformed() {
    malformedFiles++;
  }

  /** Counts statements that a filter dropped. */
  public void skipped(long count) {
    skipped += count;
  }

  /** Adds the progress in one file since the last call; all arguments are differences. */
  public void progress(
      long newFrames,
      long newStatements,
      long newBytes,
      long newViolations,
      long newMalformedLines) {
    frames += newFrames;
    statements += newStatements;
    bytes += newBytes;
    violations += newViolations;
    malformedLines += newMalformedLines;
  }

  /** The current values. */
  public CustomTaskMetric[] values() {
    return new CustomTaskMetric[] {
      new Value(FilesMetric.NAME, files),
      new Value(FramesMetric.NAME, frames),
      new Value(StatementsMetric.NAME, statements),
      new Value(SkippedMetric.NAME, skipped),
      new Value(BytesMetric.NAME, bytes),
      new Value(MalformedFilesMetric.NAME, malformedFiles),
      new Value(ViolationsMetric.NAME, violations),
      new Value(MalformedLinesMetric.NAME, malformedLines)
    };
  }

  /** One value of one metric. */
  private record Value(String name, long value) implements CustomTaskMetric {}
}
