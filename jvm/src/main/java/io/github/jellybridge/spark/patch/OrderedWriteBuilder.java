package io.github.jellybridge.spark.patch;

import io.github.jellybridge.spark.common.write.FileWriteBuilder;
import org.apache.spark.sql.connector.distributions.Distribution;
import org.apache.spark.sql.connector.distributions.Distributions;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.SortDirection;
import org.apache.spark.sql.connector.expressions.SortOrder;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.write.BatchWrite;
import org.apache.spark.sql.connector.write.RequiresDistributionAndOrdering;
import org.apache.spark.sql.connector.write.SupportsDynamicOverwrite;
import org.apache.spark.sql.connector.write.SupportsOverwriteV2;
import org.apache.spark.sql.connector.write.Write;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.connector.write.streaming.StreamingWrite;

/**
 * Writes all patches of a job into one file, the patches and their operations in order. In several
 * files, patches would have the same numbers, and nothing that readers could go by: what task has
 * ended first is not what comes first.
 */
final class OrderedWriteBuilder implements SupportsOverwriteV2, SupportsDynamicOverwrite {
  private final FileWriteBuilder files;
  private final boolean patches;

  /**
   * Makes a builder.
   *
   * @param patches whether the rows have a column {@code patch}; otherwise they are one
   */
  OrderedWriteBuilder(FileWriteBuilder files, boolean patches) {
    this.files = files;
    this.patches = patches;
  }

  @Override
  public WriteBuilder truncate() {
    files.truncate();
    return this;
  }

  @Override
  public WriteBuilder overwriteDynamicPartitions() {
    files.overwriteDynamicPartitions();
    return this;
  }

  @Override
  public boolean canOverwrite(Predicate[] predicates) {
    return files.canOverwrite(predicates);
  }

  @Override
  public WriteBuilder overwrite(Predicate[] predicates) {
    files.overwrite(predicates);
    return this;
  }

  @Override
  public Write build() {
    return new Ordered(files.build(), patches);
  }

  private static SortOrder ascending(String column) {
    return Expressions.sort(Expressions.column(column), SortDirection.ASCENDING);
  }

  /** Asks Spark for one task, which gets the rows in order. */
  private record Ordered(Write files, boolean patches) implements RequiresDistributionAndOrdering {
    @Override
    public Distribution requiredDistribution() {
      return Distributions.ordered(requiredOrdering());
    }

    @Override
    public int requiredNumPartitions() {
      return 1;
    }

    @Override
    public SortOrder[] requiredOrdering() {
      return patches
          ? new SortOrder[] {ascending("patch"), ascending("seq")}
          : new SortOrder[] {ascending("seq")};
    }

    @Override
    public BatchWrite toBatch() {
      return files.toBatch();
    }

    @Override
    public StreamingWrite toStreaming() {
      return files.toStreaming();
    }

    @Override
    public CustomMetric[] supportedCustomMetrics() {
      return files.supportedCustomMetrics();
    }

    @Override
    public CustomTaskMetric[] reportDriverMetrics() {
      return files.reportDriverMetrics();
    }

    @Override
    public String description() {
      return files.description();
    }

    @Override
    public String toString() {
      return description();
    }
  }
}
