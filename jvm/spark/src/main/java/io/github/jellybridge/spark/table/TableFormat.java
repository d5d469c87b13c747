package io.github.jellybridge.spark.table;

import io.github.jellybridge.spark.options.FileOptions;
import io.github.jellybridge.spark.options.OptionRegistry;
import io.github.jellybridge.spark.options.SourceOptions;
import io.github.jellybridge.spark.scan.FileCodec;
import io.github.jellybridge.spark.schema.TableKind;
import io.github.jellybridge.spark.write.WritePlan;
import io.github.jellybridge.spark.write.WriteRequest;

/**
 * The descriptor of a file format: its name, its options, its reader and its writer. The engine
 * turns it into a data source. All methods are called on the driver.
 */
public interface TableFormat {
  /** The short name of the data source. */
  String shortName();

  /** The kind of the rows. */
  default TableKind kind() {
    return TableKind.STATEMENTS;
  }

  /** The options for reading. */
  OptionRegistry readOptions();

  /** The options for writing. */
  OptionRegistry writeOptions();

  /**
   * Returns the reader of a table, with all columns.
   *
   * @param options the options for reading
   * @param files the options among them that all file sources share
   * @throws IllegalArgumentException for options that contradict each other
   */
  FileCodec codec(SourceOptions options, FileOptions files);

  /**
   * Returns the writer of some rows.
   *
   * @throws IllegalArgumentException for columns that cannot be written, and for options that are
   *     not allowed or contradict each other
   */
  WritePlan writePlan(WriteRequest request);
}
