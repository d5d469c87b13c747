package io.github.jellybridge.spark.metrics;

import org.apache.spark.sql.connector.metric.CustomSumMetric;

/** Number of files of which something was dropped because it could not be read. */
public final class MalformedFilesMetric extends CustomSumMetric {
  /** Name that joins this metric to the values that readers report. */
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
