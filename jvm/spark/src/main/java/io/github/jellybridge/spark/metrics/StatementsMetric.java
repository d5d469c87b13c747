package io.github.jellybridge.spark.metrics;

import org.apache.spark.sql.connector.metric.CustomSumMetric;

/** Number of statements that were decoded, or only counted if a query needs no more. */
public final class StatementsMetric extends CustomSumMetric {
  /** Name that links this metric to the values that readers report. */
  public static final String NAME = "jellyStatements";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "RDF statements decoded";
  }
}
