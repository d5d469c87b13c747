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
 * The files that a listing must omit because a job is publishing or replacing them. They are listed
 * in the {@link PublishJournal}s of the staging folders found by the listing. Repeated listings of
 * a folder, while jobs advance, use the same object.
 */
final class UnpublishedFiles {
  /** The staging folder of a stream: its name has the id of the query before that of the job. */
  private static final Pattern OF_STREAM =
      Pattern.compile(
          Pattern.quote(PublishJournal.STAGING_PREFIX)
              + "(?:"
              + PublishJournal.DEAD
              + ")*"
              + PublishJournal.JOB_ID
              + "-("
              + PublishJournal.JOB_ID
              + ")");

  /** A job that had moved all of its files into place when a listing read its journal. */
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

  /** Records a staging folder; may be called by several threads. */
  void found(Path staging) {
    stagingFolders.add(staging);
  }

  /**
   * Reads the journals after a listing. Returns whether a job has advanced its publication since
   * the listing began, so that the listing may contain some of its files but not all.
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
          // Resolved with a leading dot: a colon in a name would otherwise end a URI scheme.
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
   * Returns whether a job without a journal has ended since the listing began. Its folder is then
   * gone or being deleted, starting with the lease.
   */
  private boolean hasEnded(FileSystem fs, Path staging) throws IOException {
    return !fs.exists(new Path(staging, PublishJournal.LEASE))
        && (!fs.exists(staging) || isNew(staging, State.DONE));
  }

  /**
   * Returns whether the files of a job are in place and this was unknown when the listing began. A
   * listing that began in this state contains all files of the job.
   */
  private boolean isNew(Path staging, State state) {
    return state != State.ADDING && seen.add(new Seen(staging, state));
  }

  /**
   * Also hides the files of jobs that disturbed the listing. Streams only add files, so the
   * remaining files are those that existed before.
   *
   * @throws UncheckedIOException if one of the jobs is not a stream and may have deleted files
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

  /** Returns whether a file must be omitted. */
  boolean hides(Path file) {
    return hidden.contains(file)
        || !hiddenJobs.isEmpty() && hiddenJobs.stream().anyMatch(file.getName()::contains);
  }
}
