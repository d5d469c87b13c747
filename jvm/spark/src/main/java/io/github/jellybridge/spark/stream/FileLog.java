package io.github.jellybridge.spark.stream;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.Path;

/**
 * The log of the files in each batch of a stream, in the folder that Spark gives a source in its
 * checkpoint.
 *
 * <p>Batch {@code n} is the file {@code n} with the files taken in it, or {@code n.compact} with
 * all files to remember. The log is compacted when many files were added since the last compaction,
 * compared with the total, so that few entries are written twice overall. Files that a compaction
 * makes superfluous are deleted at the next one, never before.
 */
final class FileLog {
  /** Smallest number of batches between two compactions. */
  static final int COMPACT_EVERY = 10;

  /** Largest number of batches between two compactions; a restart reads that many small files. */
  static final int COMPACT_AT_LAST = 100;

  /**
   * The log is compacted when the entries since then reach this fraction (1/n) of the entries
   * before.
   */
  private static final int GROWTH = 4;

  private static final String COMPACT = ".compact";

  private final LogFolder folder;
  private long latest = -1;
  private long compacted = -1;
  private long compactedEntries;
  private long looseEntries;

  FileLog(Path path, Configuration conf) {
    try {
      folder = new LogFolder(path, conf);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot open the checkpoint " + path, e);
    }
  }

  /** The number of the last batch, -1 before the first one. */
  long latest() {
    return latest;
  }

  /** Reads the log; returns all files that it remembers. */
  List<LoggedFile> restore() {
    try {
      Set<String> names = folder.names();
      compacted = batches(names, COMPACT).max().orElse(-1);
      latest = Math.max(compacted, batches(names, "").max().orElse(-1));
      List<LoggedFile> files = new ArrayList<>();
      if (compacted >= 0) {
        files.addAll(readFile(compacted + COMPACT));
      }
      compactedEntries = files.size();
      for (long batch = compacted + 1; batch <= latest; batch++) {
        if (!names.contains(Long.toString(batch))) {
          throw missing(batch);
        }
        files.addAll(readFile(Long.toString(batch)));
      }
      looseEntries = files.size() - compactedEntries;
      return files;
    } catch (IOException | FSError e) {
      throw failure("read", e);
    }
  }

  /**
   * Adds the next batch.
   *
   * @param files the files of the batch
   * @param all returns all files to remember, including those of the batch
   * @return the number of the batch
   * @throws IllegalStateException when another query writes the same log
   */
  long add(List<LoggedFile> files, Supplier<Collection<LoggedFile>> all) {
    long batch = latest + 1;
    long loose = looseEntries + files.size();
    long batches = batch - compacted;
    boolean compact =
        batches >= COMPACT_AT_LAST
            || batches >= COMPACT_EVERY && loose * GROWTH >= compactedEntries;
    try {
      if (compact) {
        Collection<LoggedFile> everything = all.get();
        folder.write(batch + COMPACT, FileLogFormat.write(everything));
        deleteBefore(compacted);
        compacted = batch;
        compactedEntries = everything.size();
        looseEntries = 0;
      } else {
        folder.write(Long.toString(batch), FileLogFormat.write(files));
        looseEntries = loose;
      }
    } catch (FileAlreadyExistsException e) {
      throw new IllegalStateException(
          "Batch "
              + batch
              + " is in the checkpoint "
              + folder
              + " already: does another query use the same checkpoint?",
          e);
    } catch (IOException | FSError e) {
      throw failure("write", e);
    }
    latest = batch;
    return batch;
  }

  /** Deletes the files that the compaction before the last one has made superfluous. */
  private void deleteBefore(long batch) throws IOException {
    for (String name : folder.names()) {
      long number = number(name.endsWith(COMPACT) ? cut(name) : name);
      if (number >= 0 && number < batch) {
        folder.delete(name);
      }
    }
  }

  /**
   * Reads the files of some batches.
   *
   * @param after the batch before the first one
   * @param last the last one
   * @throws IllegalStateException if the log lacks one of them
   */
  List<LoggedFile> read(long after, long last) {
    if (last > latest) {
      throw missing(last);
    }
    List<LoggedFile> files = new ArrayList<>();
    try {
      Set<String> names = folder.names();
      for (long batch = after + 1; batch <= last; batch++) {
        long wanted = batch;
        String name = Long.toString(batch);
        if (!names.contains(name)) {
          long holder = batches(names, COMPACT).filter(n -> n >= wanted).min().orElse(-1);
          if (holder < 0) {
            throw missing(batch);
          }
          name = holder + COMPACT;
        }
        readFile(name).stream().filter(file -> file.batch() == wanted).forEach(files::add);
      }
    } catch (IOException | FSError e) {
      throw failure("read", e);
    }
    return files;
  }

  private List<LoggedFile> readFile(String name) throws IOException {
    return FileLogFormat.read(folder.read(name), folder + "/" + name);
  }

  /**
   * Creates an error that names the action and the cause; the error by which Hadoop reports a full
   * disk does not.
   */
  private UncheckedIOException failure(String action, Throwable e) {
    Throwable reason = e instanceof FSError ? e.getCause() : e;
    IOException cause = reason instanceof IOException failure ? failure : new IOException(e);
    return new UncheckedIOException(
        "Cannot " + action + " the checkpoint " + folder + ": " + cause.getMessage(), cause);
  }

  private IllegalStateException missing(long batch) {
    return new IllegalStateException(
        "The checkpoint "
            + folder
            + " has lost the files of batch "
            + batch
            + ". The stream cannot go on without leaving out or repeating files: restore the"
            + " checkpoint, or start with a new one.");
  }

  private static LongStream batches(Set<String> names, String suffix) {
    Stream<String> stems =
        suffix.isEmpty()
            ? names.stream()
            : names.stream().filter(name -> name.endsWith(suffix)).map(FileLog::cut);
    return stems.mapToLong(FileLog::number).filter(number -> number >= 0);
  }

  private static String cut(String name) {
    return name.substring(0, name.length() - COMPACT.length());
  }

  /** Returns the number that a name consists of, -1 for other names. */
  private static long number(String name) {
    try {
      return Long.parseLong(name);
    } catch (NumberFormatException e) {
      return -1;
    }
  }
}
