package io.github.jellybridge.spark.metrics;

import org.apache.spark.sql.connector.metric.CustomSumMetric;

/** Number of decoded statements that failed a pushed-down filter. */
public final class SkippedMetric extends CustomSumMetric {
  /** Name that links this metric to the values that readers report. */
  public static final String NAME = "jellyStatementsSkipped";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "RDF statements skipped by filters";
  }
}
