package io.github.jellybridge.spark.scan;

import io.github.jellybridge.spark.listing.FileEntry;
import io.github.jellybridge.spark.metrics.ChangedMetrics;
import io.github.jellybridge.spark.vectors.RowProjection;
import java.io.IOException;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.read.PartitionReader;

/** Reads the files of one task as rows, for queries that use whole terms. */
final class RowPartitionReader implements PartitionReader<InternalRow> {
  private final ReadPlan plan;
  private final FileStatements source;
  private final FilteredRows filtered;
  private final RowProjection projection;
  private final ChangedMetrics metrics;
  private FileEntry shown;
  private int size;
  private int index = -1;

  RowPartitionReader(ReadPlan plan, FileStatements source) {
    this.plan = plan;
    this.source = source;
    this.filtered = new FilteredRows(plan, source);
    this.projection = new RowProjection(plan.kind(), plan.schema());
    this.metrics = ChangedMetrics.inTask(source::metrics);
  }

  @Override
  public boolean next() throws IOException {
    return ++index < size || nextBatch();
  }

  private boolean nextBatch() throws IOException {
    metrics.changed();
    if (!filtered.next()) {
      metrics.ended();
      return false;
    }
    if (source.file() != shown) {
      shown = source.file();
      projection.startFile(new FileMetadata(shown, plan.partitionColumns())::partitionValue);
    }
    projection.load(filtered.rows());
    size = filtered.rows().size();
    index = 0;
    return true;
  }

  @Override
  public InternalRow get() {
    return projection.row(index);
  }

  @Override
  public CustomTaskMetric[] currentMetricsValues() {
    return metrics.values();
  }

  @Override
  public void close() throws IOException {
    metrics.ended();
    source.close();
  }
}
