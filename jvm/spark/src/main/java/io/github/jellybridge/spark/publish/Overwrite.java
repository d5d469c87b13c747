package io.github.jellybridge.spark.publish;

import io.github.jellybridge.files.HiddenFiles;
import io.github.jellybridge.spark.listing.PartitionKeys;
import io.github.jellybridge.spark.write.PartitionPath;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The files of a table that a write replaces.
 *
 * @param kind how they are chosen
 * @param partition for {@link Kind#PARTITION}, the values of some partition columns, in the form of
 *     folder names
 * @param condition for {@link Kind#WHERE}, tests the key of a partition
 */
public record Overwrite(
    Kind kind, Map<String, String> partition, Predicate<Map<String, Object>> condition) {
  /** How the files to replace are chosen. */
  public enum Kind {
    /** No files. */
    APPEND,
    /** All files. */
    ALL,
    /** Files in partitions with given values. */
    PARTITION,
    /** Files in partitions that meet a condition. */
    WHERE,
    /** Files in the partitions of the new files. */
    DYNAMIC
  }

  public static final Overwrite APPEND = new Overwrite(Kind.APPEND, Map.of(), null);
  public static final Overwrite ALL = new Overwrite(Kind.ALL, Map.of(), null);
  public static final Overwrite DYNAMIC = new Overwrite(Kind.DYNAMIC, Map.of(), null);

  public static Overwrite ofPartition(Map<String, String> values) {
    return values.isEmpty() ? ALL : new Overwrite(Kind.PARTITION, values, null);
  }

  static Overwrite where(Predicate<Map<String, Object>> condition) {
    return new Overwrite(Kind.WHERE, Map.of(), condition);
  }

  /**
   * Returns a test that tells whether the files of a folder are replaced; folders are paths
   * relative to the table's. Compares values, not texts: {@code price=19.9} is the same partition
   * as {@code price=19.90}. Texts are compared only for folders that are not read as part of the
   * table. Files that readers ignore stay, unless everything is replaced.
   *
   * @param keys the keys of the existing files
   * @param written the folders of the new files
   */
  public Predicate<String> folders(PartitionKeys keys, Set<String> written) {
    return switch (kind) {
      case APPEND -> folder -> false;
      case ALL -> folder -> true;
      case DYNAMIC -> inWritten(keys.with(written), written);
      case PARTITION -> inPartition(keys);
      case WHERE -> folder -> isMet(keys.of(folder));
    };
  }

  private boolean isMet(Map<String, Object> key) {
    return key != null && condition.test(key);
  }

  private static Predicate<String> inWritten(PartitionKeys keys, Set<String> written) {
    Set<Map<String, Object>> wanted =
        written.stream()
            .map(keys::of)
            .filter(Objects::nonNull)
            .collect(Collectors.toCollection(HashSet::new));
    return folder -> {
      if (written.contains(folder)) {
        return true;
      }
      Map<String, Object> key = keys.of(folder);
      return key != null && wanted.contains(key);
    };
  }

  private Predicate<String> inPartition(PartitionKeys keys) {
    Map<String, Object> wanted = keys.ofValues(partition);
    List<String> texts =
        partition.entrySet().stream()
            .map(e -> PartitionPath.folder(e.getKey(), e.getValue()))
            .toList();
    return folder -> {
      Map<String, Object> key = keys.of(folder);
      return key == null || wanted == null
          ? !HiddenFiles.isBelowHidden(folder) && List.of(folder.split("/")).containsAll(texts)
          : key.entrySet().containsAll(wanted.entrySet());
    };
  }
}
