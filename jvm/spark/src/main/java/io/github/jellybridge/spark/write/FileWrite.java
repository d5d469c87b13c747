package io.github.jellybridge.spark.write;

import io.github.jellybridge.spark.listing.PartitionKeys;
import io.github.jellybridge.spark.metrics.MetricClasses;
import io.github.jellybridge.spark.publish.Overwrite;
import io.github.jellybridge.spark.schema.ColumnName;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.connector.distributions.Distribution;
import org.apache.spark.sql.connector.distributions.Distributions;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.SortDirection;
import org.apache.spark.sql.connector.expressions.SortOrder;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.write.BatchWrite;
import org.apache.spark.sql.connector.write.RequiresDistributionAndOrdering;
import org.apache.spark.sql.connector.write.streaming.StreamingWrite;

/** One write to the folder of a table, of a batch or of a streaming query. */
final class FileWrite implements RequiresDistributionAndOrdering {
  private final FileWriteSpec spec;
  private final Overwrite overwrite;
  private final PartitionKeys old;
  private FileBatchWrite batch;

  FileWrite(FileWriteSpec spec, Overwrite overwrite, PartitionKeys old) {
    this.spec = spec;
    this.overwrite = overwrite;
    this.old = old;
  }

  @Override
  public Distribution requiredDistribution() {
    if (spec.order().shuffledBy() != null) {
      return Distributions.clustered(
          new Expression[] {ColumnName.reference(spec.order().shuffledBy())});
    }
    if (!spec.order().amongTasks()) {
      return Distributions.unspecified();
    }
    // A range that ends within a group would put its rows into two files.
    return Distributions.ordered(
        spec.groups().isEmpty() ? requiredOrdering() : ascending(together()));
  }

  @Override
  public int requiredNumPartitions() {
    return spec.order().shuffledBy() == null ? 0 : 1;
  }

  /**
   * Keeps rows of one partition together in a task, so that one file is open at a time. Sorting
   * could mix the rows of a group, so these are then also kept together.
   */
  @Override
  public SortOrder[] requiredOrdering() {
    List<String> order = spec.order().columns();
    boolean sorted = !spec.partitions().isEmpty() || !order.isEmpty();
    return ascending(Stream.concat(sorted ? together() : Stream.of(), order.stream()));
  }

  /** Returns the columns whose equal rows belong together: those of partitions and of groups. */
  private Stream<String> together() {
    return Stream.concat(
        spec.partitions().stream().map(PartitionColumn::name), spec.groups().stream());
  }

  private static SortOrder[] ascending(Stream<String> columns) {
    return columns
        .map(name -> Expressions.sort(ColumnName.reference(name), SortDirection.ASCENDING))
        .toArray(SortOrder[]::new);
  }

  @Override
  public BatchWrite toBatch() {
    batch = new FileBatchWrite(spec, overwrite, old);
    return batch;
  }

  @Override
  public StreamingWrite toStreaming() {
    if (overwrite.kind() != Overwrite.Kind.APPEND) {
      throw new IllegalArgumentException(
          "Data source '"
              + spec.shortName()
              + "' takes streams in output mode append only; complete and update would have to"
              + " replace files that others may be reading.");
    }
    return new FileStreamingWrite(spec);
  }

  @Override
  public CustomMetric[] supportedCustomMetrics() {
    return MetricClasses.ifSeen(WriteMetrics.declared());
  }

  @Override
  public CustomTaskMetric[] reportDriverMetrics() {
    return supportedCustomMetrics().length == 0
        ? new CustomTaskMetric[0]
        : WriteMetrics.ofJob(batch == null ? 0 : batch.bytes());
  }

  @Override
  public String description() {
    return spec.shortName() + " " + spec.path() + ", " + overwrite.kind();
  }

  @Override
  public String toString() {
    return description();
  }
}
