package io.github.jellybridge.spark.scan;

import io.github.jellybridge.files.DecompressionLimits;
import io.github.jellybridge.spark.aggregate.PushedAggregation;
import io.github.jellybridge.spark.filter.PushedFilters;
import io.github.jellybridge.spark.options.ReadMode;
import io.github.jellybridge.spark.schema.StatementSchema;
import io.github.jellybridge.spark.schema.TableKind;
import io.github.jellybridge.spark.vectors.RowProjection;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import org.apache.spark.sql.types.StructType;

/**
 * The work of a task on its files, decided on the driver and sent to the executors.
 *
 * @param kind the kind of the table's rows
 * @param schema the columns to produce
 * @param partitionColumns the partition columns of the table, in the order of a file's values
 * @param codec how the codec reads, its columns cut to what schema, filters and aggregates need
 * @param mode what to do at malformed input
 * @param ignoreCorruptFiles whether what cannot be read of a file is left out
 * @param ignoreMissingFiles whether a file that has vanished is left out
 * @param decompression limits of a compressed file
 * @param batchSize most statements of a batch
 * @param filters which statements to keep
 * @param aggregation what to compute of them instead of handing them out; or null
 * @param limit most rows that a task has to produce; {@link #NO_LIMIT} for all
 */
record ReadPlan(
    TableKind kind,
    StructType schema,
    StructType partitionColumns,
    FileCodec codec,
    ReadMode mode,
    boolean ignoreCorruptFiles,
    boolean ignoreMissingFiles,
    DecompressionLimits decompression,
    int batchSize,
    PushedFilters filters,
    PushedAggregation aggregation,
    long limit)
    implements Serializable {
  private static final long serialVersionUID = 1L;

  /** The limit of a scan that has none. */
  static final long NO_LIMIT = TaskPlanner.Wanted.ALL;

  /**
   * Returns the plan of a stream, which always includes the hidden column: Spark adds it after the
   * others when a query uses it, without telling the scan.
   */
  ReadPlan ofStream() {
    if (List.of(schema.fieldNames()).contains(StatementSchema.METADATA)) {
      return this;
    }
    return new ReadPlan(
        kind,
        schema.add(StatementSchema.METADATA, StatementSchema.metadata(), false),
        partitionColumns,
        codec,
        mode,
        ignoreCorruptFiles,
        ignoreMissingFiles,
        decompression,
        batchSize,
        filters,
        aggregation,
        limit);
  }

  /** Tells whether the query needs nothing but the number of rows. */
  boolean countsOnly() {
    return codec.columns() == 0
        && filters.isEmpty()
        && !StatementSchema.numbersStatements(schema)
        && !kind.showsRows(schema);
  }

  /** Returns the statements that the tasks have to read. */
  TaskPlanner.Wanted wanted() {
    boolean limited = aggregation == null && filters.isEmpty();
    return new TaskPlanner.Wanted(filters, counted(), limited ? limit : TaskPlanner.Wanted.ALL);
  }

  /** Returns the only column of which terms are counted, 0 for none; empty if more is needed. */
  private OptionalInt counted() {
    int columns = codec.columns();
    boolean counts =
        aggregation == null
            ? countsOnly()
            : aggregation.readsRuns()
                && Integer.bitCount(columns) <= 1
                && (columns != 0 || filters.isEmpty());
    return counts ? OptionalInt.of(columns) : OptionalInt.empty();
  }

  /**
   * Tells whether two plans of tables with equal options return the same rows for the same files;
   * false if that is uncertain. Call on the driver, where filters know their predicates.
   */
  boolean sameRows(ReadPlan that) {
    return schema.equals(that.schema)
        && limit == that.limit
        && Objects.equals(aggregation, that.aggregation)
        && Arrays.equals(filters.accepted(), that.filters.accepted());
  }

  /** Tells whether vectors suit the query better than rows. */
  boolean columnar() {
    return aggregation != null || !RowProjection.suits(kind, schema, StatementSchema.METADATA);
  }

  /** Returns the codec that suits the query. */
  FileCodec reading() {
    if (aggregation != null && aggregation.readsRuns()) {
      return codec.forRuns();
    }
    return columnar() || !filters.isEmpty() ? codec : codec.forRows();
  }

  /**
   * Tells whether broken files lose only their unreadable content, instead of failing the query.
   */
  boolean toleratesMalformed() {
    return mode == ReadMode.DROPMALFORMED || ignoreCorruptFiles;
  }
}
