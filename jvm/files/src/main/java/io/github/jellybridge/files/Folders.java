package io.github.jellybridge.files;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.security.AccessControlException;

/** Lists folders. */
public final class Folders {
  /** What there is for files of this machine in Hadoop, and in Sparks with Hive's classes. */
  private static final Set<String> PLAIN =
      Set.of(
          "org.apache.hadoop.fs.LocalFileSystem",
          "org.apache.hadoop.hive.ql.io.ProxyLocalFileSystem");

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

  /**
   * The names of what is in a folder. On this machine they cost little, while Hadoop looks each
   * file up.
   */
  public static List<String> names(FileSystem fs, org.apache.hadoop.fs.Path folder)
      throws IOException {
    String[] local =
        "file".equals(fs.getUri().getScheme())
            ? new File(fs.makeQualified(folder).toUri().getPath())
                .list((parent, name) -> !LocalFolder.isChecksum(name))
            : null;
    return local == null
        ? Arrays.stream(fs.listStatus(folder)).map(child -> child.getPath().getName()).toList()
        : List.of(local);
  }

  /** Lists a folder, told whether the files of one of this machine may be looked up. */
  static FileStatus[] list(
      FileSystem fs, org.apache.hadoop.fs.Path folder, Predicate<Path> mayLookUp)
      throws IOException {
    FileStatus[] children = children(fs, folder);
    if (children.length == 0 && "file".equals(fs.getUri().getScheme())) {
      Path local = Path.of(folder.toUri().getPath());
      if (Files.isDirectory(local) && !mayLookUp.test(local)) {
        throw new AccessControlException(
            "the files in it may not be looked up, as the folder is not executable");
      }
    }
    return children;
  }

  /**
   * Lists what a glob matches, or null if its folder is not there. Hadoop leaves out what has a
   * name that is no text, which is an error here, and links that lead nowhere, which are listed.
   *
   * @throws IOException when the name of a file that matches is no text
   */
  public static FileStatus[] matches(FileSystem fs, org.apache.hadoop.fs.Path glob)
      throws IOException {
    return isPlain(fs) ? withNames(new AnyNames(fs).globStatus(glob)) : fs.globStatus(glob);
  }

  private static boolean isPlain(FileSystem fs) {
    return PLAIN.contains(fs.getClass().getName());
  }

  /** Checks that the names of what was found, if anything was, are text. */
  private static FileStatus[] withNames(FileStatus[] found) throws IOException {
    if (found != null) {
      for (FileStatus file : found) {
        LocalFolder.requireText(file.getPath());
      }
    }
    return found;
  }

  /**
   * The files of this machine with those that Hadoop's own class drops. One whose name is no text
   * may be in a folder that is listed, but nothing can be looked for in it.
   */
  private static final class AnyNames extends FilterFileSystem {
    AnyNames(FileSystem fs) {
      super(fs);
    }

    @Override
    public FileStatus[] listStatus(org.apache.hadoop.fs.Path folder) throws IOException {
      LocalFolder.requireText(folder);
      org.apache.hadoop.fs.Path path = makeQualified(folder);
      File local = new File(path.toUri().getPath());
      return local.isDirectory()
          ? LocalFolder.list(local.toPath(), path)
          : super.listStatus(folder);
    }

    @Override
    public FileStatus getFileStatus(org.apache.hadoop.fs.Path file) throws IOException {
      LocalFolder.requireText(file.getParent() == null ? file : file.getParent());
      return super.getFileStatus(file);
    }
  }

  private static FileStatus[] children(FileSystem fs, org.apache.hadoop.fs.Path folder)
      throws IOException {
    return isPlain(fs) ? withNames(new AnyNames(fs).listStatus(folder)) : fs.listStatus(folder);
  }

  /**
   * Tells why nothing is found at a path, if that is not for certain that nothing is there: Hadoop
   * says the same of what is in a folder of this machine whose files may not be looked up.
   *
   * @throws AccessControlException when the path is in such a folder
   */
  public static void checkMissing(FileSystem fs, org.apache.hadoop.fs.Path path)
      throws IOException {
    checkMissing(fs, path, Files::isExecutable);
  }

  /** Checks a path, told whether the files of a folder of this machine may be looked up. */
  static void checkMissing(FileSystem fs, org.apache.hadoop.fs.Path path, Predicate<Path> mayLookUp)
      throws IOException {
    if (!"file".equals(fs.getUri().getScheme())) {
      return;
    }
    Path folder = Path.of(fs.makeQualified(path).toUri().getPath()).getParent();
    while (folder != null && !Files.isDirectory(folder)) {
      folder = folder.getParent();
    }
    if (folder != null && !mayLookUp.test(folder)) {
      throw new AccessControlException(
          "the files in " + folder + " may not be looked up, as that folder is not executable");
    }
  }

  /** Returns whether a path is on this machine: reading other file systems is mostly waiting. */
  public static boolean isLocal(org.apache.hadoop.fs.Path path) {
    String scheme = path.toUri().getScheme();
    return scheme == null || scheme.equals("file");
  }
}
