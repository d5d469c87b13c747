package io.github.jellybridge.spark.scan;

import io.github.jellybridge.spark.listing.FileEntry;
import io.github.jellybridge.spark.schema.StatementSchema;
import io.github.jellybridge.spark.vectors.Projection;
import java.io.IOException;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/** Reads the files of one task as column batches; no batch spans two files. */
final class ColumnarPartitionReader implements PartitionReader<ColumnarBatch> {
  private final ReadPlan plan;
  private final FileStatements source;
  private final Projection projection;
  private final FilteredRows rows;
  private FileEntry shown;
  private ColumnarBatch batch;

  ColumnarPartitionReader(ReadPlan plan, FileStatements source) {
    this.plan = plan;
    this.source = source;
    this.rows = new FilteredRows(plan, source);
    this.projection = new Projection(plan.kind(), plan.schema(), StatementSchema.METADATA);
  }

  @Override
  public boolean next() throws IOException {
    if (!rows.next()) {
      return false;
    }
    if (source.file() != shown) {
      shown = source.file();
      FileMetadata facts = new FileMetadata(shown, plan.partitionColumns());
      projection.startFile(facts::partitionValue, facts::metadata);
    }
    batch = projection.load(rows.rows());
    return true;
  }

  @Override
  public ColumnarBatch get() {
    return batch;
  }

  @Override
  public CustomTaskMetric[] currentMetricsValues() {
    return source.metrics();
  }

  @Override
  public void close() throws IOException {
    projection.close();
    source.close();
  }
}
