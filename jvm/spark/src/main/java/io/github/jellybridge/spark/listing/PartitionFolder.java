package io.github.jellybridge.spark.listing;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.catalyst.catalog.ExternalCatalogUtils;

/**
 * A folder that holds files, parsed into the {@code key=value} names of its path.
 *
 * @param folder the folder
 * @param columns its partition columns, outermost first; empty if it is in no partition
 * @param base the folder above the outermost column; the folder itself if it is in no partition
 */
record PartitionFolder(Path folder, List<Column> columns, Path base) {

  /** Name and value of one folder in the path; the value is still escaped. */
  record Column(String name, String rawValue) {}

  /** The value of a column, still escaped. */
  String rawValue(int column) {
    return columns.get(column).rawValue();
  }

  /**
   * Parses the path from a folder up to a base path. Skips names without {@code =} below the
   * innermost partition folder; above the outermost partition folder, such a name ends the walk.
   *
   * @throws IllegalArgumentException for a folder like {@code =x} or {@code x=}
   */
  static PartitionFolder parse(Path folder, Set<Path> basePaths) {
    List<Column> columns = new ArrayList<>();
    Path current = folder;
    while (current.getParent() != null && !basePaths.contains(current)) {
      Column column = column(current);
      if (column != null) {
        columns.add(column);
      } else if (!columns.isEmpty()) {
        break;
      }
      current = current.getParent();
    }
    if (columns.isEmpty()) {
      return new PartitionFolder(folder, List.of(), folder);
    }
    Collections.reverse(columns);
    return new PartitionFolder(folder, List.copyOf(columns), current);
  }

  private static Column column(Path path) {
    String name = path.getName();
    int equals = name.indexOf('=');
    if (equals < 0) {
      return null;
    }
    if (equals == 0 || equals == name.length() - 1) {
      throw new IllegalArgumentException(
          "Partition folder "
              + path
              + " has an empty "
              + (equals == 0 ? "column name" : "value")
              + "; a null value is written "
              + ExternalCatalogUtils.DEFAULT_PARTITION_NAME()
              + ".");
    }
    return new Column(
        ExternalCatalogUtils.unescapePathName(name.substring(0, equals)),
        name.substring(equals + 1));
  }

  /** The names of the columns, outermost first. */
  List<String> names() {
    return columns.stream().map(Column::name).toList();
  }
}
