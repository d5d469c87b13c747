package io.github.jellybridge.bench.contender;

import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.catalog.TableProvider;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.connector.read.Batch;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.read.SupportsPushDownRequiredColumns;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * RIOT as a data source of Spark, as one would write it without us: one task reads the files of
 * option {@code path} one after the other, and makes the columns and fields that a query needs.
 * Options: {@code path}, several with a line feed between them, and {@code quads}.
 */
public final class RiotSource implements TableProvider {
  @Override
  public boolean supportsExternalMetadata() {
    return true;
  }

  @Override
  public StructType inferSchema(CaseInsensitiveStringMap options) {
    throw new UnsupportedOperationException("needs the schema of the table to compare with");
  }

  @Override
  public Table getTable(
      StructType schema, Transform[] partitioning, Map<String, String> properties) {
    return new Statements(schema);
  }

  private static final class Statements implements Table, SupportsRead {
    private final StructType schema;

    Statements(StructType schema) {
      this.schema = schema;
    }

    @Override
    @SuppressWarnings("deprecation") // columns() is made of it by default, in every Spark 4
    public StructType schema() {
      return schema;
    }

    @Override
    public String name() {
      return "riot";
    }

    @Override
    public Set<TableCapability> capabilities() {
      return Set.of(TableCapability.BATCH_READ);
    }

    @Override
    public ScanBuilder newScanBuilder(CaseInsensitiveStringMap options) {
      return new Builder(schema, options);
    }
  }

  private static final class Builder implements ScanBuilder, SupportsPushDownRequiredColumns {
    private final CaseInsensitiveStringMap options;
    private StructType schema;

    Builder(StructType schema, CaseInsensitiveStringMap options) {
      this.schema = schema;
      this.options = options;
    }

    @Override
    public void pruneColumns(StructType required) {
      schema = required;
    }

    @Override
    public Scan build() {
      String[] files = options.get("path").split("\n");
      return new Whole(schema, new Files(files, options.getBoolean("quads", false)));
    }
  }

  /** The files of the one task. */
  private record Files(String[] paths, boolean quads) implements InputPartition {}

  private record Whole(StructType readSchema, Files files) implements Scan, Batch {
    @Override
    public Batch toBatch() {
      return this;
    }

    @Override
    public InputPartition[] planInputPartitions() {
      return new InputPartition[] {files};
    }

    @Override
    public PartitionReaderFactory createReaderFactory() {
      return new Readers(readSchema);
    }
  }

  private record Readers(StructType schema) implements PartitionReaderFactory {
    @Override
    public PartitionReader<InternalRow> createReader(InputPartition partition) {
      Files files = (Files) partition;
      return new RiotRows(files.paths(), files.quads(), schema);
    }
  }
}
