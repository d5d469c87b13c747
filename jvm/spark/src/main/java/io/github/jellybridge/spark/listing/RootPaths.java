package io.github.jellybridge.spark.listing;

import io.github.jellybridge.files.Folders;
import io.github.jellybridge.files.HiddenFiles;
import io.github.jellybridge.files.LeafFiles;
import io.github.jellybridge.files.ParallelFileOperations;
import io.github.jellybridge.files.PublishJournal;
import io.github.jellybridge.files.Unchecked;
import io.github.jellybridge.spark.options.FileOptions;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.AnalysisException;
import scala.jdk.javaapi.CollectionConverters;

/** The paths of a table after wildcards are expanded, qualified with their file system. */
public final class RootPaths {
  /** The characters that make a path a glob for Hadoop. */
  private static final String WILDCARDS = "{}[]*?\\";

  private final List<Path> paths;
  private final Configuration conf;

  private RootPaths(List<Path> paths, Configuration conf) {
    this.paths = paths;
    this.conf = conf;
  }

  /** Expands and checks the paths of a table, see {@link FileIndex#list}. */
  public static RootPaths resolve(FileOptions options, Configuration conf) {
    if (options.paths().isEmpty()) {
      throw new IllegalArgumentException(
          "No path given: name at least one file or folder, as in load(\"/data/file.jelly\").");
    }
    List<List<Path>> resolved =
        ParallelFileOperations.map(
            options.paths(), text -> resolve(text, options.globPaths(), conf));
    return new RootPaths(resolved.stream().flatMap(List::stream).toList(), conf);
  }

  private static List<Path> resolve(String text, boolean globs, Configuration conf) {
    if (text.isBlank()) {
      throw new IllegalArgumentException("A path must not be empty.");
    }
    try {
      return resolve(new Path(text), globs, conf);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot look up " + text + ": " + e.getMessage(), e);
    }
  }

  private static List<Path> resolve(Path path, boolean globs, Configuration conf)
      throws IOException {
    FileSystem fs = path.getFileSystem(conf);
    Path qualified = withRoot(fs.makeQualified(path));
    if (globs && isGlob(qualified)) {
      FileStatus[] matches = Folders.matches(fs, qualified);
      if (matches == null || matches.length == 0) {
        throw notFound(qualified);
      }
      List<Path> found = new ArrayList<>();
      for (FileStatus match : matches) {
        if (isUnpublished(match.getPath())) {
          continue;
        }
        if (match.isDirectory() || !HiddenFiles.isHidden(match.getPath().getName())) {
          found.add(fs.makeQualified(match.getPath()));
        }
      }
      found.sort(null);
      return found;
    }
    FileStatus status;
    try {
      status = fs.getFileStatus(qualified);
    } catch (FileNotFoundException e) {
      throw notFound(qualified);
    }
    if (!status.isDirectory() && HiddenFiles.isHidden(qualified.getName())) {
      throw new IllegalArgumentException(
          qualified
              + " counts as hidden, because of its name (a leading _ or ., or ._COPYING_ at the"
              + " end); file sources skip such files. Rename it to read it.");
    }
    return List.of(qualified);
  }

  /**
   * Turns {@code s3a://bucket} into {@code s3a://bucket/}, which is the parent of the files in it.
   */
  private static Path withRoot(Path path) {
    return path.toUri().getPath().isEmpty() ? new Path(path, Path.SEPARATOR) : path;
  }

  /** Tells whether a glob matched a file in a staging folder, which holds unpublished files. */
  private static boolean isUnpublished(Path match) {
    for (Path path = match; path != null; path = path.getParent()) {
      if (PublishJournal.isStaging(path.getName())) {
        return true;
      }
    }
    return false;
  }

  static boolean isGlob(Path path) {
    String text = path.toString();
    return text.chars().anyMatch(c -> WILDCARDS.indexOf(c) >= 0);
  }

  /** Returns Spark's own error for a missing path, which users and PySpark know. */
  private static RuntimeException notFound(Path path) {
    return Unchecked.rethrow(
        new AnalysisException(
            "PATH_NOT_FOUND",
            scala.collection.immutable.Map.from(
                CollectionConverters.asScala(Map.of("path", path.toString())))));
  }

  public List<Path> paths() {
    return paths;
  }

  /**
   * Returns the folders where partition columns start: the option {@code basePath}, else the paths
   * themselves (for a file, its folder).
   */
  Set<Path> basePaths(String basePath, LeafFiles leaves) {
    if (basePath == null) {
      Set<Path> bases = new LinkedHashSet<>();
      for (Path path : paths) {
        bases.add(leaves.isFile(path) ? path.getParent() : path);
      }
      return bases;
    }
    Path base = qualifiedFolder(basePath);
    for (Path path : paths) {
      if (!isAtOrBelow(path, base)) {
        throw new IllegalArgumentException(
            "Option 'basePath' (" + base + ") must contain every path, but not " + path + ".");
      }
    }
    return Set.of(base);
  }

  private Path qualifiedFolder(String basePath) {
    Path path = new Path(basePath);
    try {
      FileSystem fs = path.getFileSystem(conf);
      Path qualified = withRoot(fs.makeQualified(path));
      if (fs.getFileStatus(qualified).isDirectory()) {
        return qualified;
      }
    } catch (FileNotFoundException e) {
      throw new IllegalArgumentException(
          "Option 'basePath' must be a folder, but " + basePath + " does not exist.", e);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot look up " + basePath + ": " + e.getMessage(), e);
    }
    throw new IllegalArgumentException(
        "Option 'basePath' must be a folder, but " + basePath + " is a file.");
  }

  private static boolean isAtOrBelow(Path path, Path folder) {
    for (Path p = path; p != null; p = p.getParent()) {
      if (p.equals(folder)) {
        return true;
      }
    }
    return false;
  }
}
