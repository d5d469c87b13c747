package io.github.jellybridge.spark.publish;

import io.github.jellybridge.files.ColonNames;
import io.github.jellybridge.files.Folders;
import io.github.jellybridge.files.HiddenFiles;
import io.github.jellybridge.files.ParallelFileOperations;
import io.github.jellybridge.files.PublishJournal;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds and deletes the files that a job replaces. Paths are relative to the table's folder. */
public final class ReplacedFiles {
  private static final Logger LOG = LoggerFactory.getLogger(ReplacedFiles.class);

  private ReplacedFiles() {}

  /**
   * Lists all files of a table, hidden ones last, without files of jobs and streams. Since the
   * first file is deleted before the others, nothing is lost if that fails.
   *
   * @param inPartition whether the files of a folder are wanted, by its path; called for folders
   *     that hold files
   */
  public static List<String> list(FileSystem fs, Path root, Predicate<String> inPartition)
      throws IOException {
    return list(fs, root, inPartition, null);
  }

  /**
   * Lists all files of a table like {@link #list(FileSystem, Path, Predicate)}.
   *
   * @param jobs null, or receives the names of the staging folders that exist while this method
   *     lists. A file of a job that is publishing is never listed without the name of its folder,
   *     unless the job begins and ends during the call.
   */
  static List<String> list(
      FileSystem fs, Path root, Predicate<String> inPartition, Set<String> jobs)
      throws IOException {
    List<String> files = new ArrayList<>();
    List<Folder> level = List.of(new Folder(root, ""));
    while (!level.isEmpty()) {
      List<Folder> below = new ArrayList<>();
      List<FileStatus[]> children =
          ParallelFileOperations.map(level, folder -> Folders.list(fs, folder.path()));
      for (int i = 0; i < level.size(); i++) {
        level.get(i).add(children.get(i), inPartition, files, below);
      }
      if (jobs != null && level.get(0).prefix().isEmpty()) {
        // From the same listing as the files: a job that ends afterwards has its folder there.
        Stream.of(children.get(0))
            .map(child -> child.getPath().getName())
            .filter(PublishJournal::isStaging)
            .forEach(jobs::add);
      } else if (jobs != null && below.isEmpty()) {
        // A job may have started while the folders of partitions were listed.
        Folders.names(fs, root).stream().filter(PublishJournal::isStaging).forEach(jobs::add);
      }
      level = below;
    }
    files.sort(Comparator.comparing(HiddenFiles::isBelowHidden));
    return files;
  }

  /** A folder of the table, and the path prefix of its files. */
  private record Folder(Path path, String prefix) {
    void add(
        FileStatus[] children, Predicate<String> wanted, List<String> files, List<Folder> below) {
      Boolean here = null;
      for (FileStatus child : children) {
        String name = child.getPath().getName();
        if (child.isDirectory()) {
          if (!PublishJournal.isStaging(name) && !name.equals(StreamLog.FOLDER)) {
            below.add(new Folder(child.getPath(), prefix + name + "/"));
          }
        } else {
          if (here == null) {
            here = wanted.test(prefix.isEmpty() ? "" : prefix.substring(0, prefix.length() - 1));
          }
          if (here) {
            files.add(prefix + name);
          }
        }
      }
    }
  }

  /**
   * Deletes files, which may already be gone, and the folders that become empty. Empty folders that
   * cannot be deleted are left. The first file is deleted before the others, so that nothing is
   * lost if deleting is not permitted.
   *
   * @throws IOException if one of the files still exists
   */
  public static void delete(FileSystem fs, Path root, List<String> files) throws IOException {
    if (files.isEmpty()) {
      return;
    }
    delete(fs, ColonNames.in(root, files.get(0)));
    ParallelFileOperations.forEachUninterruptibly(
        files.subList(1, files.size()), file -> delete(fs, ColonNames.in(root, file)));
    for (Set<String> folders : folders(files).values()) {
      ParallelFileOperations.forEachUninterruptibly(
          List.copyOf(folders), folder -> deleteIfEmpty(fs, ColonNames.in(root, folder)));
    }
  }

  private static void delete(FileSystem fs, Path file) throws IOException {
    FileSystem system = ColonNames.fileSystem(fs, file);
    // A local file system does not tell a missing file from one that must not be deleted.
    if (!system.delete(file, false) && system.exists(file)) {
      throw new IOException(
          "Cannot delete " + file + ", which this job replaces. Are there the rights to do so?");
    }
  }

  private static void deleteIfEmpty(FileSystem fs, Path folder) {
    try {
      if (fs.listStatus(folder).length == 0) {
        fs.delete(folder, false);
      }
    } catch (IOException e) {
      // It no longer exists, or another job has just put a file there, or it holds checksum files,
      // which Hadoop hides.
      LOG.debug("{} was not deleted", folder, e);
    }
  }

  /** Returns the folders of files, and those above them, by depth; the innermost first. */
  private static Map<Integer, Set<String>> folders(List<String> files) {
    Map<Integer, Set<String>> byDepth = new TreeMap<>(Comparator.reverseOrder());
    Set<String> seen = new HashSet<>();
    for (String file : files) {
      for (String folder = above(file); folder != null && seen.add(folder); ) {
        int depth = (int) folder.chars().filter(c -> c == '/').count();
        byDepth.computeIfAbsent(depth, d -> new TreeSet<>()).add(folder);
        folder = above(folder);
      }
    }
    return byDepth;
  }

  private static String above(String path) {
    int end = path.lastIndexOf('/');
    return end < 0 ? null : path.substring(0, end);
  }

  /** Tells whether all of these files exist. */
  public static boolean areThere(FileSystem fs, Path root, List<String> files) throws IOException {
    for (String file : files) {
      Path path = ColonNames.in(root, file);
      if (!ColonNames.fileSystem(fs, path).exists(path)) {
        return false;
      }
    }
    return true;
  }
}
