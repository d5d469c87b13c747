package io.github.jellybridge.spark.metrics;

import org.apache.spark.sql.connector.metric.CustomSumMetric;

/** Number of violations of the specification that {@code strict=false} accepted. */
public final class ViolationsMetric extends CustomSumMetric {
  /** Name that links this metric to the values that readers report. */
  public static final String NAME = "jellyViolations";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "violations tolerated";
  }
}
