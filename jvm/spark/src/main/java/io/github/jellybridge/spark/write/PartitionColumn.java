package io.github.jellybridge.spark.write;

import java.io.Serializable;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.sql.types.DataType;

/**
 * A column whose values become folders.
 *
 * @param name its name in the spelling of the folders
 * @param ordinal its position in the rows
 * @param type one of the types that {@link PartitionPath} can write
 */
public record PartitionColumn(String name, int ordinal, DataType type) implements Serializable {
  private static final long serialVersionUID = 1L;

  /** Returns the columns with the names of existing folders, which may differ in case. */
  public static List<PartitionColumn> spelled(List<PartitionColumn> columns, List<String> names) {
    return IntStream.range(0, columns.size())
        .mapToObj(
            i -> new PartitionColumn(names.get(i), columns.get(i).ordinal(), columns.get(i).type()))
        .toList();
  }
}
