package io.github.jellybridge.spark.publish;

import io.github.jellybridge.files.Folders;
import io.github.jellybridge.files.PublishJournal;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Looks at the folder that a job is to write to. */
public final class WriteTarget {
  /** What there is at a path. */
  private enum Content {
    NOTHING,
    /** An empty folder. */
    NO_FILES,
    /** A folder that holds staging folders and no file that counts. */
    STAGING,
    FILES
  }

  private WriteTarget() {}

  /**
   * Whether there is a file or folder. A folder without any file that counts, but with a staging
   * folder, is none: a job has made it that is running, or was killed before its files counted.
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

  /** Whether there is a file, or a folder that holds files that count. */
  public static boolean hasFiles(String path, Configuration conf) {
    return look(path, conf) == Content.FILES;
  }

  /** Whether there is a folder that holds staging folders and no file that counts. */
  public static boolean isLeftover(String path, Configuration conf) {
    return look(path, conf) == Content.STAGING;
  }

  private static Content look(String path, Configuration conf) {
    Path folder = new Path(path);
    try {
      FileSystem fs = folder.getFileSystem(conf);
      List<String> children = Folders.names(fs, folder);
      if (children.isEmpty()) {
        return Content.NO_FILES;
      }
      if (children.stream().noneMatch(PublishJournal::isStaging)) {
        return Content.FILES;
      }
      return children.contains(StreamLog.FOLDER) || hasPublished(fs, fs.makeQualified(folder))
          ? Content.FILES
          : Content.STAGING;
    } catch (FileNotFoundException e) {
      return Content.NOTHING;
    } catch (IOException e) {
      throw cannotLookUp(path, e);
    }
  }

  /** Whether a folder holds files other than those that jobs are adding, or died over adding. */
  private static boolean hasPublished(FileSystem fs, Path root) throws IOException {
    try {
      // Before the journals, so that files of a job that ends during this look count.
      Set<String> files = new HashSet<>(ReplacedFiles.list(fs, root, folder -> true));
      for (Path staging : StagingFolder.all(fs, root)) {
        PublishJournal.find(fs, staging)
            .filter(found -> found.state() == PublishJournal.State.ADDING)
            .ifPresent(found -> files.removeAll(found.hidden()));
      }
      return !files.isEmpty();
    } catch (FileNotFoundException e) {
      return true; // a job is deleting partition folders
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

  private static UncheckedIOException cannotLookUp(String path, IOException e) {
    return new UncheckedIOException("Cannot look up " + path + ": " + e.getMessage(), e);
  }
}
