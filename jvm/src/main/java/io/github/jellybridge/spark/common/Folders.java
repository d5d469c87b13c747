package io.github.jellybridge.spark.common;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Predicate;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.security.AccessControlException;

/** Lists folders. */
public final class Folders {
  private Folders() {}

  /**
   * Lists a folder. Of a folder of this machine whose names may be read but not its files, Hadoop
   * says that it is empty: that is an error here.
   *
   * @throws AccessControlException when the files of the folder may not be looked up
   */
  public static FileStatus[] list(FileSystem fs, org.apache.hadoop.fs.Path folder)
      throws IOException {
    return list(fs, folder, Files::isExecutable);
  }

  /** Lists a folder, told whether the files of one of this machine may be looked up. */
  static FileStatus[] list(
      FileSystem fs, org.apache.hadoop.fs.Path folder, Predicate<Path> mayLookUp)
      throws IOException {
    FileStatus[] children = fs.listStatus(folder);
    if (children.length == 0 && "file".equals(fs.getUri().getScheme())) {
      Path local = Path.of(folder.toUri().getPath());
      if (Files.isDirectory(local) && !mayLookUp.test(local)) {
        throw new AccessControlException(
            "the files in it may not be looked up, as the folder is not executable");
      }
    }
    return children;
  }
}
