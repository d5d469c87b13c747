package io.github.jellybridge.cli;

import io.github.jellybridge.files.ColonNames;
import io.github.jellybridge.files.Compression;
import io.github.jellybridge.files.Decompression;
import io.github.jellybridge.files.Folders;
import io.github.jellybridge.files.HiddenFiles;
import io.github.jellybridge.files.LeafFiles;
import io.github.jellybridge.rdf.text.IriReference;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** A file on any Hadoop file system, or standard input, with the name that the user gave. */
final class SourceFile {
  private static final String STANDARD_INPUT = "-|/dev/stdin|/(dev|proc/self)/fd/0";

  /** Names of files that this process has inherited, such as those of {@code <(…)}. */
  private static final String OPEN_FILE = "/dev/stdin|/(dev|proc/self)/fd/\\d+";

  /** Messages of the JDK's own exceptions: the path, and the reason in parentheses. */
  private static final Pattern MESSAGE_OF_JDK = Pattern.compile("/.* \\(([^()]+)\\)");

  private final String name;
  private final FileSystem fs;
  private final FileStatus status;
  private final InputStream opened;
  private final InputOptions options;
  private final Compression compression;

  private SourceFile(
      String name, FileSystem fs, FileStatus status, InputStream opened, InputOptions options) {
    this.name = name;
    this.fs = fs;
    this.status = status;
    this.opened = opened;
    this.options = options;
    this.compression = Compression.of(status.getPath().getName());
  }

  /**
   * Looks up one file.
   *
   * @throws FileNotFoundException if no file has that name
   * @throws Failure.UnusableException if it cannot be looked up, or is a folder
   */
  static SourceFile of(String path, Configuration conf) throws IOException {
    SourceFile file = lookUp(path, conf, InputOptions.DEFAULT);
    if (file.status.isDirectory()) {
      throw new Failure.UnusableException(path + ": is a folder, expected a file");
    }
    return file;
  }

