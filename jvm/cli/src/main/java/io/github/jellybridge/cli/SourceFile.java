package io.github.jellybridge.cli;

import io.github.jellybridge.files.ColonNames;
import io.github.jellybridge.files.Compression;
import io.github.jellybridge.files.Decompression;
import io.github.jellybridge.files.Folders;
import io.github.jellybridge.files.HiddenFiles;
import io.github.jellybridge.rdf.text.IriReference;
import io.github.jellybridge.files.LeafFiles;
import java.io.FileNotFoundException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** A file on any file system of Hadoop, under the name that the user gave it. */
final class SourceFile {
  private final String name;
  private final FileSystem fs;
  private final FileStatus status;
  private final Compression compression;

  private SourceFile(String name, FileSystem fs, FileStatus status) {
    this.name = name;
    this.fs = fs;
    this.status = status;
    this.compression = Compression.of(status.getPath().getName());
  }

  /** A file that is good but does not lend itself to what is asked for. */
  static final class UnsuitableException extends IOException {
    private static final long serialVersionUID = 1L;

    UnsuitableException(String message) {
      super(message);
    }
  }

  /** A file or folder that is there but cannot be opened. */
  static final class UnreadableException extends IOException {
    private static final long serialVersionUID = 1L;

    UnreadableException(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /**
   * Looks up one file.
   *
   * @throws FileNotFoundException when there is none
   * @throws UnreadableException when it cannot be looked up, or is a folder
   */
  static SourceFile of(String path, Configuration conf) throws IOException {
    SourceFile file = lookUp(path, conf);
    if (file.status.isDirectory()) {
      throw new UnreadableException(path + ": is a folder, expected a file", null);
    }
    return file;
  }

  /**
   * Looks up a file, the visible files of a folder (without sub-folders), or those that match a
   * glob, sorted by name. What is hidden does not, unless the glob itself starts as hidden names
   * do.
   *
   * @throws FileNotFoundException when there is none
   * @throws UnreadableException when the path cannot be looked up
   */
  static List<SourceFile> expand(String path, Configuration conf) throws IOException {
    List<SourceFile> roots = new ArrayList<>();
    try {
      roots.add(lookUp(path, conf));
    } catch (FileNotFoundException e) {
      // A glob is looked for second, so that a file with brackets in its name can be read.
      boolean asked = HiddenFiles.isHidden(hadoopPath(path).getName());
      for (FileStatus match : matches(path, conf)) {
        if (asked || !HiddenFiles.isHidden(match.getPath().getName())) {
          roots.add(new SourceFile(nameOf(match, path), fileSystem(path, conf), match));
        }
      }
      if (roots.isEmpty()) {
        throw e;
      }
    }
    List<SourceFile> files = new ArrayList<>();
    for (SourceFile root : roots) {
      if (root.status.isDirectory()) {
        files.addAll(root.children(conf));
      } else {
        files.add(root);
      }
    }
    return files;
  }

  private static SourceFile lookUp(String path, Configuration conf) throws IOException {
    FileSystem fs = fileSystem(path, conf);
    try {
      try {
        return new SourceFile(path, fs, fs.getFileStatus(hadoopPath(path)));
      } catch (FileNotFoundException e) {
        Folders.checkMissing(fs, hadoopPath(path));
        throw e;
      }
    } catch (FileNotFoundException e) {
      throw e;
    } catch (IOException e) {
      throw new UnreadableException(path + ": " + Answers.oneLine(e), e);
    }
  }

  /**
   * The file system that a path is on.
   *
   * @throws UnreadableException when there is none
   */
  static FileSystem fileSystem(String path, Configuration conf) throws IOException {
    if (path.isEmpty()) {
      throw new UnreadableException("expected the name of a file, found an empty one", null);
    }
    try {
      return hadoopPath(path).getFileSystem(conf);
    } catch (IOException | IllegalArgumentException e) {
      throw new UnreadableException(path + ": " + Answers.oneLine(e), e);
    } catch (RuntimeException e) {
      if (e.getCause() instanceof ClassNotFoundException missing) {
        throw noJar(path, missing);
      }
      throw e;
    }
  }

  private static UnreadableException noJar(String path, ClassNotFoundException e) {
    return new UnreadableException(
        path
            + ": "
            + e.getMessage()
            + ": its jar has to be on the class path, of which spark.jars of spark-defaults.conf"
            + " and SPARK_DIST_CLASSPATH are parts",
        e);
  }

  private static FileStatus[] matches(String path, Configuration conf) throws IOException {
    try {
      FileStatus[] found = Folders.matches(fileSystem(path, conf), hadoopPath(path));
      return found == null ? new FileStatus[0] : found;
    } catch (IOException | IllegalArgumentException e) {
      throw new UnreadableException(path + ": " + Answers.oneLine(e), e);
    }
  }

  /** The path of a name: that of a file in the current folder, too, whose name has a colon. */
  static Path hadoopPath(String name) {
    return new Path(name.matches("(?s)[^/]+:(?!/).*") ? "./" + name : name);
  }

  private List<SourceFile> children(Configuration conf) throws IOException {
    List<SourceFile> children = new ArrayList<>();
    try {
      for (FileStatus child : LeafFiles.visibleIn(status.getPath(), conf)) {
        children.add(new SourceFile(nameOf(child, name), fs, child));
      }
    } catch (UncheckedIOException e) {
      throw new UnreadableException(name + ": " + Answers.oneLine(e.getCause()), e);
    }
    if (children.isEmpty()) {
      throw new UnreadableException(name + ": there is no file in this folder", null);
    }
    children.sort((a, b) -> a.name.compareTo(b.name));
    return children;
  }

  /**
   * Names a file as people do: without {@code file:} when it lies on this machine, and relative to
   * the current folder when it was asked for so.
   */
  private static String nameOf(FileStatus file, String asked) {
    Path path = file.getPath();
    if (!"file".equals(path.toUri().getScheme())) {
      return path.toString();
    }
    String name = path.toUri().getPath();
    String here = System.getProperty("user.dir") + "/";
    boolean relative = !asked.startsWith("/") && !asked.startsWith("file:");
    return relative && name.startsWith(here) ? name.substring(here.length()) : name;
  }

  /** Returns the name of another file in the folder of a file. */
  static String sibling(String name, String other) {
    return name.substring(0, name.lastIndexOf('/') + 1) + other;
  }

  /** Returns the name that messages use. */
  String name() {
    return name;
  }

  /** Returns the path. */
  Path path() {
    return status.getPath();
  }

  /**
   * Returns what relative IRIs start at: the place of the file; of a file that a process has opened
   * the current folder, as the number it has there means nothing to anybody else.
   */
  String base() {
    if (!isOpenFile()) {
      return path().toUri().toString();
    }
    Path inFolder = fs.makeQualified(new Path(System.getProperty("user.dir"), "file"));
    return IriReference.resolve(inFolder.toUri().toString(), ".");
  }

  /** Tells whether this is a file under the number of one that a process has opened. */
  boolean isOpenFile() {
    return path().toUri().getPath().matches("(/proc/\\d+|/dev)/fd/\\d+");
  }

  /** Returns the file system that the file is on. */
  FileSystem fileSystem() {
    return fs;
  }

  /** Returns when the file was changed last, in milliseconds since the epoch. */
  long modificationTime() {
    return status.getModificationTime();
  }

  /** Returns the last part of the name in lower case, without the extension of a compression. */
  String plainName() {
    String last = status.getPath().getName().toLowerCase(Locale.ROOT);
    return last.substring(0, last.length() - compression.extension().length());
  }

  /** Returns the size in bytes, before decompression. */
  long length() {
    return status.getLen();
  }

  /**
   * Returns {@code gzip}, {@code zstd} or {@code bzip2}, or null when the file is not compressed.
   */
  String compression() {
    return switch (compression) {
      case NONE -> null;
      case GZIP -> "gzip";
      case ZSTD -> "zstd";
      case BZIP2 -> "bzip2";
    };
  }

  /** The decompressed bytes of a file; knows how many bytes of the file itself were read. */
  static final class Stream extends FilterInputStream {
    private final CountingInputStream counter;
    private final Progress progress;

    private Stream(InputStream in, CountingInputStream counter, Progress progress) {
      super(in);
      this.counter = counter;
      this.progress = progress;
    }

    /** Returns how many bytes of the file were read, before decompression. */
    long bytesRead() {
      return counter.count();
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      int n = in.read(buffer, offset, length);
      progress.report(counter.count(), -1);
      return n;
    }
  }

  /**
   * Opens the file for reading.
   *
   * @param progress is told the bytes read, with -1 for the number of statements
   * @throws FileNotFoundException when it is gone
   * @throws UnreadableException when it cannot be opened
   */
  Stream open(Progress progress) throws IOException {
    CountingInputStream counter = new CountingInputStream(openAt(0));
    InputStream decompressed =
        Decompression.decompress(
            counter, compression, name, Decompression.DEFAULT_MAX_BYTES);
    return new Stream(decompressed, counter, progress);
  }

  /**
   * Opens the file at a byte, as it is.
   *
   * @throws FileNotFoundException when it is gone
   * @throws UnreadableException when it cannot be opened
   */
  InputStream openAt(long offset) throws IOException {
    try {
      return ColonNames.open(ColonNames.fileSystem(fs, status.getPath()), status.getPath(), offset);
    } catch (FileNotFoundException e) {
      throw e;
    } catch (IOException e) {
      throw new UnreadableException(name + ": " + Answers.oneLine(e), e);
    }
  }
}
