package io.github.jellybridge.spark.common.write;

import io.github.jellybridge.spark.common.PublishJournal;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Looks at the place that a job is to write to. */
public final class WriteTarget {
  private WriteTarget() {}

  /**
   * Whether there is a file or folder. A folder that holds nothing but staging folders is none: a
   * job that died before it published has made it.
   */
  public static boolean exists(String path, Configuration conf) {
    Path folder = new Path(path);
    try {
      FileSystem fs = folder.getFileSystem(conf);
      FileStatus[] children = fs.listStatus(folder);
      for (FileStatus child : children) {
        if (!PublishJournal.isStaging(child.getPath().getName())) {
          return true;
        }
      }
      return children.length == 0;
    } catch (FileNotFoundException e) {
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot look up " + path + ": " + e.getMessage(), e);
    }
  }

  /** Whether there is a folder that holds staging folders and nothing else. */
  public static boolean isLeftover(String path, Configuration conf) {
    try {
      Path folder = new Path(path);
      return !exists(path, conf) && folder.getFileSystem(conf).exists(folder);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot look up " + path + ": " + e.getMessage(), e);
    }
  }

  /**
   * Takes back what jobs that are known to be dead have half published, so that it is not mistaken
   * for data, and the folder if nothing else was in it: it is that of a table that was to be made.
   */
  public static void recover(String path, Configuration conf) {
    Path folder = new Path(path);
    try {
      FileSystem fs = folder.getFileSystem(conf);
      Path root = fs.makeQualified(folder);
      if (StagingFolder.recoverDead(fs, root)) {
        StagingFolder.deleteIfEmpty(fs, root);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot look up " + path + ": " + e.getMessage(), e);
    }
  }
}
