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
 * The notes that tasks leave in the staging folder of their job when they commit, with the files
 * that they have finished.
 *
 * <p>Commit messages would be the usual way. But Spark reads them with a class loader that lacks
 * jars added to a running session, which is how {@code write_jelly} and Spark Connect add ours.
 */
public final class TaskCommitMessages {
  private static final String FOLDER = "_committed";
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Orders the attempts of a task: their names differ in a number without leading zeros. */
  private static final Comparator<Path> BY_ATTEMPT =
      Comparator.comparing((Path note) -> note.getName().length()).thenComparing(Path::getName);

  private TaskCommitMessages() {}

  /** The note of an attempt: its task and the files that it has finished. */
  record Note(int task, List<StagedFile> files) {}

  /** Writes the note of an attempt. */
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

  /** Deletes the note of an attempt that failed after writing it, if it exists. */
  public static void take(FileSystem fs, Path staging, String attempt) throws IOException {
    fs.delete(note(staging, attempt), false);
  }

  /**
   * Collects the files of all tasks, in the order of the tasks. If two attempts of a task have left
   * a note, because the first one was believed lost, the last one counts, as in Spark: a repeated
   * shuffle may distribute rows differently among tasks.
   *
   * @param tasks number of tasks
   * @throws IOException if one of them has left no note
   */
  public static List<StagedFile> gather(FileSystem fs, Path staging, int tasks) throws IOException {
    Map<Integer, List<StagedFile>> byTask = new TreeMap<>();
    try {
      Stream.of(fs.listStatus(new Path(staging, FOLDER)))
          .map(FileStatus::getPath)
          .sorted(BY_ATTEMPT)
          .parallel() // each one takes a while on object stores
          .map(path -> read(fs, path))
          .flatMap(Optional::stream)
          .toList()
          .forEach(note -> byTask.put(note.task(), note.files()));
    } catch (FileNotFoundException e) {
      // There are no notes.
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

  /** Reads a note. Ignores a truncated one: its attempt was killed while writing it. */
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
