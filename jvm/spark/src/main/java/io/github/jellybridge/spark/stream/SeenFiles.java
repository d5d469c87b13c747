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
 * <p>A file is identified by its path. It is forgotten once it is gone from the folder and so much
 * older than the newest file that it will not return. Memory is therefore bounded by the number of
 * existing files. Spark's own sources forget by age alone, and therefore skip every file that
 * appears late with an old time of modification.
 */
final class SeenFiles {
  /** Spark's {@code maxFileAge}: how long a deleted file is remembered. */
  static final long REMEMBERED_MILLIS = TimeUnit.DAYS.toMillis(7);

  private final Map<String, LoggedFile> files = new HashMap<>();
  // Files that exist although listings do not show them: each is looked up once.
  private final Set<String> unlisted = new HashSet<>();
  private final long maxAge;
  private long newest = Long.MIN_VALUE;
  private long oldestAccepted = Long.MIN_VALUE;

  SeenFiles(long maxAge) {
    this.maxAge = maxAge;
  }

  /** Tells whether the stream has not taken a file yet. */
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
   * @param listed the files that exist now
   * @param gone looks up a file that is not among them; called by several threads
   */
  void forgetGone(List<FileEntry> listed, Predicate<LoggedFile> gone) {
    // Files older than the user's age would not be taken again if they returned.
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

  /** Returns all files that are not forgotten. */
  Collection<LoggedFile> all() {
    return files.values();
  }
}
