package io.github.jellybridge.spark.publish;

import io.github.jellybridge.files.ColonNames;
import io.github.jellybridge.files.Folders;
import io.github.jellybridge.files.PublishJournal;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The hidden folder inside the folder of a table that holds the files of one job until they count.
 */
public final class StagingFolder {
  private static final Logger LOG = LoggerFactory.getLogger(StagingFolder.class);

  /** The prefix of the folders of attempts of tasks. */
  public static final String ATTEMPT_PREFIX = "attempt-";

  private static final int CREATE_TRIES = 10;
  private static final int DELETE_TRIES = 30;

  private final FileSystem fs;
  private final Path path;
  private final boolean madeRoot;
  private final Lease lease;

  private StagingFolder(FileSystem fs, Path path, boolean madeRoot, Lease lease) {
    this.fs = fs;
    this.path = path;
    this.madeRoot = madeRoot;
    this.lease = lease;
  }

  /**
   * Creates the folder, and that of the table if it does not exist.
   *
   * @param root the folder of the table, qualified
   * @param jobId unique to the job
   */
  public static StagingFolder create(FileSystem fs, Path root, String jobId) throws IOException {
    Path path = new Path(root, PublishJournal.STAGING_PREFIX + jobId);
    for (int tries = 1; tries < CREATE_TRIES; tries++) {
      try {
        return createOnce(fs, root, path);
      } catch (IOException e) {
        // A failed job that created the folder of the table may be deleting it at this moment.
        LOG.debug("{} was not made, and is tried again", path, e);
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(tries));
      }
    }
    return createOnce(fs, root, path);
  }

  private static StagingFolder createOnce(FileSystem fs, Path root, Path path) throws IOException {
    boolean exists = fs.exists(root);
    try {
      return new StagingFolder(fs, path, !exists, Lease.take(fs, path));
    } catch (IOException | RuntimeException | FSError e) {
      try {
        delete(fs, path, !exists);
      } catch (IOException | RuntimeException | FSError deleting) {
        e.addSuppressed(deleting);
      }
      throw e;
    }
  }

  public Path path() {
    return path;
  }

  /** Tells whether this job has created the folder of the table. */
  public boolean madeRoot() {
    return madeRoot;
  }

  /** Deletes the folder, and that of the table if this job has created it and it is empty. */
  public void delete() throws IOException {
    lease.end();
    // First, so that a task that creates a file later can detect it: see removeIfEnded.
    lease.delete();
    delete(fs, path, madeRoot);
  }

  /** Ends the job but keeps the folder, whose journal the next job needs. */
  public void abandon() {
    lease.end();
  }

  private static void delete(FileSystem fs, Path staging, boolean madeRoot) throws IOException {
    deleteWithOthers(fs, staging);
    if (madeRoot) {
      deleteIfEmpty(fs, staging.getParent());
    }
  }

  /**
   * Deletes a folder in which tasks may still create files, or which others delete at the same
   * time. A local file system stops at the first file that another process has deleted.
   */
  private static void deleteWithOthers(FileSystem fs, Path folder) throws IOException {
    for (int tries = 1; !fs.delete(folder, true) && fs.exists(folder); tries++) {
      if (tries == DELETE_TRIES) {
        throw new IOException("Cannot delete " + folder + ".");
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(tries));
    }
  }

  private static void deleteIfEmpty(FileSystem fs, Path folder) throws IOException {
    try {
      if (isEmpty(fs, folder)) {
        fs.delete(folder, false);
      }
    } catch (IOException e) {
      if (isEmpty(fs, folder)) {
        throw e;
      }
      LOG.debug("another job has deleted {}, or uses it", folder);
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
   * Removes the files that a task has created after the end of its job. They would otherwise stay
   * until the next job removes them.
   *
   * @param madeRoot whether the job has created the folder of the table
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

  /** Tells whether the job of another staging folder is dead. */
  public boolean hasOutlived(Path other) throws IOException {
    return lease.hasOutlived(other);
  }

  /**
   * Takes the staging folder of a dead job by renaming it, so that the job cannot go on if it was
   * only suspended: it finds neither its journal nor its files. A folder that a job has taken
   * before keeps its name, which would otherwise grow with each job that fails to delete it.
   *
   * @return the new path; null if another job was faster
   */
  static Path claim(FileSystem fs, Path dead) throws IOException {
    String name = dead.getName().substring(PublishJournal.STAGING_PREFIX.length());
    if (name.startsWith(PublishJournal.DEAD)) {
      return dead;
    }
    Path claimed =
        ColonNames.in(dead.getParent(), PublishJournal.STAGING_PREFIX + PublishJournal.DEAD + name);
    try {
      for (FileStatus child : fs.listStatus(dead)) {
        // Not needed, and large: object stores would copy them.
        if (child.getPath().getName().startsWith(ATTEMPT_PREFIX)) {
          fs.delete(child.getPath(), true);
        }
      }
      return fs.rename(dead, claimed) ? claimed : null;
    } catch (FileNotFoundException e) {
      LOG.debug("another job has removed {}", dead);
      return null;
    }
  }

  /** Returns the staging folders of all jobs, live and dead. */
  public static List<Path> all(FileSystem fs, Path root) throws IOException {
    List<Path> found = new ArrayList<>();
    try {
      for (String name : Folders.names(fs, root)) {
        // Tests the name first: there are many names, and creating a path costs more.
        if (PublishJournal.isStaging(name) && isFolder(fs, ColonNames.in(root, name))) {
          found.add(ColonNames.in(root, name));
        }
      }
    } catch (FileNotFoundException e) {
      return found; // the table does not exist
    }
    return found;
  }

  private static boolean isFolder(FileSystem fs, Path path) throws IOException {
    try {
      return fs.getFileStatus(path).isDirectory();
    } catch (FileNotFoundException e) {
      return false; // another job has deleted it
    }
  }
}
