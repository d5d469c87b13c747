package io.github.jellybridge.spark.write;

import io.github.jellybridge.spark.publish.StagingFolder;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.write.DataWriter;
import org.apache.spark.sql.connector.write.DataWriterFactory;
import org.apache.spark.sql.connector.write.streaming.StreamingDataWriterFactory;

/** Creates the writer of a task, on the executor. */
public record FileWriterFactory(TaskPlan plan)
    implements DataWriterFactory, StreamingDataWriterFactory {
  private static final long serialVersionUID = 1L;

  @Override
  public DataWriter<InternalRow> createWriter(int partitionId, long taskId) {
    return new FileDataWriter(
        plan, partitionId, StagingFolder.ATTEMPT_PREFIX + partitionId + "-" + taskId);
  }

  @Override
  public DataWriter<InternalRow> createWriter(int partitionId, long taskId, long epochId) {
    return new FileDataWriter(
        plan,
        partitionId,
        StagingFolder.ATTEMPT_PREFIX + partitionId + "-" + taskId + "-" + epochId);
  }
}
