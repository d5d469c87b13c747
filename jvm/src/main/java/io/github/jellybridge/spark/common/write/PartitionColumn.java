package io.github.jellybridge.spark.common.write;

import java.io.Serializable;
import org.apache.spark.sql.types.DataType;

/**
 * A column whose values become folders.
 *
 * @param name as it stands in the folders
 * @param ordinal its place in the rows
 * @param type one of the types that {@link PartitionPath} can write
 */
public record PartitionColumn(String name, int ordinal, DataType type) implements Serializable {
  private static final long serialVersionUID = 1L;
}
