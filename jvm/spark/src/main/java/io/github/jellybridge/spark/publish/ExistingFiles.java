package io.github.jellybridge.spark.publish;

import org.apache.spark.sql.types.StructType;

/** The files of a table before a write. */
@FunctionalInterface
public interface ExistingFiles {
  /** Their partition columns; null if there are no files. */
  StructType partitionColumns();

  /**
   * Rejects replacing files of a table that may not show all of them.
   *
   * @throws UnsupportedOperationException if the table may not show all files
   */
  default void requireAll() {}
}
