package io.github.jellybridge.spark.stream;

import io.github.jellybridge.files.ParallelFileOperations;
import io.github.jellybridge.spark.listing.FileEntry;
import io.github.jellybridge.spark.options.FileStreamOptions;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * The files that a stream has taken, so that it takes none twice.
 *
 * <p>A file is known by its path. It is forgotten when it is gone from the folder and so much older
 * than the newest file that it will not come back; so memory is bounded by the files that exist.
 * Spark's own sources forget by age alone, and for that leave out every file that appears late with
 * an old time of modification.
 */
final class SeenFiles {
  /** Spark's {@code maxFileAge}: how long a file that is gone is remembered. */
  static final long REMEMBERED_MILLIS = TimeUnit.DAYS.toMillis(7);

  private final Map<String, LoggedFile> files = new HashMap<>();
  // Files that are there though listings do not show them: each is looked for once.
  private final Set<String> unlisted = new HashSet<>();
  private final long maxAge;
  private long newest = Long.MIN_VALUE;
  private long oldestAccepted = Long.MIN_VALUE;

  SeenFiles(long maxAge) {
    this.maxAge = maxAge;
  }

  /** Whether the stream has yet to take a file. */
  boolean isNew(FileEntry file) {
    return file.modificationTime() >= oldestAccepted && !files.containsKey(file.path());
  }

  void addAll(Collection<LoggedFile> taken) {
    for (LoggedFile file : taken) {
      files.put(file.path(), file);
      newest = Math.max(newest, file.modified());
    }
    if (maxAge != FileStreamOptions.NO_LIMIT && newest != Long.MIN_VALUE) {
      oldestAccepted = Math.max(oldestAccepted, newest - maxAge);
    }
  }

  /**
   * Forgets files that are gone and old.
   *
   * @param listed the files that are there now
   * @param gone looks for a file that is not among them; is asked by several threads
   */
  void forgetGone(List<FileEntry> listed, Predicate<LoggedFile> gone) {
    // What is older than the user's age would not be taken again if it came back.
    long limit = newest - (maxAge == FileStreamOptions.NO_LIMIT ? REMEMBERED_MILLIS : maxAge);
    if (files.isEmpty() || files.values().stream().noneMatch(file -> file.modified() < limit)) {
      return;
    }
    Set<String> present = new HashSet<>();
    listed.forEach(file -> present.add(file.path()));
    List<LoggedFile> absent =
        files.values().stream()
            .filter(file -> file.modified() < limit && !present.contains(file.path()))
            .filter(file -> !unlisted.contains(file.path()))
            .toList();
    List<Boolean> answers = ParallelFileOperations.map(absent, gone::test);
    for (int i = 0; i < absent.size(); i++) {
      String path = absent.get(i).path();
      if (answers.get(i)) {
        files.remove(path);
      } else {
        unlisted.add(path);
      }
    }
  }

  /** All files that are not forgotten. */
  Collection<LoggedFile> all() {
    return files.values();
  }
}
