package io.github.jellybridge.spark.scan;

import io.github.jellybridge.spark.aggregate.AggregatePartitionReader;
import io.github.jellybridge.spark.io.SerializableHadoopConf;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/** Creates the reader of a task, on the executor. */
final class StatementPartitionReaderFactory implements PartitionReaderFactory {
  private static final long serialVersionUID = 1L;

  private final ReadPlan plan;
  private final SerializableHadoopConf conf;

  StatementPartitionReaderFactory(ReadPlan plan, SerializableHadoopConf conf) {
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
        ? new ColumnarPartitionReader(plan, source)
        : new AggregatePartitionReader(
            source,
            plan.filters(),
            plan.aggregation(),
            AggregatePartitionReader.memoryFor(plan.aggregation()));
  }

  @Override
  public PartitionReader<InternalRow> createReader(InputPartition partition) {
    return new RowPartitionReader(
        plan, new FileStatements(plan, conf.get(), (FileInputPartition) partition));
  }
}
