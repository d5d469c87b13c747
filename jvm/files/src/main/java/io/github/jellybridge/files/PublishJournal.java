package io.github.jellybridge.files;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The files that a job is publishing, stored in a file of its staging folder, so that many renames
 * appear as one step. Readers skip the files that the journal hides; another job undoes or finishes
 * the work of a dead job.
 *
 * <p>The file name of the journal is its state. {@link State#ADDING}: the new files are being moved
 * into place and are not valid yet. {@link State#REPLACING}: the new files are valid; the old files
 * are no longer valid and are being deleted. {@link State#DONE}: the publication is complete. A
 * rename leads from state to state.
 *
 * @param added the new files, relative to the folder that contains the staging folder
 * @param replaced the files that they replace, relative to the same folder
 * @param commitFile a file, relative to the same folder, that makes the new files valid once it
 *     exists, whatever the state: the entry in the log of a stream, a JSON object that lists them
 *     as {@code files}; null for none
 */
public record PublishJournal(List<String> added, List<String> replaced, String commitFile) {
  /** The prefix of the names of staging folders, which readers skip. */
  public static final String STAGING_PREFIX = "_jelly-bridge-staging-";

  /** Follows the prefix in the name of a folder that another job has taken from a dead job. */
  public static final String DEAD = "dead-";

  /**
   * The name of the lease in a staging folder, which exists from before the job's first task to its
   * end.
   */
  public static final String LEASE = "_lease";

  /** The pattern of a job's id in the names of its staging folder and files. */
  public static final String JOB_ID = "\\p{XDigit}{8}(?:-\\p{XDigit}{4}){3}-\\p{XDigit}{12}";

  /** The largest journal that is read, in bytes: more than a million files. */
  private static final int MAX_BYTES = 1 << 28;

  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * Checks that all files are in the folder of the table: recovery deletes the files of a journal,
   * so an author of a journal could otherwise have any file deleted.
   */
  public PublishJournal {
    added.forEach(PublishJournal::requireInside);
    replaced.forEach(PublishJournal::requireInside);
    if (commitFile != null) {
      requireInside(commitFile);
    }
  }

  private static void requireInside(String file) {
    for (String name : file.split("/", -1)) {
      if (name.isEmpty() || name.equals(".") || name.equals("..")) {
        throw new IllegalArgumentException(
            "a journal lists '" + file + "', which is not the path of a file in its table");
      }
    }
  }

  /** The progress of a publication. */
  public enum State {
    ADDING("_adding"),
    REPLACING("_replacing"),
    DONE("_done");

    private final String fileName;

    State(String fileName) {
      this.fileName = fileName;
    }

    /** Returns the path of the journal in this state in a staging folder. */
    public Path in(Path staging) {
      return new Path(staging, fileName);
    }
  }

  /** A journal and its state. */
  public record Found(State state, PublishJournal journal) {
    /** Returns the files that readers must not see, relative to the folder of the table. */
    public List<String> hidden() {
      return switch (state) {
        case ADDING -> journal.added;
        case REPLACING -> journal.replaced;
        case DONE -> List.of();
      };
    }
  }

  /** Returns whether a folder of this name is the staging folder of a job. */
  public static boolean isStaging(String name) {
    return name.startsWith(STAGING_PREFIX);
  }

  private static final Found FINISHED =
      new Found(State.DONE, new PublishJournal(List.of(), List.of(), null));

  /** Writes the journal in state {@link State#ADDING}; it appears only when it is complete. */
  public void begin(FileSystem fs, Path staging) throws IOException {
    Path unfinished = new Path(staging, ".journal-" + UUID.randomUUID());
    try (OutputStream out = fs.create(unfinished, true)) {
      out.write(JSON.writeValueAsBytes(this));
    }
    rename(fs, unfinished, State.ADDING.in(staging));
  }

  /** Advances a publication to its next state. */
  public static void advance(FileSystem fs, Path staging, State from, State to) throws IOException {
    rename(fs, from.in(staging), to.in(staging));
  }

  /** Returns the journal in a staging folder; empty if its job has not begun to publish. */
  public static Optional<Found> find(FileSystem fs, Path staging) throws IOException {
    // In the order of the states, so that a journal that advances now is found in its next state;
    // then the first one again, to which a job goes back once if it cannot delete the old files.
    for (State state : List.of(State.ADDING, State.REPLACING, State.ADDING)) {
      try (InputStream in = fs.open(state.in(staging))) {
        PublishJournal journal = parse(in, state.in(staging));
        return Optional.of(journal.committed(fs, staging) ? FINISHED : new Found(state, journal));
      } catch (FileNotFoundException e) {
        // Not in this state.
      }
    }
    return fs.exists(State.DONE.in(staging)) ? Optional.of(FINISHED) : Optional.empty();
  }

  private static PublishJournal parse(InputStream in, Path file) throws IOException {
    byte[] content = in.readNBytes(MAX_BYTES + 1);
    if (content.length > MAX_BYTES) {
      throw new IOException("the journal " + file + " has more than " + MAX_BYTES + " bytes");
    }
    PublishJournal journal = JSON.readValue(content, PublishJournal.class);
    if (journal == null) {
      throw new IOException("the journal " + file + " is null");
    }
    return journal;
  }

  /**
   * Returns whether the commit file makes the new files valid. It may be that of another run of the
   * same epoch, which lists other files.
   */
  private boolean committed(FileSystem fs, Path staging) throws IOException {
    if (commitFile == null) {
      return false;
    }
    Path file = ColonNames.in(staging.getParent(), commitFile);
    try (InputStream in = ColonNames.fileSystem(fs, file).open(file)) {
      return JSON.readTree(in.readAllBytes()).path("files").equals(JSON.valueToTree(added));
    } catch (FileNotFoundException e) {
      return false;
    }
  }

  private static void rename(FileSystem fs, Path from, Path to) throws IOException {
    if (!fs.rename(from, to)) {
      throw new IOException("Cannot rename " + from + " to " + to.getName());
    }
  }
}