  /**
   * Looks up a file, the visible files of a folder (without sub-folders), or those that match a
   * glob, sorted by name. A glob matches hidden files only if it starts like the name of one.
   *
   * @param standardInput the content of {@code -}
   * @throws FileNotFoundException if no file has that name
   * @throws Failure.UnusableException if the path cannot be looked up
   */
  static List<SourceFile> expand(
      String path, Configuration conf, InputStream standardInput, InputOptions options)
      throws IOException {
    if (path.matches(STANDARD_INPUT)) {
      // A pipe has the length 0.
      Path device = new Path("/dev/stdin");
      FileStatus status =
          new FileStatus(new File(device.toString()).length(), false, 1, 1, 0, device);
      FileSystem local = FileSystem.getLocal(conf);
      return List.of(new SourceFile(path, local, status, standardInput, options));
    }
    List<SourceFile> roots = new ArrayList<>();
    try {
      roots.add(lookUp(path, conf, options));
    } catch (FileNotFoundException e) {
      // Try a glob only now, so that a file with brackets in its name can be read.
      boolean asked = HiddenFiles.isHidden(hadoopPath(path).getName());
      for (FileStatus match : matches(path, conf)) {
        if (asked || !HiddenFiles.isHidden(match.getPath().getName())) {
          FileSystem fs = fileSystem(path, conf);
          roots.add(new SourceFile(nameOf(match, path), fs, match, null, options));
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

  private static SourceFile lookUp(String path, Configuration conf, InputOptions options)
      throws IOException {
    FileSystem fs = fileSystem(path, conf);
    try {
      try {
        return new SourceFile(path, fs, fs.getFileStatus(hadoopPath(path)), null, options);
      } catch (FileNotFoundException e) {
        Folders.checkMissing(fs, hadoopPath(path));
        throw e;
      }
    } catch (FileNotFoundException e) {
      throw e;
    } catch (IOException e) {
      throw new Failure.UnusableException(path + ": " + Failure.oneLine(e), e);
    }
  }

  /**
   * Returns the file system of a path.
   *
   * @throws Failure.UnusableException if no file system has that scheme
   */
  static FileSystem fileSystem(String path, Configuration conf) throws IOException {
    if (path.isEmpty()) {
      throw new Failure.UnusableException("expected the name of a file, found an empty one");
    }
    try {
      return hadoopPath(path).getFileSystem(conf);
    } catch (IOException | IllegalArgumentException e) {
      throw new Failure.UnusableException(path + ": " + Failure.oneLine(e), e);
    } catch (RuntimeException e) {
      if (e.getCause() instanceof ClassNotFoundException missing) {
        throw noJar(path, missing);
      }
      throw e;
    }
  }

  private static Failure.UnusableException noJar(String path, ClassNotFoundException e) {
    return new Failure.UnusableException(
        path
            + ": "
            + e.getMessage()
            + ": add its jar to spark.jars in spark-defaults.conf, or to SPARK_DIST_CLASSPATH",
        e);
  }

  private static FileStatus[] matches(String path, Configuration conf) throws IOException {
    try {
      FileStatus[] found = Folders.matches(fileSystem(path, conf), hadoopPath(path));
      return found == null ? new FileStatus[0] : found;
    } catch (IOException | IllegalArgumentException e) {
      throw new Failure.UnusableException(path + ": " + Failure.oneLine(e), e);
    }
  }

  /** Returns the path of a name, which may be a local file with a colon in its name. */
  static Path hadoopPath(String name) {
    return new Path(name.matches("(?s)[^/]+:(?!/).*") ? "./" + name : name);
  }

  private List<SourceFile> children(Configuration conf) throws IOException {
    List<SourceFile> children = new ArrayList<>();
    try {
      for (FileStatus child : LeafFiles.visibleIn(status.getPath(), conf)) {
        children.add(new SourceFile(nameOf(child, name), fs, child, null, options));
      }
    } catch (UncheckedIOException e) {
      throw new Failure.UnusableException(name + ": " + Failure.oneLine(e.getCause()), e);
    }
    if (children.isEmpty()) {
      throw new Failure.UnusableException(name + ": there is no file in this folder");
    }
    children.sort((a, b) -> a.name.compareTo(b.name));
    return children;
  }

  /**
   * Returns the name of a local file without {@code file:}, and relative to the current folder if
   * the user gave a relative path.
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

  /** Returns the name of another file in the same folder. */
  static String sibling(String name, String other) {
    return name.substring(0, name.lastIndexOf('/') + 1) + other;
  }

  /** Returns the name to use in messages. */
  String name() {
    return name;
  }

  /** Returns the path. */
  Path path() {
    return status.getPath();
  }

  /**
   * Returns the base of relative IRIs: the URI of the file. For an inherited file it is the current
   * folder, as the file's number has no meaning elsewhere.
   */
  String base() {
    if (!isOpenFile()) {
      return path().toUri().toString();
    }
    Path inFolder = fs.makeQualified(new Path(System.getProperty("user.dir"), "file"));
    return IriReference.resolve(inFolder.toUri().toString(), ".");
  }

  /** Returns whether this is standard input or another file inherited by this process. */
  boolean isOpenFile() {
    return path().toUri().getPath().matches(OPEN_FILE);
  }

  /** Returns the file system of the file. */
  FileSystem fileSystem() {
    return fs;
  }

  /** Returns the time of the last change, in milliseconds since the epoch. */
  long modificationTime() {
    return status.getModificationTime();
  }

  /** Returns the last part of the name in lower case, without the extension of a compression. */
  String plainName() {
    return Compression.plainName(status.getPath().getName()).toLowerCase(Locale.ROOT);
  }

  /** Returns the format that the options name, or else the name tells; null for an unknown one. */
  FileKind kind() {
    return options.from() == null ? FileKind.ofFile(plainName()) : options.from();
  }

  /** Returns the size in bytes, before decompression. */
  long length() {
    return status.getLen();
  }

  /**
   * Returns {@code gzip}, {@code zstd}, {@code bzip2}, {@code xz} or the extension of another
   * compression; null when the file is not compressed.
   */
  String compression() {
    return switch (compression) {
      case NONE -> null;
      case OTHER -> Compression.extensionOf(path().getName());
      default -> compression.name().toLowerCase(Locale.ROOT);
    };
  }

  /** The decompressed bytes of a file; counts the bytes read before decompression. */
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
   * @param progress receives the number of bytes read, with -1 for the number of statements
   * @throws FileNotFoundException if the file no longer exists
   * @throws Failure.UnusableException if the file cannot be opened
   */
  Stream open(Progress progress) throws IOException {
    CountingInputStream counter = new CountingInputStream(openAt(0));
    InputStream decompressed =
        Decompression.decompress(counter, compression, name, options.limits());
    return new Stream(decompressed, counter, progress);
  }

  /**
   * Opens the file at a byte, without decompression.
   *
   * @throws FileNotFoundException if the file no longer exists
   * @throws Failure.UnusableException if the file cannot be opened
   */
  InputStream openAt(long offset) throws IOException {
    if (opened != null) {
      return opened;
    }
    try {
      return ColonNames.open(ColonNames.fileSystem(fs, status.getPath()), status.getPath(), offset);
    } catch (FileNotFoundException e) {
      throw e;
    } catch (IOException e) {
      throw new Failure.UnusableException(name + ": " + reason(e), e);
    }
  }

  /** Returns the reason in a message of the form {@code path (reason)}, or the whole message. */
  private static String reason(IOException e) {
    Matcher message = MESSAGE_OF_JDK.matcher(Failure.oneLine(e));
    return message.matches() ? message.group(1) : Failure.oneLine(e);
  }
}
