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

/**
 * The table that {@code CREATE TABLE … AS SELECT} makes. Its files are published as one by the
 * write itself.
 */
public final class StagedPathTable implements StagedTable, SupportsWrite {
  private final Table target;
  private final String[] partitions;
  private final Map<String, String> options;
  private final boolean replace;
  private final Ending ending;
  private boolean written;

  /** The work of a catalog that keeps names when the write has ended, well or not. */
  public interface Ending {
    /** The files are published. */
    default void commit() {}

    /** Nothing is published. */
    default void abort() {}
  }

  /**
   * Wraps a table that can be written.
   *
   * @param partitions the partition columns that the statement names
   * @param options the options that the statement names, all of them for this write
   * @param replace whether files that are there are replaced
   * @param ending the work that is left after the write
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

  /** The options that a statement names, as Spark hides them among the properties of a table. */
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
   * The write has published its files, so that only the catalog may have something left to do.
   *
   * @throws UnsupportedOperationException when nothing was to be written, as {@code REPLACE TABLE}
   *     without {@code AS SELECT} asks for
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
