package io.github.jellybridge.spark.publish;

import io.github.jellybridge.files.ColonNames;
import io.github.jellybridge.files.Folders;
import io.github.jellybridge.files.PublishJournal;
import io.github.jellybridge.files.PublishJournal.Found;
import io.github.jellybridge.files.PublishJournal.State;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The hidden folder in the folder of a table where the files of one job wait; on the driver. */
public final class StagingFolder {
  private static final Logger LOG = LoggerFactory.getLogger(StagingFolder.class);

  private static final int CREATE_TRIES = 10;
  private static final int DELETE_TRIES = 30;

  private final FileSystem fs;
  private final Path root;
  private final Path path;
  private final boolean madeRoot;
  private final Lease lease;

  private StagingFolder(FileSystem fs, Path root, Path path, boolean madeRoot, Lease lease) {
    this.fs = fs;
    this.root = root;
    this.path = path;
    this.madeRoot = madeRoot;
    this.lease = lease;
  }

  /**
   * Makes the folder, and that of the table if it is not there.
   *
   * @param root the folder of the table, qualified
   * @param jobId unique to the job
   */
  static StagingFolder create(FileSystem fs, Path root, String jobId) throws IOException {
    Path path =
        new Path(root, PublishJournal.STAGING_PREFIX + jobId + ProcessIdentity.self().suffix());
    for (int tries = 1; tries < CREATE_TRIES; tries++) {
      try {
        return createOnce(fs, root, path);
      } catch (IOException e) {
        // A job that had made the folder of the table deletes it when it has failed: just now?
        LOG.debug("{} was not made, and is tried again", path, e);
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(tries));
      }
    }
    return createOnce(fs, root, path);
  }

  private static StagingFolder createOnce(FileSystem fs, Path root, Path path) throws IOException {
    boolean exists = fs.exists(root);
    try {
      return new StagingFolder(fs, root, path, !exists, Lease.take(fs, path));
    } catch (IOException | RuntimeException | FSError e) {
      try {
        delete(fs, path, !exists);
      } catch (IOException | RuntimeException | FSError deleting) {
        e.addSuppressed(deleting);
      }
      throw e;
    }
  }

  Path path() {
    return path;
  }

  /** Whether this job has made the folder of the table. */
  boolean madeRoot() {
    return madeRoot;
  }

  /** Deletes the folder, and that of the table if this job has made it and it is empty. */
  void delete() throws IOException {
    lease.end();
    // First, so that a task that makes something behind it finds out: see removeIfEnded.
    lease.remove();
    delete(fs, path, madeRoot);
  }

  private static void delete(FileSystem fs, Path staging, boolean madeRoot) throws IOException {
    deleteWithOthers(fs, staging);
    if (madeRoot) {
      deleteIfEmpty(fs, staging.getParent());
    }
  }

  /**
   * Deletes a folder in which tasks may still be making files, or which others are deleting, too: a
   * local file system leaves it there as soon as one of its files is not what it expected.
   */
  private static void deleteWithOthers(FileSystem fs, Path folder) throws IOException {
    for (int tries = 1; !fs.delete(folder, true) && fs.exists(folder); tries++) {
      if (tries == DELETE_TRIES) {
        throw new IOException("Cannot delete " + folder + ".");
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(tries));
    }
  }

  static void deleteIfEmpty(FileSystem fs, Path folder) throws IOException {
    try {
      if (isEmpty(fs, folder)) {
        fs.delete(folder, false);
      }
    } catch (IOException e) {
      if (isEmpty(fs, folder)) {
        throw e;
      }
      LOG.debug("{} was deleted, or used, by someone else", folder);
    }
  }

  private static boolean isEmpty(FileSystem fs, Path folder) throws IOException {
    try {
      return fs.listStatus(folder).length == 0;
    } catch (FileNotFoundException e) {
      return false;
    }
  }

  /**
   * Removes what a task has brought back, or left, behind the end of its job: nobody else would
   * before the next job does.
   *
   * @param madeRoot whether the job has made the folder of the table
   * @return whether the job has ended
   */
  public static boolean removeIfEnded(FileSystem fs, Path staging, boolean madeRoot)
      throws IOException {
    if (Lease.isHeld(fs, staging)) {
      return false;
    }
    delete(fs, staging, madeRoot);
    return true;
  }

  /** Ends the job, but leaves the folder to the next one: its journal is still needed. */
  void abandon() {
    lease.end();
  }

  /**
   * Removes what jobs that died have left in the folder of a table: finishes or takes back what
   * they were publishing, and deletes their staging folders. Those of live jobs are left alone.
   *
   * @return the staging folders that stay, this one among them
   */
  public List<Path> recoverOthers() throws IOException {
    List<Path> folders = stagingFolders(fs, root);
    folders.removeAll(recoverDead(fs, root, folders, lease.lastSign()));
    return folders;
  }

  /** Removes what is left of all other jobs of an owner, which are known to have ended. */
  public void recoverOf(String owner) throws IOException {
    for (Path other : stagingFolders(fs, root)) {
      if (!other.equals(path)
          && other.getName().startsWith(PublishJournal.STAGING_PREFIX + owner)) {
        recover(fs, root, other);
      }
    }
  }

  /**
   * As {@link #recoverOthers}, for one who has no lease and thus no time of the file system.
   *
   * @return whether there was anything to remove
   */
  static boolean recoverDead(FileSystem fs, Path root) throws IOException {
    // No time that others could look old at: only those are recovered that are known to be dead.
    return !recoverDead(fs, root, stagingFolders(fs, root), Long.MIN_VALUE / 2).isEmpty();
  }

  private static List<Path> recoverDead(FileSystem fs, Path root, List<Path> folders, long now)
      throws IOException {
    List<Path> found = new ArrayList<>();
    for (Path staging : folders) {
      try {
        if (Lease.isDead(fs, staging, now)) {
          recover(fs, root, staging);
          found.add(staging);
        }
      } catch (FileNotFoundException e) {
        LOG.debug("{} was removed by someone else", staging);
      }
    }
    return found;
  }

  private static void recover(FileSystem fs, Path root, Path staging) throws IOException {
    Found found = PublishJournal.find(fs, staging).orElse(null);
    if (found != null && found.state() != State.DONE) {
      LOG.info(
          "Job {} died while it published: {}",
          staging.getName(),
          found.state() == State.ADDING ? "its files are removed" : "its work is finished");
      ReplacedFiles.delete(fs, root, found.hidden());
    }
    fs.delete(staging, true);
  }

  /** The staging folders of all jobs, live and dead. */
  public static List<Path> stagingFolders(FileSystem fs, Path root) throws IOException {
    List<Path> found = new ArrayList<>();
    try {
      for (String name : Folders.names(fs, root)) {
        // The name first: a path of it costs more, and there are many.
        if (PublishJournal.isStaging(name) && isFolder(fs, ColonNames.in(root, name))) {
          found.add(ColonNames.in(root, name));
        }
      }
    } catch (FileNotFoundException e) {
      return found; // no table, no leftovers
    }
    return found;
  }

  private static boolean isFolder(FileSystem fs, Path path) throws IOException {
    try {
      return fs.getFileStatus(path).isDirectory();
    } catch (FileNotFoundException e) {
      return false; // removed meanwhile
    }
  }
}
