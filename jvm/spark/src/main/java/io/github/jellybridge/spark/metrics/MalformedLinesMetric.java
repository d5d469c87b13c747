package io.github.jellybridge.spark.metrics;

import org.apache.spark.sql.connector.metric.CustomSumMetric;

/** Number of malformed lines of N-Triples and N-Quads that {@code mode=DROPMALFORMED} skipped. */
public final class MalformedLinesMetric extends CustomSumMetric {
  /** Name that links this metric to the values that readers report. */
  public static final String NAME = "rdfMalformedLines";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "malformed lines left out";
  }
}
