package io.github.jellybridge.spark.publish;

import io.github.jellybridge.files.ColonNames;
import io.github.jellybridge.files.PublishJournal;
import io.github.jellybridge.files.PublishJournal.Found;
import io.github.jellybridge.files.PublishJournal.State;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Moves the finished files of a job from its staging folder to the table, as one step for readers:
 * see {@link PublishJournal}. On the driver.
 */
final class Publication {
  private final FileSystem fs;
  private final Path root;
  private final StagingFolder staging;
  private final List<StagedFile> files;
  private List<String> replaced;

  Publication(FileSystem fs, Path root, StagingFolder staging, List<StagedFile> files) {
    this.fs = fs;
    this.root = root;
    this.staging = staging;
    this.files = files;
  }

  /**
   * Publishes the files.
   *
   * @param replaced the files that they stand in for, relative to the table's folder
   * @param log the entry that makes the files count as soon as it is written; or null
   */
  void run(List<String> replaced, StreamLog.Entry log) throws IOException {
    this.replaced = replaced;
    List<String> added = files.stream().map(StagedFile::path).toList();
    new PublishJournal(added, replaced, log == null ? null : log.file()).begin(fs, staging.path());
    if (log != null) {
      log.draft(fs, staging.path());
    }
    makeFolders();
    ParallelFileOperations.each(files, this::move);
    if (log != null) {
      log.write(fs, root, staging.path());
    }
    if (replaced.isEmpty()) {
      advance(State.ADDING, State.DONE);
    } else {
      advance(State.ADDING, State.REPLACING);
      ReplacedFiles.delete(fs, root, replaced);
      advance(State.REPLACING, State.DONE);
    }
  }

  private void advance(State from, State to) throws IOException {
    PublishJournal.advance(fs, staging.path(), from, to);
  }

  /**
   * Takes back what {@link #run} did before it failed. If some of the old files are deleted, the
   * staging folder stays, for its journal hides the others; the next job goes on from there.
   *
   * @return whether the files count all the same, so that nothing was taken back: what failed has
   *     been done, or came behind it
   */
  boolean undo() throws IOException {
    // Not what was to be next: a rename whose answer got lost may have taken place.
    State state = PublishJournal.find(fs, staging.path()).map(Found::state).orElse(null);
    if (state == State.REPLACING) {
      if (!ReplacedFiles.areThere(fs, root, replaced)) {
        staging.abandon();
        return false;
      }
      advance(State.REPLACING, State.ADDING);
    }
    if (state == State.DONE) {
      return true;
    }
    ReplacedFiles.delete(fs, root, files.stream().map(StagedFile::path).toList());
    staging.delete();
    return false;
  }

  private void makeFolders() throws IOException {
    List<String> folders =
        files.stream().map(StagedFile::partition).filter(p -> !p.isEmpty()).distinct().toList();
    ParallelFileOperations.each(folders, folder -> fs.mkdirs(ColonNames.in(root, folder)));
  }

  private void move(StagedFile file) throws IOException {
    Path from = ColonNames.in(staging.path(), file.attempt() + "/" + file.path());
    Path to = ColonNames.in(root, file.path());
    if (!fs.rename(from, to)) {
      throw new IOException("Cannot rename " + from + " to " + to + "; nothing was published.");
    }
  }
}
