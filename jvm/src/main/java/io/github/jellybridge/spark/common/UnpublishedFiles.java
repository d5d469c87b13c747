package io.github.jellybridge.spark.common;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The files that a listing has to leave out because a job is just publishing them, or replacing
 * them: those in the {@link PublishJournal}s of the staging folders that the listing came across.
 */
final class UnpublishedFiles {
  private final Configuration conf;
  private final Set<Path> settled;
  private final Queue<Path> stagingFolders = new ConcurrentLinkedQueue<>();

  /**
   * Starts with a listing.
   *
   * @param settled the staging folders that stay though their publication has ended, as earlier
   *     listings have found; those that this one finds are added
   */
  UnpublishedFiles(Configuration conf, Set<Path> settled) {
    this.conf = conf;
    this.settled = settled;
  }

  /** Notes a staging folder; may be called by several threads. */
  void found(Path staging) {
    stagingFolders.add(staging);
  }

  /**
   * The files to leave out; empty when a job has ended its publication since the listing began, so
   * that the listing may hold some of its files and lack others.
   */
  Optional<Set<Path>> hidden() {
    Set<Path> hidden = new HashSet<>();
    boolean disturbed = false;
    for (Path staging : stagingFolders) {
      try {
        FileSystem fs = staging.getFileSystem(conf);
        PublishJournal.Found found = PublishJournal.find(fs, staging).orElse(null);
        if (found == null) {
          disturbed |= !fs.exists(staging);
        } else if (found.state() == PublishJournal.State.DONE) {
          // Of what had ended before the listing began, it holds all.
          disturbed |= settled.add(staging);
        } else {
          // The leading dot keeps a colon in a name from being taken for the end of a scheme.
          found.hidden().forEach(f -> hidden.add(new Path(staging.getParent(), "./" + f)));
        }
      } catch (FileNotFoundException e) {
        disturbed = true;
      } catch (IOException e) {
        throw new UncheckedIOException("Cannot look into " + staging + ": " + e.getMessage(), e);
      }
    }
    return disturbed ? Optional.empty() : Optional.of(hidden);
  }
}
