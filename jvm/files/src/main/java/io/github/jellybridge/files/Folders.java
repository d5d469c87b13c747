package io.github.jellybridge.files;

import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.security.AccessControlException;

/**
 * Lists folders with Hadoop, and adds local files that Hadoop silently omits: dangling links, names
 * that cannot be decoded, and files in folders without permission to access them.
 */
public final class Folders {
  /** Java's replacement for bytes that cannot be decoded in the encoding of file names. */
  private static final char NO_TEXT = '\ufffd';

  private Folders() {}

  /**
   * Lists a folder. A dangling link is listed as a link ({@link FileStatus#isSymlink}), any other
   * link as its target.
   *
   * @throws AccessControlException if the files of the folder may not be accessed
   * @throws IOException if the name of a file cannot be decoded
   */
  public static FileStatus[] list(FileSystem fs, org.apache.hadoop.fs.Path folder)
      throws IOException {
    return list(fs, folder, Files::isExecutable);
  }

  /**
   * Lists a folder; {@code mayLookUp} tests whether the files of a local folder may be accessed.
   */
  static FileStatus[] list(
      FileSystem fs, org.apache.hadoop.fs.Path folder, Predicate<Path> mayLookUp)
      throws IOException {
    if (!isLocal(fs)) {
      return fs.listStatus(folder);
    }
    Path local = local(fs, folder);
    if (Files.isDirectory(local) && !mayLookUp.test(local)) {
      throw new AccessControlException(
          "the files in it may not be looked up, as the folder is not executable");
    }
    return requireText(new LocalFiles(fs).listStatus(folder));
  }

  private static boolean isLocal(FileSystem fs) {
    return "file".equals(fs.getUri().getScheme());
  }

  private static Path local(FileSystem fs, org.apache.hadoop.fs.Path path) {
    return Path.of(fs.makeQualified(path).toUri().getPath());
  }

  /** Returns the names in a folder. For a local folder, avoids Hadoop's access to each file. */
  public static List<String> names(FileSystem fs, org.apache.hadoop.fs.Path folder)
      throws IOException {
    String[] local = isLocal(fs) ? localNames(local(fs, folder).toFile()) : null;
    return local == null
        ? Arrays.stream(fs.listStatus(folder)).map(child -> child.getPath().getName()).toList()
        : List.of(local);
  }

  /**
   * Returns the names in a folder except those of Hadoop's checksums; null if it is not a folder.
   */
  private static String[] localNames(File folder) {
    return folder.list((parent, name) -> !(name.startsWith(".") && name.endsWith(".crc")));
  }

  /**
   * Lists the files that match a glob, including those that Hadoop omits, like {@link #list}.
   * Returns null if the folder of the glob does not exist.
   *
   * @throws IOException if the name of a matching file cannot be decoded
   */
  public static FileStatus[] matches(FileSystem fs, org.apache.hadoop.fs.Path glob)
      throws IOException {
    if (!isLocal(fs)) {
      return fs.globStatus(glob);
    }
    FileStatus[] found = new LocalFiles(fs).globStatus(glob);
    return found == null ? null : requireText(found);
  }

  /**
   * Hadoop's local file system plus the files that it omits from listings. A file whose name cannot
   * be decoded is only listed, as its decoded name no longer refers to the file.
   */
  private static final class LocalFiles extends FilterFileSystem {
    LocalFiles(FileSystem fs) {
      super(fs);
    }

    @Override
    public FileStatus[] listStatus(org.apache.hadoop.fs.Path folder) throws IOException {
      requireText(folder);
      FileStatus[] found = super.listStatus(folder);
      Path local = local(this, folder);
      String[] names = localNames(local.toFile());
      return names == null || names.length == found.length ? found : withLeftOut(found, local);
    }

    @Override
    public FileStatus getFileStatus(org.apache.hadoop.fs.Path file) throws IOException {
      requireText(file.getParent() == null ? file : file.getParent());
      return super.getFileStatus(file);
    }
  }

  /** Adds the files of a folder that Hadoop has omitted. */
  private static FileStatus[] withLeftOut(FileStatus[] found, Path folder) throws IOException {
    Set<String> names = new HashSet<>();
    List<FileStatus> all = new ArrayList<>(List.of(found));
    all.forEach(file -> names.add(file.getPath().getName()));
    try (DirectoryStream<Path> children = Files.newDirectoryStream(folder)) {
      for (Path child : children) {
        String name = child.getFileName().toString();
        if (!names.contains(name) && !HiddenFiles.isHidden(name)) {
          status(child).ifPresent(all::add);
        }
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    return all.toArray(FileStatus[]::new);
  }

  /** Describes a file that Hadoop omits; empty if the file is new or was deleted. */
  private static Optional<FileStatus> status(Path file) throws IOException {
    org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path("file", null, file.toString());
    FileStatus status = new FileStatus(0, Files.isDirectory(file), 1, 0, 0, path);
    if (Files.isSymbolicLink(file) && !Files.exists(file)) {
      String target = Files.readSymbolicLink(file).toString();
      status.setSymlink(new org.apache.hadoop.fs.Path(null, null, target));
      return Optional.of(status);
    }
    return path.getName().indexOf(NO_TEXT) < 0 ? Optional.empty() : Optional.of(status);
  }

  private static FileStatus[] requireText(FileStatus[] files) throws IOException {
    for (FileStatus file : files) {
      requireText(file.getPath());
    }
    return files;
  }

  /**
   * Rejects the path of a file whose name cannot be decoded.
   *
   * @throws IOException if the name cannot be decoded
   */
  private static void requireText(org.apache.hadoop.fs.Path file) throws IOException {
    String name = file.getName();
    if (name.indexOf(NO_TEXT) < 0 || HiddenFiles.isHidden(name)) {
      return;
    }
    String path = file.toUri().getPath();
    if (!new File(path).exists()) {
      throw new IOException(
          "the name of "
              + path
              + " is no text in the encoding of file names here, "
              + System.getProperty("sun.jnu.encoding")
              + "; rename the file, or start Java with the environment variable LC_ALL=C.UTF-8");
    }
  }

  /**
   * Checks that a path that Hadoop does not find really does not exist. Hadoop also finds no files
   * in a local folder whose files may not be accessed.
   *
   * @throws AccessControlException if the path is in such a folder
   */
  public static void checkMissing(FileSystem fs, org.apache.hadoop.fs.Path path)
      throws IOException {
    checkMissing(fs, path, Files::isExecutable);
  }

  /** Checks a path; {@code mayLookUp} tests whether the files of a local folder may be accessed. */
  static void checkMissing(FileSystem fs, org.apache.hadoop.fs.Path path, Predicate<Path> mayLookUp)
      throws IOException {
    if (!isLocal(fs)) {
      return;
    }
    Path folder = local(fs, path).getParent();
    while (folder != null && !Files.isDirectory(folder)) {
      folder = folder.getParent();
    }
    if (folder != null && !mayLookUp.test(folder)) {
      throw new AccessControlException(
          "the files in " + folder + " may not be looked up, as that folder is not executable");
    }
  }

  /** Returns whether a path is local. On other file systems, reading is mostly waiting. */
  public static boolean isLocal(org.apache.hadoop.fs.Path path) {
    String scheme = path.toUri().getScheme();
    return scheme == null || scheme.equals("file");
  }
}
