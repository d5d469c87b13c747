package io.github.jellybridge.spark.publish;

import org.apache.spark.sql.types.StructType;

/** What a table shows of the files in its folder before a write. */
@FunctionalInterface
public interface ExistingFiles {
  /** Their partition columns; null if there are no files. */
  StructType partitionColumns();

  /**
   * Refuses to replace files of a table that does not show all of them.
   *
   * @throws UnsupportedOperationException when there may be others
   */
  default void requireAll() {}
}
