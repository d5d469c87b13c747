package io.github.jellybridge.spark.table;

import io.github.jellybridge.spark.listing.FileEntry;
import io.github.jellybridge.spark.listing.FileIndex;
import io.github.jellybridge.spark.options.SessionSettings;
import io.github.jellybridge.spark.publish.FileDelete;
import io.github.jellybridge.spark.schema.ColumnName;
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
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.types.StructField;

/**
 * A table whose partitions are just the folders that hold its files. They can be listed ({@code
 * SHOW PARTITIONS}) and their files deleted ({@code DELETE}, {@code ALTER TABLE … DROP PARTITION},
 * {@code TRUNCATE TABLE … PARTITION}), but they cannot be added or renamed.
 *
 * <p>In Spark's interface, a row identifies a partition: it holds one Catalyst value for each
 * partition column. Folders whose values are equal when read are one partition.
 */
abstract class PartitionedTable implements SupportsDeleteV2, SupportsAtomicPartitionManagement {

  /** The files of the table. */
  abstract FileIndex files();

  /** The settings that decide which folders are the same partition. */
  abstract SessionSettings session();

  /** Tells whether the table shows all files of one folder, so that they may be deleted. */
  abstract boolean showsAllFiles();

  /** Deletes files of the folder. */
  abstract void delete(FileDelete deletion);

  @Override
  public final Transform[] partitioning() {
    return Stream.of(partitionSchema().fieldNames())
        .map(name -> Expressions.identity(ColumnName.quoted(name)))
        .toArray(Transform[]::new);
  }

  /**
   * Returns the partitions that have the values of a row, in the order of their folders.
   *
   * @param names the partition columns whose values the row holds; none for all partitions
   */
  @Override
  public final InternalRow[] listPartitionIdentifiers(String[] names, InternalRow values) {
    StructField[] fields = partitionSchema().fields();
    List<String> columns = Arrays.asList(partitionSchema().fieldNames());
    int[] wanted = Arrays.stream(names).mapToInt(columns::indexOf).toArray();
    Set<List<Object>> partitions = new LinkedHashSet<>();
    for (FileEntry file : files().files()) {
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
   * Tells whether the predicates select whole partitions.
   *
   * @throws UnsupportedOperationException if files might be deleted that the table does not show
   */
  @Override
  public final boolean canDeleteWhere(Predicate[] predicates) {
    requireAllFiles();
    return deletion(predicates).isOfWholeFiles();
  }

  @Override
  public final void deleteWhere(Predicate[] predicates) {
    delete(deletion(predicates));
  }

  private FileDelete deletion(Predicate[] predicates) {
    return FileDelete.where(predicates, files().partitionSchema(), session());
  }

  private void requireAllFiles() {
    if (!showsAllFiles()) {
      throw FileDelete.ofSomeFiles();
    }
  }

  /**
   * Deletes the files of some partitions, all of them or none.
   *
   * @throws UnsupportedOperationException if files might be deleted that the table does not show
   */
  @Override
  public final boolean dropPartitions(InternalRow[] partitions) {
    requireAllFiles();
    delete(FileDelete.ofPartitions(partitions, files().partitionSchema(), session()));
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

  @Override
  public final void createPartitions(InternalRow[] partitions, Map<String, String>[] properties) {
    throw new UnsupportedOperationException(
        "Partitions of this table are the folders that hold its files, and are looked up each"
            + " time: one comes with the first row that is written to it, and there is nothing to"
            + " add.");
  }

  /** Returns no metadata: a partition has nothing but its files. */
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
