package io.github.jellybridge.spark.scan;

import io.github.jellybridge.spark.aggregate.PushedAggregation;
import io.github.jellybridge.spark.filter.PushedFilters;
import io.github.jellybridge.spark.listing.FileEntry;
import io.github.jellybridge.spark.schema.StatementSchema;
import io.github.jellybridge.spark.table.StatementTable;
import io.github.jellybridge.spark.table.TableOptions;
import java.util.List;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.SupportsPushDownRequiredColumns;
import org.apache.spark.sql.types.StructType;

/**
 * Collects the columns that Spark needs of a scan, and no other operations.
 *
 * <p>With {@code pushdown=false} Spark must not even offer filters: it would translate all of them
 * for the connector, and its translation fails for some expressions.
 */
public class StatementScanBuilder implements SupportsPushDownRequiredColumns {
  final StatementTable table;
  private StructType schema;

  StatementScanBuilder(StatementTable table) {
    this.table = table;
    this.schema = table.schema();
  }

  /** Starts a scan, with push-down if the options of the table allow it. */
  public static StatementScanBuilder of(StatementTable table) {
    return table.options().pushdown()
        ? new PushdownScanBuilder(table)
        : new StatementScanBuilder(table);
  }

  @Override
  public void pruneColumns(StructType required) {
    schema = required;
  }

  @Override
  public Scan build() {
    return scan(table.files().files(), List.of(), PushedFilters.none(), null, ReadPlan.NO_LIMIT);
  }

  /**
   * Creates the scan of some files.
   *
   * @param fileFilters the filters that selected the files
   * @param aggregation the aggregation to return in place of the columns; or null
   * @param limit largest number of rows that a task has to produce
   */
  final Scan scan(
      List<FileEntry> files,
      List<Predicate> fileFilters,
      PushedFilters filters,
      PushedAggregation aggregation,
      long limit) {
    TableOptions options = table.options();
    int columns =
        aggregation == null
            ? StatementSchema.termColumns(table.kind(), schema)
            : aggregation.columns();
    ReadPlan plan =
        new ReadPlan(
            table.kind(),
            aggregation == null ? schema : aggregation.schema(),
            table.files().partitionSchema(),
            options.codec().withColumns(filters.columns() | columns),
            options.files().mode(),
            options.files().ignoreCorruptFiles(),
            options.files().ignoreMissingFiles(),
            options.files().decompression(),
            options.batchSize(),
            filters,
            aggregation,
            limit);
    return new StatementScan(table, files, fileFilters, plan);
  }
}
