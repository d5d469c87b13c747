package io.github.jellybridge.spark.metrics;

import org.apache.spark.sql.connector.metric.CustomSumMetric;

/** Number of files that were opened. */
public final class FilesMetric extends CustomSumMetric {
  /** Name that links this metric to the values that readers report. */
  public static final String NAME = "jellyFiles";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "files read";
  }
}
