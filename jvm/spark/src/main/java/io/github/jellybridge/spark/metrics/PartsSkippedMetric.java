package io.github.jellybridge.spark.metrics;

import org.apache.spark.sql.connector.metric.CustomSumMetric;

/** Number of parts of files that statistics left out. */
public final class PartsSkippedMetric extends CustomSumMetric {
  /** Name that links this metric to the values that the driver reports. */
  public static final String NAME = "jellyPartsSkipped";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "parts of files skipped by statistics";
  }
}
