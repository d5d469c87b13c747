package io.github.jellybridge.spark.jelly;

import io.github.jellybridge.spark.common.ColumnName;
import io.github.jellybridge.spark.common.FileEntry;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.catalog.SupportsAtomicPartitionManagement;
import org.apache.spark.sql.connector.catalog.SupportsDeleteV2;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.LiteralValue;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.connector.expressions.filter.And;
import org.apache.spark.sql.connector.expressions.filter.Or;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.types.StructField;

/**
 * A table whose partitions are the folders that hold its files, and nothing else: they can be
 * listed ({@code SHOW PARTITIONS}) and their files deleted ({@code ALTER TABLE … DROP PARTITION},
 * {@code TRUNCATE TABLE … PARTITION}), but they are not added or renamed.
 *
 * <p>The rows that Spark's interface speaks of are one Catalyst value a partition column. Folders
 * whose values are read as equal are one partition.
 */
abstract class PartitionedTable implements SupportsDeleteV2, SupportsAtomicPartitionManagement {

  /** The files of the table, with their values of the partition columns. */
  abstract List<FileEntry> partitionedFiles();

  @Override
  public final Transform[] partitioning() {
    return Stream.of(partitionSchema().fieldNames())
        .map(name -> Expressions.identity(ColumnName.quoted(name)))
        .toArray(Transform[]::new);
  }

  /**
   * The partitions that have the values of a row, in the order of their folders.
   *
   * @param names the partition columns that the row has values of; none for all partitions
   */
  @Override
  public final InternalRow[] listPartitionIdentifiers(String[] names, InternalRow values) {
    StructField[] fields = partitionSchema().fields();
    List<String> columns = Arrays.asList(partitionSchema().fieldNames());
    int[] wanted = Arrays.stream(names).mapToInt(columns::indexOf).toArray();
    Set<List<Object>> partitions = new LinkedHashSet<>();
    for (FileEntry file : partitionedFiles()) {
      List<Object> partition = Arrays.asList(file.partitionValues());
      if (IntStream.range(0, wanted.length)
          .allMatch(i -> isSame(fields[wanted[i]], partition.get(wanted[i]), values, i))) {
        partitions.add(partition);
      }
    }
    return partitions.stream()
        .map(partition -> new GenericInternalRow(partition.toArray()))
        .toArray(InternalRow[]::new);
  }

  private static boolean isSame(StructField column, Object value, InternalRow row, int i) {
    return row.isNullAt(i) ? value == null : row.get(i, column.dataType()).equals(value);
  }

  /**
   * Deletes the files of some partitions, all of them or none.
   *
   * @throws UnsupportedOperationException when files may be deleted that the table does not show
   */
  @Override
  public final boolean dropPartitions(InternalRow[] partitions) {
    Predicate[] any = {
      Arrays.stream(partitions).map(this::isPartition).reduce(Or::new).orElseThrow()
    };
    if (!canDeleteWhere(any)) {
      throw new UnsupportedOperationException(
          "Partitions " + Arrays.toString(partitions) + " cannot be told from others.");
    }
    deleteWhere(any);
    return true;
  }

  @Override
  public final boolean purgePartition(InternalRow partition) {
    return dropPartition(partition);
  }

  @Override
  public final boolean purgePartitions(InternalRow[] partitions) {
    return dropPartitions(partitions);
  }

  @Override
  public final boolean truncatePartition(InternalRow partition) {
    return dropPartition(partition);
  }

  @Override
  public final boolean truncatePartitions(InternalRow[] partitions) {
    return dropPartitions(partitions);
  }

  private Predicate isPartition(InternalRow values) {
    StructField[] fields = partitionSchema().fields();
    return IntStream.range(0, fields.length)
        .mapToObj(i -> hasValue(fields[i], values, i))
        .reduce(And::new)
        .orElseThrow();
  }

  private static Predicate hasValue(StructField column, InternalRow values, int i) {
    Expression reference = Expressions.column(ColumnName.quoted(column.name()));
    return values.isNullAt(i)
        ? new Predicate("IS_NULL", new Expression[] {reference})
        : new Predicate(
            "=",
            new Expression[] {
              reference, new LiteralValue<>(values.get(i, column.dataType()), column.dataType())
            });
  }

  @Override
  public final void createPartitions(InternalRow[] partitions, Map<String, String>[] properties) {
    throw new UnsupportedOperationException(
        "Partitions of this table are the folders that hold its files, and are looked up each"
            + " time: one comes with the first row that is written to it, and there is nothing to"
            + " add.");
  }

  /** Nothing is known of a partition but its files. */
  @Override
  public final Map<String, String> loadPartitionMetadata(InternalRow partition) {
    return Map.of();
  }

  @Override
  public final void replacePartitionMetadata(
      InternalRow partition, Map<String, String> properties) {
    throw new UnsupportedOperationException(
        "Partitions of this table are the folders that hold its files, and have no properties.");
  }
}
