package io.github.jellybridge.spark.metrics;

import org.apache.spark.sql.connector.metric.CustomSumMetric;

/** Number of files from which malformed content was dropped. */
public final class MalformedFilesMetric extends CustomSumMetric {
  /** Name that links this metric to the values that readers report. */
  public static final String NAME = "jellyMalformedFiles";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "malformed files";
  }
}
