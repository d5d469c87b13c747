package io.github.jellybridge.files;

import java.io.FileNotFoundException;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ChecksumFileSystem;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.security.AccessControlException;

/**
 * Opens files with a colon in their name, such as {@code 12:00.nt}. Hadoop takes the text before
 * the colon for the scheme of a URI, unless a slash comes before it.
 */
public final class ColonNames {
  private ColonNames() {}

  /** Returns whether the last part of a path contains a colon. */
  public static boolean has(Path file) {
    return file.getName().indexOf(':') >= 0;
  }

  /**
   * Returns the file system for opening, writing or deleting a file. The local file system keeps
   * checksums in hidden files, {@code .NAME.crc}, but cannot handle these names if they contain a
   * colon. Such files are therefore accessed without checksums.
   */
  public static FileSystem fileSystem(FileSystem fs, Path file) {
    return has(file) && fs instanceof ChecksumFileSystem checked ? checked.getRawFileSystem() : fs;
  }

  /** Returns the file system for reading a file. */
  public static FileSystem fileSystem(Path file, Configuration conf) throws IOException {
    return fileSystem(file.getFileSystem(conf), file);
  }

  /**
   * Opens a file at a byte.
   *
   * @param fs the result of {@link #fileSystem} for the file
   * @param offset the 0-based number of the first byte to read
   * @throws FileNotFoundException if the file does not exist
   * @throws AccessControlException if the file exists but may not be read
   */
  public static FSDataInputStream open(FileSystem fs, Path file, long offset) throws IOException {
    FSDataInputStream in = open(fs, file);
    try {
      if (offset > 0) {
        in.seek(offset);
      }
      return in;
    } catch (IOException | RuntimeException e) {
      in.close();
      throw e;
    }
  }

  private static FSDataInputStream open(FileSystem fs, Path file) throws IOException {
    try {
      return fs.open(file);
    } catch (FileNotFoundException e) {
      // Java also throws this for local files without read permission. For http:, where sizes are
      // unknown, Hadoop reports every path as existing.
      if (fs.exists(file) && fs.getFileStatus(file).getLen() >= 0) {
        AccessControlException denied = new AccessControlException(e.getMessage());
        denied.initCause(e);
        throw denied;
      }
      throw e;
    }
  }

  /** Returns the path of a file or folder below a folder, whatever colons its name contains. */
  public static Path in(Path folder, String name) {
    return new Path(folder, "./" + name);
  }
}
