package io.github.jellybridge.spark.common;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

/**
 * The partition columns of a table by its first folders. It looks into one folder for each column,
 * and so costs little in a large table, where each epoch of a stream asks.
 */
public final class PartitionsAtAGlance {
  private PartitionsAtAGlance() {}

  /**
   * Gives the names as the folders spell them, outermost first.
   *
   * @return null when there is no file to go by
   */
  public static List<String> of(String path, Configuration conf) {
    List<String> names = new ArrayList<>();
    Path folder = new Path(path);
    try {
      FileSystem fs = folder.getFileSystem(conf);
      while (true) {
        Path first = first(fs, folder);
        if (first == null) {
          return null;
        }
        if (first.equals(folder)) {
          return names;
        }
        names.add(column(first));
        folder = first;
      }
    } catch (FileNotFoundException e) {
      return null;
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot list " + folder + ": " + e.getMessage(), e);
    }
  }

  /**
   * The first partition folder by path, as it is the one that names the column for readers; the
   * folder itself if it has files, null if it has neither.
   */
  private static Path first(FileSystem fs, Path folder) throws IOException {
    Path first = null;
    RemoteIterator<FileStatus> children = fs.listStatusIterator(folder);
    while (children.hasNext()) {
      FileStatus child = children.next();
      Path path = child.getPath();
      if (HiddenFiles.isHidden(path.getName())) {
        continue;
      }
      if (child.isFile()) {
        return folder;
      }
      if (column(path) != null && (first == null || path.compareTo(first) < 0)) {
        first = path;
      }
    }
    return first;
  }

  private static String column(Path folder) {
    String name = folder.getName();
    int equals = name.indexOf('=');
    return equals <= 0 ? null : PartitionFolder.unescape(name.substring(0, equals));
  }
}
