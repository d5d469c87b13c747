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

/** Inspects the folder that a job writes to. */
public final class WriteTarget {
  /** The content of a path. */
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
   * Tells whether there is a file or folder. A folder with a staging folder but without any file
   * that counts is ignored: a running job has created it, or a job that was killed before its files
   * counted.
   */
  public static boolean exists(String path, Configuration conf) {
    Content content = look(path, conf);
    return content == Content.NO_FILES || content == Content.FILES;
  }

  /** Tells whether there is not even a folder, without listing it. */
  public static boolean isMissing(String path, Configuration conf) {
    Path folder = new Path(path);
    try {
      return !folder.getFileSystem(conf).exists(folder);
    } catch (IOException e) {
      throw cannotLookUp(path, e);
    }
  }

  /** Tells whether there is a file, or a folder with files that count. */
  public static boolean hasFiles(String path, Configuration conf) {
    return look(path, conf) == Content.FILES;
  }

  /** Tells whether there is a folder with staging folders and no file that counts. */
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

  /** Tells whether a folder holds other files than those that live or dead jobs were adding. */
  private static boolean hasPublished(FileSystem fs, Path root) throws IOException {
    try {
      // Listed before the journals, so that files of a job that ends in between count.
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

  /** Tells whether two texts name the same path, with its file system or without. */
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
