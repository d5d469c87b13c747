package io.github.jellybridge.spark.jelly;

import io.github.jellybridge.spark.common.FileInputPartition;
import io.github.jellybridge.spark.common.SerializableHadoopConf;
import io.github.jellybridge.spark.jelly.pushdown.JellyAggregateReader;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/** Makes the reader of a task, on the executor. */
final class JellyPartitionReaderFactory implements PartitionReaderFactory {
  private static final long serialVersionUID = 1L;

  private final ReadPlan plan;
  private final SerializableHadoopConf conf;

  JellyPartitionReaderFactory(ReadPlan plan, SerializableHadoopConf conf) {
    this.plan = plan;
    this.conf = conf;
  }

  @Override
  public boolean supportColumnarReads(InputPartition partition) {
    return plan.columnar();
  }

  @Override
  public PartitionReader<ColumnarBatch> createColumnarReader(InputPartition partition) {
    FileStatements source = new FileStatements(plan, conf.get(), (FileInputPartition) partition);
    return plan.aggregation() == null
        ? new JellyColumnarReader(plan, source)
        : new JellyAggregateReader(
            source,
            plan.filters(),
            plan.aggregation(),
            JellyAggregateReader.memoryFor(plan.aggregation()));
  }

  @Override
  public PartitionReader<InternalRow> createReader(InputPartition partition) {
    return new JellyRowReader(
        plan, new FileStatements(plan, conf.get(), (FileInputPartition) partition));
  }
}
