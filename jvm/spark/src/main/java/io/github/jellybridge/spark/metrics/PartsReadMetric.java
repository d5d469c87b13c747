package io.github.jellybridge.spark.metrics;

import org.apache.spark.sql.connector.metric.CustomSumMetric;

/** Number of parts of files that tasks read, of files that have statistics. */
public final class PartsReadMetric extends CustomSumMetric {
  /** Name that links this metric to the values that the driver reports. */
  public static final String NAME = "jellyPartsRead";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "parts of files read";
  }
}
