package io.github.jellybridge.spark.listing;

import io.github.jellybridge.files.HiddenFiles;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedList;
import java.util.List;
import java.util.PriorityQueue;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.spark.sql.catalyst.catalog.ExternalCatalogUtils;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * Finds the partition columns of a table by its first file. Lists one folder for each column, and
 * any empty folders before it, so it costs little in a large table. Streams ask at each epoch.
 */
public final class PartitionColumnProbe {
  private PartitionColumnProbe() {}

  /**
   * Returns the names as the folders spell them, outermost first.
   *
   * @return null if there is no file
   */
  public static List<String> of(String path, Configuration conf) {
    Path folder = new Path(path);
    try {
      return below(folder.getFileSystem(conf), folder);
    } catch (FileNotFoundException e) {
      return null;
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot list " + folder + ": " + e.getMessage(), e);
    }
  }

  /**
   * Returns the names as columns of text, for callers that do not need their types; null if there
   * is no file.
   */
  public static StructType texts(String path, Configuration conf) {
    List<String> names = of(path, conf);
    if (names == null) {
      return null;
    }
    StructType columns = new StructType();
    for (String name : names) {
      columns = columns.add(name, DataTypes.StringType);
    }
    return columns;
  }

  /** Returns the columns below a folder; null if it contains no file. */
  private static List<String> below(FileSystem fs, Path folder) throws IOException {
    // In the order of paths, because readers take the names of columns from the first file.
    PriorityQueue<Path> partitions = new PriorityQueue<>();
    RemoteIterator<FileStatus> children = fs.listStatusIterator(folder);
    while (children.hasNext()) {
      FileStatus child = children.next();
      Path path = child.getPath();
      if (HiddenFiles.isHidden(path.getName())) {
        continue;
      }
      if (child.isFile()) {
        return new LinkedList<>();
      }
      if (column(path) != null) {
        partitions.add(path);
      }
    }
    while (!partitions.isEmpty()) {
      Path partition = partitions.remove();
      List<String> names = below(fs, partition);
      if (names != null) {
        names.add(0, column(partition));
        return names;
      }
    }
    return null;
  }

  private static String column(Path folder) {
    String name = folder.getName();
    int equals = name.indexOf('=');
    return equals <= 0 ? null : ExternalCatalogUtils.unescapePathName(name.substring(0, equals));
  }
}
