package io.github.jellybridge.spark.publish;

import io.github.jellybridge.files.ColonNames;
import io.github.jellybridge.files.ParallelFileOperations;
import io.github.jellybridge.files.PublishJournal;
import io.github.jellybridge.files.PublishJournal.Found;
import io.github.jellybridge.files.PublishJournal.State;
import io.github.jellybridge.spark.io.SerializableHadoopConf;
import io.github.jellybridge.spark.write.FileWriteSpec;
import io.github.jellybridge.spark.write.FileWriterFactory;
import io.github.jellybridge.spark.write.TaskPlan;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One write to the folder of a table, on the driver: either all of its files start to count at the
 * same moment, or none ever does.
 *
 * <p>Tasks write to a hidden staging folder. {@link #publish} moves their files into place, under a
 * {@link PublishJournal} in the staging folder. The name of the journal is its state:
 *
 * <pre>
 * state         work of the job                     readers see   if it fails here, or dies
 *
 * no journal    tasks write, and name their files   old files     the staging folder is deleted
 *     |
 *     |  write the journal
 *     v
 * _adding       new files are moved into place      old files     new files are deleted
 *     |
 *     |  rename the journal: the new files count (those of an epoch of a stream count one step
 *     |  earlier, as soon as its entry is in the StreamLog)
 *     v
 * _replacing    old files are deleted               new files     back to _adding if all old files
 *     |                                                           exist; otherwise the next job
 *     |  rename the journal                                       deletes the rest of them
 *     v
 * _done         the staging folder is deleted       new files     the next job deletes the folder
 * </pre>
 *
 * <p>A job without files to replace goes from {@code _adding} to {@code _done}. When the {@link
 * Lease} of a dead job has expired, the next job completes its work as the last column describes.
 */
public final class WriteTransaction {
  private static final Logger LOG = LoggerFactory.getLogger(WriteTransaction.class);

  private final FileSystem fs;
  private final Path root;
  private final String id = JobId.next();
  private final StagingFolder staging;
  private boolean publishing;

  private WriteTransaction(FileSystem fs, Path root, String owner) throws IOException {
    this.fs = fs;
    this.root = root;
    this.staging = StagingFolder.create(fs, root, owner + id);
  }

  /**
   * Starts a job, which creates its staging folder.
   *
   * @param owner prefix of the id in the name of that folder
   * @throws IOException if the path is a file, or cannot be written to
   */
  public static WriteTransaction start(FileWriteSpec spec, String owner) throws IOException {
    Path path = new Path(spec.path());
    return start(path.getFileSystem(spec.conf()), path, owner);
  }

  /** Starts a job as {@link #start(FileWriteSpec, String)} does. */
  public static WriteTransaction start(FileSystem fs, Path table, String owner) throws IOException {
    Path root = fs.makeQualified(table);
    if (fs.exists(root) && !fs.getFileStatus(root).isDirectory()) {
      throw new IOException(
          root + " is a file; a job writes a folder of files. Name another path, or delete it.");
    }
    return new WriteTransaction(fs, root, owner);
  }

  public FileSystem fs() {
    return fs;
  }

  /** The folder of the table. */
  public Path root() {
    return root;
  }

  /** The staging folder. */
  public Path staging() {
    return staging.path();
  }

  public FileWriterFactory writers(FileWriteSpec spec) {
    return new FileWriterFactory(
        new TaskPlan(
            staging.path().toString(),
            staging.madeRoot(),
            id,
            spec.format(),
            spec.partitions(),
            spec.session().timeZone(),
            spec.compression(),
            spec.maxRecordsPerFile(),
            new SerializableHadoopConf(spec.conf())));
  }

  /**
   * Returns the files that the tasks have finished.
   *
   * @param tasks number of tasks
   */
  public List<StagedFile> files(int tasks) throws IOException {
    return TaskCommitMessages.gather(fs, staging.path(), tasks);
  }

  /**
   * Publishes files. If that fails, the table is unchanged, or the next job continues from the
   * state of the journal. A failure after the new files count is only logged: otherwise Spark would
   * run the job again and its rows would exist twice.
   *
   * @param replaced the files that the new ones replace, relative to the folder of the table
   * @param epoch the entry of the log that makes the files count; null for a batch
   */
  public void publish(List<StagedFile> files, List<String> replaced, StreamLog.Entry epoch)
      throws IOException {
    publishing = true;
    List<String> added = files.stream().map(StagedFile::path).toList();
    try {
      new PublishJournal(added, replaced, epoch == null ? null : epoch.file())
          .begin(fs, staging.path());
      add(files, epoch);
      replace(replaced);
    } catch (IOException | RuntimeException | FSError e) {
      if (!undo(added, replaced, e)) {
        throw e;
      }
      LOG.warn("The files of {} are published, but the last step has failed", staging.path(), e);
    }
    try {
      staging.delete();
    } catch (IOException | RuntimeException | FSError e) {
      LOG.warn("{} stays for the next job to remove", staging.path(), e);
    }
  }

  private void add(List<StagedFile> files, StreamLog.Entry epoch) throws IOException {
    if (epoch != null) {
      epoch.stage(fs, staging.path());
    }
    List<String> folders =
        files.stream().map(StagedFile::partition).filter(p -> !p.isEmpty()).distinct().toList();
    ParallelFileOperations.forEach(folders, folder -> fs.mkdirs(ColonNames.in(root, folder)));
    ParallelFileOperations.forEach(files, this::move);
    if (epoch != null) {
      epoch.write(fs, root, staging.path());
    }
  }

  private void move(StagedFile file) throws IOException {
    Path from = ColonNames.in(staging.path(), file.attempt() + "/" + file.path());
    Path to = ColonNames.in(root, file.path());
    if (!fs.rename(from, to) && !moveAgain(from, to)) {
      throw new IOException("Cannot rename " + from + " to " + to + "; nothing was published.");
    }
  }

  /** Moves a file whose folder another job may have deleted, because it was still empty. */
  private boolean moveAgain(Path from, Path to) throws IOException {
    return fs.exists(from) && fs.mkdirs(to.getParent()) && fs.rename(from, to);
  }

  private void replace(List<String> replaced) throws IOException {
    if (replaced.isEmpty()) {
      advance(State.ADDING, State.DONE);
      return;
    }
    advance(State.ADDING, State.REPLACING);
    ReplacedFiles.delete(fs, root, replaced);
    advance(State.REPLACING, State.DONE);
  }

  private void advance(State from, State to) throws IOException {
    PublishJournal.advance(fs, staging.path(), from, to);
  }

  /** Undoes a failed publication; returns whether its files count nevertheless. */
  private boolean undo(List<String> added, List<String> replaced, Throwable failure) {
    try {
      return undo(added, replaced);
    } catch (IOException | RuntimeException | FSError e) {
      staging.abandon();
      failure.addSuppressed(e);
      return false;
    }
  }

  private boolean undo(List<String> added, List<String> replaced) throws IOException {
    // Read from the journal, because a rename whose response was lost may have happened.
    State state = PublishJournal.find(fs, staging.path()).map(Found::state).orElse(null);
    if (state == State.DONE) {
      return true;
    }
    if (state == null) {
      // There was no journal yet, or another job has taken this one for dead and has its journal.
      staging.delete();
      return false;
    }
    if (state == State.REPLACING) {
      if (!ReplacedFiles.areThere(fs, root, replaced)) {
        staging.abandon();
        return false;
      }
      advance(State.REPLACING, State.ADDING);
    }
    ReplacedFiles.delete(fs, root, added);
    staging.delete();
    return false;
  }

  /** Ends a job that failed before {@link #publish}, which cleans up by itself. */
  public void abort() throws IOException {
    if (!publishing) {
      staging.delete();
    }
  }

  /**
   * Completes the work of dead jobs in the folder of the table. Leaves live jobs alone.
   *
   * @return the remaining staging folders, including that of this job
   */
  public List<Path> recoverDead() throws IOException {
    List<Path> alive = new ArrayList<>();
    for (Path other : StagingFolder.all(fs, root)) {
      try {
        if (staging.hasOutlived(other)) {
          recover(other);
        } else {
          alive.add(other);
        }
      } catch (FileNotFoundException e) {
        LOG.debug("another job has removed {}", other);
      }
    }
    return alive;
  }

  /**
   * Completes the work of all other jobs of an owner; the caller knows that they have ended.
   * Includes folders that a job has taken and not deleted: their journals name entries of the
   * {@link StreamLog}, which later epochs delete.
   */
  public void recoverRunsOf(String owner) throws IOException {
    String run = PublishJournal.STAGING_PREFIX + owner;
    String taken = PublishJournal.STAGING_PREFIX + PublishJournal.DEAD + owner;
    for (Path other : StagingFolder.all(fs, root)) {
      String name = other.getName();
      if (!other.equals(staging.path()) && (name.startsWith(run) || name.startsWith(taken))) {
        recover(other);
      }
    }
  }

  private void recover(Path other) throws IOException {
    Path dead = StagingFolder.claim(fs, other);
    if (dead == null) {
      return;
    }
    Found found = PublishJournal.find(fs, dead).orElse(null);
    if (found != null && found.state() != State.DONE) {
      LOG.info(
          "Job {} died while it published: {}",
          other.getName(),
          found.state() == State.ADDING ? "its files are removed" : "its work is finished");
      if (found.state() == State.ADDING) {
        // Where a rename copies and deletes, a job that died between the two leaves both names. The
        // later one must not be the only one left, as it would delete the old files.
        fs.delete(State.REPLACING.in(dead), false);
      }
      ReplacedFiles.delete(fs, root, found.hidden());
    }
    // First: without it, a reader that finds no journal any more takes its listing for outdated.
    Lease.delete(fs, dead);
    fs.delete(dead, true);
  }
}
