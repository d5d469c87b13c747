package io.github.jellybridge.spark.publish;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The notes that tasks leave in the staging folder of their job when they commit: which files they
 * have finished.
 *
 * <p>Commit messages would be the usual way, but Spark reads these with a class loader that does
 * not know jars added to a running session, as {@code write_jelly} and Spark Connect add ours.
 */
public final class TaskCommitMessages {
  private static final String FOLDER = "_committed";
  private static final ObjectMapper JSON = new ObjectMapper();

  /** The attempts of a task in their order: their names differ in a number without zeros before. */
  private static final Comparator<Path> BY_ATTEMPT =
      Comparator.comparing((Path note) -> note.getName().length()).thenComparing(Path::getName);

  private TaskCommitMessages() {}

  /** A note. */
  record Note(int task, List<StagedFile> files) {}

  /** Leaves the note of an attempt. */
  public static void leave(
      FileSystem fs, Path staging, int task, String attempt, List<StagedFile> files)
      throws IOException {
    try (OutputStream out = fs.create(note(staging, attempt), true)) {
      out.write(JSON.writeValueAsBytes(new Note(task, files)));
    }
  }

  private static Path note(Path staging, String attempt) {
    return new Path(staging, FOLDER + "/" + attempt);
  }

  /** Takes back the note of an attempt that failed after it, if it has left one. */
  public static void take(FileSystem fs, Path staging, String attempt) throws IOException {
    fs.delete(note(staging, attempt), false);
  }

  /**
   * Gathers the files of all tasks, in the order of the tasks. Should two attempts of a task have
   * left a note, because the first was taken for lost, then the last one counts, as it does for
   * Spark: what comes out of a shuffle again may be shared among the tasks in another way.
   *
   * @param tasks how many tasks there were
   * @throws IOException when one of them has left no note
   */
  public static List<StagedFile> gather(FileSystem fs, Path staging, int tasks) throws IOException {
    Map<Integer, List<StagedFile>> byTask = new TreeMap<>();
    try {
      Stream.of(fs.listStatus(new Path(staging, FOLDER)))
          .map(FileStatus::getPath)
          .sorted(BY_ATTEMPT)
          .parallel() // on object stores each one takes a while
          .map(path -> read(fs, path))
          .flatMap(Optional::stream)
          .toList()
          .forEach(note -> byTask.put(note.task(), note.files()));
    } catch (FileNotFoundException e) {
      // There is no note at all.
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    if (byTask.size() != tasks) {
      throw new IOException(
          "Only "
              + byTask.size()
              + " of "
              + tasks
              + " tasks left a note of their files in "
              + staging
              + "; nothing was published.");
    }
    List<StagedFile> files = new ArrayList<>();
    byTask.values().forEach(files::addAll);
    return files;
  }

  /** Reads a note; one that is cut short, as its attempt was killed over it, does not count. */
  private static Optional<Note> read(FileSystem fs, Path path) {
    try (InputStream in = fs.open(path)) {
      return Optional.of(JSON.readValue(in.readAllBytes(), Note.class));
    } catch (JsonProcessingException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
