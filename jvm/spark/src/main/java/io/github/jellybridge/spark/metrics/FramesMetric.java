package io.github.jellybridge.spark.metrics;

import org.apache.spark.sql.connector.metric.CustomSumMetric;

/** Number of frames that were read. */
public final class FramesMetric extends CustomSumMetric {
  /** Name that links this metric to the values that readers report. */
  public static final String NAME = "jellyFrames";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "frames read";
  }
}
