package io.github.jellybridge.files;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All visible files at and below some paths, by path. Each folder is listed once.
 *
 * <p>Folders of the same depth are listed together, in several threads if there are many: on object
 * stores most of the time is spent waiting for answers.
 */
public final class LeafFiles {
  private static final Logger LOG = LoggerFactory.getLogger(LeafFiles.class);

  /**
   * Number of entries from which on the listing of a folder may take several requests: stores
   * return a thousand at a time.
   */
  private static final int PAGE = 1000;

  /** Maximum number of listings if jobs publish files while they run. */
  private static final int ATTEMPTS = 5;

  /** A file, its folder, and the hosts that store its blocks. */
  public record Leaf(FileStatus status, Path folder, String[] hosts) {}

  private final Map<Path, Leaf> files = new LinkedHashMap<>();
  private final Map<Path, List<Leaf>> byFolder = new LinkedHashMap<>();

  private LeafFiles() {}

  /**
   * Lists the given files and folders and everything below them.
   *
   * @param ignoreMissing whether to silently omit files and folders that vanish during the listing
   * @throws UncheckedIOException if listing fails, or if jobs other than streams publish files
   *     during every attempt
   */
  public static LeafFiles list(List<Path> roots, Configuration conf, boolean ignoreMissing) {
    return list(roots, conf, ignoreMissing, true);
  }

  /** Lists a folder without its sub-folders. */
  static LeafFiles listFlat(Path folder, Configuration conf) {
    return list(List.of(folder), conf, false, false);
  }

  /**
   * Returns the visible files of a folder without those of sub-folders. For a job that is
   * publishing its files, returns either all or none of them.
   *
   * @throws UncheckedIOException if listing fails
   */
  public static List<FileStatus> visibleIn(Path folder, Configuration conf) {
    return listFlat(folder, conf).files().stream().map(Leaf::status).toList();
  }

  private static LeafFiles list(
      List<Path> roots, Configuration conf, boolean ignoreMissing, boolean deep) {
    UnpublishedFiles unpublished = new UnpublishedFiles(conf);
    for (int attempt = 1; ; attempt++) {
      unpublished.start();
      LeafFiles result = new LeafFiles();
      Lister lister = new Lister(conf, ignoreMissing, deep, unpublished);
      Set<Path> above = tablesAbove(roots);
      above.forEach(lister::findJobs);
      List<Path> large = result.listAll(roots, lister);
      // A job may have started and published files between two requests for its table.
      ParallelFileOperations.map(
          large,
          table -> {
            lister.findJobs(table);
            return table;
          });
      if (roots.size() > 1 || !large.isEmpty()) {
        above.forEach(lister::findJobs);
      }
      boolean disturbed = unpublished.isDisturbed();
      if (disturbed && attempt == ATTEMPTS) {
        unpublished.hideDisturbing();
      }
      if (!disturbed || attempt == ATTEMPTS) {
        result.files.keySet().removeIf(unpublished::hides);
        result.groupByFolder();
        return result;
      }
    }
  }

  /**
   * Returns the folders of the tables that the paths may be partition folders of: jobs keep their
   * journals there.
   */
  private static Set<Path> tablesAbove(List<Path> roots) {
    Set<Path> tables = new LinkedHashSet<>();
    for (Path root : roots) {
      for (Path folder = root; folder.getName().indexOf('=') > 0; folder = folder.getParent()) {
        tables.add(folder.getParent());
      }
    }
    return tables;
  }

  /** Lists all trees; returns the roots whose listing took several requests. */
  private List<Path> listAll(List<Path> roots, Lister lister) {
    Map<Path, Leaf> found = new TreeMap<>();
    List<Path> large = new ArrayList<>();
    List<Folder> tops = lister.listEach(roots);
    for (int i = 0; i < tops.size(); i++) {
      if (!files.containsKey(roots.get(i))) {
        found.clear();
        if (lister.listTree(tops.get(i), found)) {
          large.add(roots.get(i));
        }
        found.forEach(files::putIfAbsent);
      }
    }
    return large;
  }

  private void groupByFolder() {
    for (Leaf leaf : files.values()) {
      byFolder.computeIfAbsent(leaf.folder(), f -> new ArrayList<>()).add(leaf);
    }
  }

  /** Returns all files, each once: by root in the given order, then by path. */
  public Collection<Leaf> files() {
    return Collections.unmodifiableCollection(files.values());
  }

  /** Returns the folders that contain at least one file. */
  public Collection<Path> folders() {
    return Collections.unmodifiableCollection(byFolder.keySet());
  }

  /** Returns whether this path is one of the files. */
  public boolean isFile(Path path) {
    return files.containsKey(path);
  }

