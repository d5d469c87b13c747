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
 * Files whose names have a colon, such as {@code 12:00.nt}. Hadoop takes what precedes it for the
 * scheme of a URI, unless a slash comes before.
 */
public final class ColonNames {
  private ColonNames() {}

  /** Tells whether the last part of a path is such a name. */
  public static boolean has(Path file) {
    return file.getName().indexOf(':') >= 0;
  }

  /**
   * The file system to open, write or delete a file with. That of this machine keeps checksums in
   * hidden files, {@code .NAME.crc}, and fails at the names of theirs: such files go without.
   */
  public static FileSystem fileSystem(FileSystem fs, Path file) {
    return has(file) && fs instanceof ChecksumFileSystem checked ? checked.getRawFileSystem() : fs;
  }

  /** The file system to read a file with. */
  public static FileSystem fileSystem(Path file, Configuration conf) throws IOException {
    return fileSystem(file.getFileSystem(conf), file);
  }

  /**
   * Opens a file at a byte.
   *
   * @param fs the file system that {@link #fileSystem} gives for the file
   * @param offset the 0-based number of the first byte to read
   * @throws FileNotFoundException when the file is not there
   * @throws AccessControlException when it is there and may not be read
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
      // Java says so of files on this machine that may not be read, too. Of what is at http:, whose
      // size is not known, Hadoop says that it is there, whatever it is.
      if (fs.exists(file) && fs.getFileStatus(file).getLen() >= 0) {
        AccessControlException denied = new AccessControlException(e.getMessage());
        denied.initCause(e);
        throw denied;
      }
      throw e;
    }
  }

  /** The path of a file or folder below a folder, whatever colons it holds. */
  public static Path in(Path folder, String name) {
    return new Path(folder, "./" + name);
  }
}
