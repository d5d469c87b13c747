package io.github.jellybridge.spark.listing;

import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.types.DataType;

/** Columns and fields that have one value for all rows of a file, numbered from 0. */
public interface FileColumns {
  /** Returns the number of the column or field that a query names; -1 for all others. */
  int indexOf(NamedReference reference);

  /** Tells whether a column has the same value for all files of a folder. */
  boolean isOfFolders(int index);

  /** The type of a column. */
  DataType type(int index);

  /** Returns the value of a column in the rows of a file, in Spark's internal form; may be null. */
  Object value(int index, FileEntry file);
}
