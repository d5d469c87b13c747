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

/** How the folders of a table spell its partition columns, where case does not matter. */
public final class PartitionSpelling {
  private PartitionSpelling() {}

  /**
   * Gives the names as the folders have them, and as they are where there are no folders of theirs.
   * It looks into one folder for each column, and so costs little in a large table.
   *
   * @param names the partition columns, outermost first
   */
  public static List<String> of(String path, Configuration conf, List<String> names) {
    List<String> spelled = new ArrayList<>(names);
    Path folder = new Path(path);
    try {
      FileSystem fs = folder.getFileSystem(conf);
      for (int i = 0; i < spelled.size(); i++) {
        folder = first(fs, folder, names.get(i));
        if (folder == null) {
          return spelled;
        }
        spelled.set(i, column(folder));
      }
      return spelled;
    } catch (FileNotFoundException e) {
      return spelled;
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot list " + folder + ": " + e.getMessage(), e);
    }
  }

  /** The first folder of a column by path, as it is the one that names it for readers. */
  private static Path first(FileSystem fs, Path parent, String name) throws IOException {
    Path first = null;
    for (FileStatus child : fs.listStatus(parent)) {
      Path path = child.getPath();
      if (child.isDirectory()
          && name.equalsIgnoreCase(column(path))
          && (first == null || path.compareTo(first) < 0)) {
        first = path;
      }
    }
    return first;
  }

  private static String column(Path folder) {
    String name = folder.getName();
    int equals = name.indexOf('=');
    return equals < 0 ? null : PartitionFolder.unescape(name.substring(0, equals));
  }
}
