package io.github.jellybridge.spark.listing;

import io.github.jellybridge.spark.options.SessionSettings;
import java.util.List;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Facts about the partition columns of a table that are declared before its folders are listed.
 *
 * @param columns columns with their types; columns without a folder are ignored
 * @param binding whether a folder's value that does not fit the type of its column is an error;
 *     otherwise the type is then inferred from the folders
 * @param names the partition columns of a table that has no files yet
 */
public record PartitionHints(StructType columns, boolean binding, List<String> names) {
  /** No declared facts. */
  public static final PartitionHints NONE = new PartitionHints(new StructType(), false, List.of());

  /** Returns the hints of a schema given by the user; null for none. */
  public static PartitionHints ofUser(StructType schema) {
    return schema == null ? NONE : new PartitionHints(schema, true, List.of());
  }

  /** Returns the partition columns of a table without files. */
  public StructType withoutFiles() {
    StructType partitions = new StructType();
    for (String name : names) {
      partitions = partitions.add(columns.apply(name));
    }
    return partitions;
  }

  /** Returns the column of a name, or null. */
  StructField column(String name, SessionSettings session) {
    for (StructField field : columns.fields()) {
      if (session.sameName(field.name(), name)) {
        return field;
      }
    }
    return null;
  }

  /**
   * Returns the declared type of a column with these values in its folders, or null if it has to be
   * inferred.
   */
  DataType type(StructField column, List<String> values, SessionSettings session) {
    boolean holds =
        column != null
            && (binding
                || values.stream()
                    .allMatch(raw -> PartitionValues.holds(column.dataType(), raw, session)));
    return holds ? column.dataType() : null;
  }
}
