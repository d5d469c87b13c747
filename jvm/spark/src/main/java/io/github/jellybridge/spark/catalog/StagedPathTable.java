package io.github.jellybridge.spark.catalog;

import io.github.jellybridge.spark.write.PartitionNames;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.catalog.StagedTable;
import org.apache.spark.sql.connector.catalog.SupportsWrite;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.SupportsTruncate;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** The table of {@code CREATE TABLE … AS SELECT}. The write itself publishes all files at once. */
public final class StagedPathTable implements StagedTable, SupportsWrite {
  private final Table target;
  private final String[] partitions;
  private final Map<String, String> options;
  private final boolean replace;
  private final Ending ending;
  private boolean written;

  /** Updates the catalog after a write, successful or not. For catalogs that store table names. */
  public interface Ending {
    /** Called after the files are published. */
    default void commit() {}

    /** Called when nothing was published. */
    default void abort() {}
  }

  /**
   * Wraps a table that can be written.
   *
   * @param partitions the partition columns that the statement names
   * @param options all options that the statement names, which apply to this write
   * @param replace whether existing files are replaced
   * @param ending updates the catalog after the write
   */
  public StagedPathTable(
      Table target,
      String[] partitions,
      Map<String, String> options,
      boolean replace,
      Ending ending) {
    this.target = target;
    this.partitions = partitions;
    this.options = options;
    this.replace = replace;
    this.ending = ending;
  }

  /** Extracts the options of a statement, which Spark hides among the properties of a table. */
  public static Map<String, String> options(Map<String, String> properties) {
    Map<String, String> options = new HashMap<>();
    properties.forEach(
        (key, value) -> {
          if (key.startsWith(TableCatalog.OPTION_PREFIX)) {
            options.put(key.substring(TableCatalog.OPTION_PREFIX.length()), value);
          }
        });
    return options;
  }

  @Override
  public String name() {
    return target.name();
  }

  @Override
  @SuppressWarnings("deprecation") // Table has no other way before Spark 4.1
  public StructType schema() {
    return target.schema();
  }

  @Override
  public Column[] columns() {
    return target.columns();
  }

  @Override
  public Transform[] partitioning() {
    return target.partitioning();
  }

  @Override
  public Set<TableCapability> capabilities() {
    return target.capabilities();
  }

  @Override
  public Map<String, String> properties() {
    return target.properties();
  }

  @Override
  public WriteBuilder newWriteBuilder(LogicalWriteInfo info) {
    written = true;
    Map<String, String> all = new HashMap<>(options);
    all.putAll(info.options().asCaseSensitiveMap());
    all.put(PartitionNames.OPTION, PartitionNames.format(List.of(partitions)));
    WriteBuilder builder =
        ((SupportsWrite) target)
            .newWriteBuilder(new WithOptions(info, new CaseInsensitiveStringMap(all)));
    return replace ? ((SupportsTruncate) builder).truncate() : builder;
  }

  /**
   * Updates the catalog, after the write has published its files.
   *
   * @throws UnsupportedOperationException if there was no write, as for {@code REPLACE TABLE}
   *     without {@code AS SELECT}
   */
  @Override
  public void commitStagedChanges() {
    if (!written) {
      throw new UnsupportedOperationException(
          "Files of '"
              + name()
              + "' are replaced by those of a query, so REPLACE TABLE needs AS SELECT; TRUNCATE"
              + " TABLE leaves none.");
    }
    ending.commit();
  }

  @Override
  public void abortStagedChanges() {
    // The write has cleaned up.
    ending.abort();
  }

  /** The same write with other options. */
  private record WithOptions(LogicalWriteInfo info, CaseInsensitiveStringMap options)
      implements LogicalWriteInfo {
    @Override
    public String queryId() {
      return info.queryId();
    }

    @Override
    public StructType schema() {
      return info.schema();
    }

    @Override
    public Optional<StructType> rowIdSchema() {
      return info.rowIdSchema();
    }

    @Override
    public Optional<StructType> metadataSchema() {
      return info.metadataSchema();
    }
  }
}
