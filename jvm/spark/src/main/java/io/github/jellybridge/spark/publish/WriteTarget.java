package io.github.jellybridge.spark.publish;

import io.github.jellybridge.files.Folders;
import io.github.jellybridge.files.PublishJournal;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Looks at the place that a job is to write to. */
public final class WriteTarget {
  /** What there is at a path. */
  private enum Content {
    NOTHING,
    /** An empty folder. */
    NO_FILES,
    /** A folder that holds staging folders and nothing else. */
    STAGING,
    FILES
  }

  private WriteTarget() {}

  /**
   * Whether there is a file or folder. A folder that holds nothing but staging folders is none: a
   * job that died before it published has made it.
   */
  public static boolean exists(String path, Configuration conf) {
    Content content = look(path, conf);
    return content == Content.NO_FILES || content == Content.FILES;
  }

  /** Whether there is not even a folder; it is not listed for that. */
  public static boolean isMissing(String path, Configuration conf) {
    Path folder = new Path(path);
    try {
      return !folder.getFileSystem(conf).exists(folder);
    } catch (IOException e) {
      throw cannotLookUp(path, e);
    }
  }

  /** Whether there is a file, or a folder that holds more than staging folders. */
  public static boolean hasFiles(String path, Configuration conf) {
    return look(path, conf) == Content.FILES;
  }

  /** Whether there is a folder that holds staging folders and nothing else. */
  public static boolean isLeftover(String path, Configuration conf) {
    return look(path, conf) == Content.STAGING;
  }

  private static Content look(String path, Configuration conf) {
    Path folder = new Path(path);
    try {
      FileSystem fs = folder.getFileSystem(conf);
      List<String> children = Folders.names(fs, folder);
      if (!children.stream().allMatch(PublishJournal::isStaging)) {
        return Content.FILES;
      }
      return children.isEmpty() ? Content.NO_FILES : Content.STAGING;
    } catch (FileNotFoundException e) {
      return Content.NOTHING;
    } catch (IOException e) {
      throw cannotLookUp(path, e);
    }
  }

  /** Whether two texts name one path, with its file system or without. */
  public static boolean isSame(String one, String other, Configuration conf) {
    return qualified(one, conf).equals(qualified(other, conf));
  }

  private static Path qualified(String text, Configuration conf) {
    Path path = new Path(text);
    try {
      return path.getFileSystem(conf).makeQualified(path);
    } catch (IOException e) {
      throw cannotLookUp(text, e);
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
      throw cannotLookUp(path, e);
    }
  }

  private static UncheckedIOException cannotLookUp(String path, IOException e) {
    return new UncheckedIOException("Cannot look up " + path + ": " + e.getMessage(), e);
  }
}
