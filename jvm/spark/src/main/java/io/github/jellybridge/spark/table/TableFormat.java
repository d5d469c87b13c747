package io.github.jellybridge.spark.table;

import io.github.jellybridge.spark.options.SessionSettings;
import io.github.jellybridge.spark.publish.ExistingFiles;
import io.github.jellybridge.spark.schema.TableKind;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * What a file format brings so that the classes of this package make a data source of it. All
 * methods are called on the driver.
 */
public interface TableFormat {
  /** The short name of the data source. */
  String shortName();

  /** What the rows are. */
  TableKind kind();

  /** Whether there is an option of this name for reading. */
  boolean knowsReadOption(String name);

  /** Whether there is an option of this name for writing. */
  boolean knowsWriteOption(String name);

  /**
   * Parses the options of a table that is read.
   *
   * @throws IllegalArgumentException for an unknown option or a value that is not allowed
   */
  TableOptions readOptions(CaseInsensitiveStringMap map, SessionSettings session);

  /**
   * Starts a write of a batch.
   *
   * @param table the options of the table; those for reading do not matter here
   * @param info the options of the write and the columns of the query
   * @param existing the files that are there
   * @throws IllegalArgumentException for options or columns that cannot be
   */
  WriteBuilder batchWrite(
      CaseInsensitiveStringMap table,
      LogicalWriteInfo info,
      SessionSettings session,
      ExistingFiles existing);

  /**
   * Starts a write of an epoch of a stream.
   *
   * @throws IllegalArgumentException for options or columns that cannot be
   */
  WriteBuilder streamWrite(
      CaseInsensitiveStringMap table, LogicalWriteInfo info, SessionSettings session);
}
