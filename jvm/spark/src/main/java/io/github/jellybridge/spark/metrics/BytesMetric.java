package io.github.jellybridge.spark.metrics;

import org.apache.spark.sql.connector.metric.CustomSumMetric;

/** Number of bytes read, after decompression. */
public final class BytesMetric extends CustomSumMetric {
  /** Name that links this metric to the values that readers report. */
  public static final String NAME = "jellyBytes";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "bytes read (decompressed)";
  }
}