  /** Returns the file at this path, or the files in this folder without those in sub-folders. */
  public List<Leaf> directlyIn(Path path) {
    List<Leaf> children = byFolder.get(path);
    if (children != null) {
      return children;
    }
    Leaf file = files.get(path);
    return file == null ? List.of() : List.of(file);
  }

  /** One listing of one or more trees. */
  private record Lister(
      Configuration conf, boolean ignoreMissing, boolean deep, UnpublishedFiles unpublished) {

    /** Records the jobs that write to a table, if its folder can be listed. */
    void findJobs(Path table) {
      try {
        for (String name : Folders.names(table.getFileSystem(conf), table)) {
          if (PublishJournal.isStaging(name)) {
            unpublished.found(ColonNames.in(table, name));
          }
        }
      } catch (IOException e) {
        LOG.debug("{} cannot be listed for jobs that publish files there", table, e);
      }
    }

    /** Lists a tree; returns whether that took several requests: for many files or sub-folders. */
    boolean listTree(Folder root, Map<Path, Leaf> found) {
      boolean large = false;
      List<Folder> level = List.of(root);
      while (!level.isEmpty()) {
        List<Path> below = new ArrayList<>();
        for (Folder folder : level) {
          folder.files().forEach(leaf -> found.put(leaf.status().getPath(), leaf));
          below.addAll(folder.subfolders());
          large |= folder.files().size() >= PAGE;
        }
        large |= !below.isEmpty();
        level = listEach(below);
      }
      return large;
    }

    List<Folder> listEach(List<Path> paths) {
      return ParallelFileOperations.map(paths, this::listOne);
    }

    private Folder listOne(Path path) {
      List<Leaf> files = new ArrayList<>();
      List<Path> subfolders = new ArrayList<>();
      try {
        FileSystem fs = path.getFileSystem(conf);
        for (FileStatus status : children(fs, path)) {
          String name = status.getPath().getName();
          if (HiddenFiles.isHidden(name)) {
            if (PublishJournal.isStaging(name)) {
              unpublished.found(status.getPath());
            }
            continue;
          }
          if (status.isDirectory()) {
            if (deep) {
              subfolders.add(status.getPath());
            }
          } else {
            addFile(fs, path, status, files);
          }
        }
      } catch (FileNotFoundException e) {
        if (!ignoreMissing) {
          throw new UncheckedIOException(
              path
                  + " is a link that leads to no file, or vanished while it was listed"
                  + " (option 'ignoreMissingFiles' skips it)",
              e);
        }
      } catch (IOException e) {
        throw new UncheckedIOException("Cannot list " + path + ": " + e.getMessage(), e);
      } catch (UnsupportedOperationException e) {
        // Hadoop's http: and https: file systems throw this without a message.
        throw new UnsupportedOperationException(
            "Cannot list " + path + ": the file system lists no files; copy it to one that does",
            e);
      }
      return new Folder(files, subfolders);
    }

    private void addFile(FileSystem fs, Path listed, FileStatus status, List<Leaf> files)
        throws IOException {
      Path folder = status.getPath().getParent();
      try {
        // Share one path object among all files, which may be a million.
        files.add(new Leaf(status, folder.equals(listed) ? listed : folder, hosts(fs, status)));
      } catch (FileNotFoundException e) {
        if (!ignoreMissing) {
          throw e;
        }
      }
    }

    /**
     * Lists with block locations on HDFS, where they are free; elsewhere they cost extra requests.
     */
    private static List<FileStatus> children(FileSystem fs, Path path) throws IOException {
      String scheme = fs.getUri().getScheme();
      if (!"hdfs".equals(scheme) && !"viewfs".equals(scheme)) {
        return List.of(Folders.list(fs, path));
      }
      List<FileStatus> statuses = new ArrayList<>();
      RemoteIterator<LocatedFileStatus> iterator = fs.listLocatedStatus(path);
      while (iterator.hasNext()) {
        statuses.add(iterator.next());
      }
      return statuses;
    }

    private static String[] hosts(FileSystem fs, FileStatus file) throws IOException {
      if ("file".equals(fs.getUri().getScheme())) {
        return PreferredHosts.NONE;
      }
      BlockLocation[] blocks =
          file instanceof LocatedFileStatus located
              ? located.getBlockLocations()
              : fs.getFileBlockLocations(file, 0, file.getLen());
      PreferredHosts hosts = new PreferredHosts();
      if (blocks != null) {
        for (BlockLocation block : blocks) {
          hosts.add(block.getHosts(), block.getLength());
        }
      }
      return hosts.best();
    }
  }

  /** The result of one listing call. */
  private record Folder(List<Leaf> files, List<Path> subfolders) {}
}
