package io.github.jellybridge.spark.patch;

import io.github.jellybridge.spark.common.FileInputPartition;
import io.github.jellybridge.spark.common.FilePacker;
import io.github.jellybridge.spark.common.ReadsOfQueries;
import io.github.jellybridge.spark.common.SerializableHadoopConf;
import io.github.jellybridge.spark.common.streaming.FileMicroBatchStream;
import io.github.jellybridge.spark.common.streaming.FileStreamOptions;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.read.Batch;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.read.SupportsPushDownRequiredColumns;
import org.apache.spark.sql.connector.read.streaming.MicroBatchStream;
import org.apache.spark.sql.types.StructType;

/** A scan of the columns that a query asks for; a file is read by one task, in its order. */
final class PatchScan implements Scan, Batch, ScanBuilder, SupportsPushDownRequiredColumns {
  private final PatchTable table;
  private StructType schema;

  PatchScan(PatchTable table) {
    this.table = table;
    this.schema = table.schema();
  }

  @Override
  public void pruneColumns(StructType required) {
    schema = required;
  }

  @Override
  public Scan build() {
    return this;
  }

  @Override
  public StructType readSchema() {
    return schema;
  }

  @Override
  public Batch toBatch() {
    return this;
  }

  @Override
  public MicroBatchStream toMicroBatchStream(String checkpoint) {
    return new FileMicroBatchStream(
        table.streamListing(),
        FileStreamOptions.of(table.options()),
        checkpoint,
        found -> FilePacker.packWhole(found, table.session()).toArray(InputPartition[]::new),
        createReaderFactory());
  }

  @Override
  public InputPartition[] planInputPartitions() {
    ReadsOfQueries.note(table.files().files());
    return FilePacker.packWhole(table.files().files(), table.session())
        .toArray(InputPartition[]::new);
  }

  @Override
  public PartitionReaderFactory createReaderFactory() {
    return new Factory(
        PatchReadPlan.of(table.options(), table.session(), schema, table.files().partitionSchema()),
        table.conf());
  }

  @Override
  public String description() {
    return "jelly-patch, Files: "
        + table.files().files().size()
        + ", ReadSchema: "
        + schema.simpleString();
  }

  /** Makes the reader of a task, on the executor. */
  private record Factory(PatchReadPlan plan, SerializableHadoopConf conf)
      implements PartitionReaderFactory {
    private static final long serialVersionUID = 1L;

    @Override
    public PartitionReader<InternalRow> createReader(InputPartition partition) {
      return new PatchFileReader(plan, conf.get(), (FileInputPartition) partition);
    }
  }
}
