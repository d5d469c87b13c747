package io.github.jellybridge.spark.common.write;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which files of a table a write replaces.
 *
 * @param kind how they are chosen
 * @param partition for {@link Kind#PARTITION}, the values of some partition columns, as texts; an
 *     empty one stands for null
 */
record Overwrite(Kind kind, Map<String, String> partition) {
  /** How the files to replace are chosen. */
  enum Kind {
    /** None. */
    APPEND,
    /** All. */
    ALL,
    /** Those in partitions with given values. */
    PARTITION,
    /** Those in the partitions that the new files are in. */
    DYNAMIC
  }

  static final Overwrite APPEND = new Overwrite(Kind.APPEND, Map.of());
  static final Overwrite ALL = new Overwrite(Kind.ALL, Map.of());
  static final Overwrite DYNAMIC = new Overwrite(Kind.DYNAMIC, Map.of());

  /** Whether files of these folders, relative to the table's, are among them. */
  boolean replaces(String folders, Set<String> writtenPartitions) {
    return switch (kind) {
      case APPEND -> false;
      case ALL -> true;
      case DYNAMIC -> writtenPartitions.contains(folders);
      case PARTITION ->
          List.of(folders.split("/"))
              .containsAll(
                  partition.entrySet().stream()
                      .map(e -> PartitionPath.folder(e.getKey(), e.getValue()))
                      .toList());
    };
  }
}
