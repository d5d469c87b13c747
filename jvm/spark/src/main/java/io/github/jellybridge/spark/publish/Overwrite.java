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
 * Which files of a table a write replaces.
 *
 * @param kind how they are chosen
 * @param partition for {@link Kind#PARTITION}, the values of some partition columns, as they stand
 *     in folders
 * @param condition for {@link Kind#WHERE}, tells of the key of a partition whether it is chosen
 */
public record Overwrite(
    Kind kind, Map<String, String> partition, Predicate<Map<String, Object>> condition) {
  /** How the files to replace are chosen. */
  public enum Kind {
    /** None. */
    APPEND,
    /** All. */
    ALL,
    /** Those in partitions with given values. */
    PARTITION,
    /** Those in partitions that meet a condition. */
    WHERE,
    /** Those in the partitions that the new files are in. */
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
   * Tells of folders, by their paths relative to the table's, whether their files are among them.
   * It is values that count, as {@code price=19.9} is what {@code price=19.90} is; and texts only
   * in folders that are not read as part of the table. What readers pass over stays, unless all is
   * replaced.
   *
   * @param keys those of the files that are there
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
