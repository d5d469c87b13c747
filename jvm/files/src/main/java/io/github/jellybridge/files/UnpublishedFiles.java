package io.github.jellybridge.files;

import io.github.jellybridge.files.PublishJournal.State;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The files that a listing has to leave out because a job is just publishing them, or replacing
 * them: those in the {@link PublishJournal}s of the staging folders that the listing came across. A
 * folder that is listed again, because jobs have gone on, is listed with the same object.
 */
final class UnpublishedFiles {
  /** The staging folder of a stream has the id of the query, and then, as all have, of the job. */
  private static final Pattern OF_STREAM =
      Pattern.compile(
          Pattern.quote(PublishJournal.STAGING_PREFIX)
              + PublishJournal.JOB_ID
              + "-("
              + PublishJournal.JOB_ID
              + ")");

  /** A job that had moved all of its files into place when a listing looked at it. */
  private record Seen(Path staging, State state) {}

  private final Configuration conf;
  private final Set<Seen> seen = new HashSet<>();
  private final Set<Path> stagingFolders = ConcurrentHashMap.newKeySet();
  private final Set<Path> hidden = new HashSet<>();
  private final Set<Path> disturbing = new HashSet<>();
  private final Set<String> hiddenJobs = new HashSet<>();

  UnpublishedFiles(Configuration conf) {
    this.conf = conf;
  }

  /** Starts a listing. */
  void start() {
    stagingFolders.clear();
    hidden.clear();
    disturbing.clear();
  }

  /** Notes a staging folder; may be called by several threads. */
  void found(Path staging) {
    stagingFolders.add(staging);
  }

  /**
   * Looks at the journals, after a listing. Tells whether a job has gone on with its publication
   * since the listing began, so that this may hold some of its files and lack others.
   */
  boolean isDisturbed() {
    for (Path staging : stagingFolders) {
      try {
        FileSystem fs = staging.getFileSystem(conf);
        PublishJournal.Found found = PublishJournal.find(fs, staging).orElse(null);
        if (found == null ? hasEnded(fs, staging) : isNew(staging, found.state())) {
          disturbing.add(staging);
        }
        if (found != null) {
          // The leading dot keeps a colon in a name from being taken for the end of a scheme.
          found.hidden().forEach(f -> hidden.add(ColonNames.in(staging.getParent(), f)));
        }
      } catch (FileNotFoundException e) {
        disturbing.add(staging);
      } catch (IOException e) {
        throw new UncheckedIOException("Cannot look into " + staging + ": " + e.getMessage(), e);
      }
    }
    return !disturbing.isEmpty();
  }

  /**
   * Whether a job without a journal has ended since the listing began: its folder is gone, or being
   * deleted, from the lease on.
   */
  private boolean hasEnded(FileSystem fs, Path staging) throws IOException {
    return !fs.exists(new Path(staging, PublishJournal.LEASE))
        && (!fs.exists(staging) || isNew(staging, State.DONE));
  }

  /** A listing that began in this state holds all files of the job. */
  private boolean isNew(Path staging, State state) {
    return state != State.ADDING && seen.add(new Seen(staging, state));
  }

  /**
   * Hides also the files of jobs that disturbed the listing. Streams only add files, so the others
   * are those that existed before.
   *
   * @throws UncheckedIOException when another job was among them, which may have deleted files
   */
  void hideDisturbing() {
    for (Path staging : disturbing) {
      Matcher name = OF_STREAM.matcher(staging.getName());
      if (!name.matches()) {
        throw new UncheckedIOException(
            new IOException(
                "Cannot list "
                    + staging.getParent()
                    + ": jobs publish files there again and again, faster than it is listed."
                    + " Read it when they have ended."));
      }
      hiddenJobs.add(name.group(1));
    }
  }

  /** Tells whether a file has to be left out. */
  boolean hides(Path file) {
    return hidden.contains(file)
        || !hiddenJobs.isEmpty() && hiddenJobs.stream().anyMatch(file.getName()::contains);
  }
}
