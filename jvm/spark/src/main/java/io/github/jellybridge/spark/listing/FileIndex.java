package io.github.jellybridge.spark.listing;

import io.github.jellybridge.files.LeafFiles;
import io.github.jellybridge.files.PreferredHosts;
import io.github.jellybridge.spark.options.FileOptions;
import io.github.jellybridge.spark.options.SessionSettings;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.GlobFilter;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathFilter;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * The files of a table and the values of its partition columns, found by listing folders once.
 *
 * <p>Returns what Spark's own file sources return for the same paths and options, with two
 * differences. Times in {@code modifiedBefore}/{@code modifiedAfter} are in the session's time
 * zone, as Spark documents. And files that Spark would silently skip, because they are beside
 * partition folders or because their own name is hidden, are an error.
 */
public final class FileIndex {
  private final List<FileEntry> files;
  private final StructType partitionSchema;

  private FileIndex(List<FileEntry> files, StructType partitionSchema) {
    this.files = List.copyOf(files);
    this.partitionSchema = partitionSchema;
  }

  /**
   * Lists the files of a table.
   *
   * @param options paths and filters
   * @param session settings for partition columns
   * @param conf Hadoop's configuration, see {@link SessionSettings#hadoopConf}
   * @param dataSchema columns of the data; a partition column must not have the name of one of them
   * @param hints declared facts about the partition columns
   * @throws org.apache.spark.sql.AnalysisException (unchecked) {@code PATH_NOT_FOUND} when a path
   *     does not exist or a glob matches nothing
   * @throws IllegalArgumentException when there is no path or the folders contradict each other
   * @throws java.io.UncheckedIOException when listing fails
   */
  public static FileIndex list(
      FileOptions options,
      SessionSettings session,
      Configuration conf,
      StructType dataSchema,
      PartitionHints hints) {
    RootPaths roots = RootPaths.resolve(options, conf);
    LeafFiles leaves = LeafFiles.list(roots.paths(), conf, options.ignoreMissingFiles());
    Accept accept = new Accept(options);
    PartitionSpec partitions =
        options.recursiveFileLookup()
            ? PartitionSpec.NONE
            : PartitionSpec.infer(
                leaves.folders(), roots.basePaths(options.basePath(), leaves), session, hints);
    checkNames(partitions.schema(), dataSchema);

    List<FileEntry> files = new ArrayList<>();
    if (!partitions.schema().isEmpty()) {
      partitioned(leaves, accept, partitions, files);
    } else if (options.recursiveFileLookup()) {
      leaves.files().forEach(leaf -> accept.addTo(files, leaf, PartitionSpec.NO_VALUES));
    } else {
      for (Path root : roots.paths()) {
        for (LeafFiles.Leaf leaf : leaves.directlyIn(root)) {
          accept.addTo(files, leaf, PartitionSpec.NO_VALUES);
        }
      }
    }
    return new FileIndex(files, partitions.schema());
  }

  /**
   * Returns the entry of a file that an earlier listing found, without looking it up again.
   *
   * @param partitionSchema the partition columns of that listing
   * @throws IllegalArgumentException if the path has no folder for one of them
   */
  public static FileEntry restore(
      String path,
      long length,
      long modificationTime,
      StructType partitionSchema,
      SessionSettings session) {
    Object[] values =
        partitionSchema.isEmpty()
            ? PartitionSpec.NO_VALUES
            : PartitionSpec.valuesOf(new Path(path).getParent(), partitionSchema, session);
    return new FileEntry(path, length, modificationTime, values, PreferredHosts.NONE);
  }

  /** Returns the filters of these options on single files: on path and time of modification. */
  public static BiPredicate<Path, Long> filter(FileOptions options) {
    return new Accept(options)::test;
  }

  private static void partitioned(
      LeafFiles leaves, Accept accept, PartitionSpec partitions, List<FileEntry> files) {
    Map<Path, Integer> beside = new LinkedHashMap<>();
    for (LeafFiles.Leaf leaf : leaves.files()) {
      Object[] values = partitions.valuesOf(leaf.folder());
      if (values != null) {
        accept.addTo(files, leaf, values);
      } else if (accept.test(leaf.status())) {
        beside.merge(leaf.status().getPath(), 1, Integer::sum);
      }
    }
    if (!beside.isEmpty()) {
      throw new IllegalArgumentException(
          beside.size()
              + " file(s) lie beside the partition folders ("
              + String.join("/", partitions.schema().fieldNames())
              + "), for example "
              + beside.keySet().iterator().next()
              + ". Move them into a partition folder, leave them out with the option"
              + " 'pathGlobFilter', or set 'recursiveFileLookup' to read all files without"
              + " partition columns.");
    }
  }

  private static void checkNames(StructType partitionSchema, StructType dataSchema) {
    for (StructField partition : partitionSchema.fields()) {
      for (StructField data : dataSchema.fields()) {
        if (partition.name().equalsIgnoreCase(data.name())) {
          throw new IllegalArgumentException(
              "The partition folders '"
                  + partition.name()
                  + "=…' clash with the data column '"
                  + data.name()
                  + "'. Rename the folders, or set the option 'recursiveFileLookup' to read the"
                  + " files without partition columns.");
        }
      }
    }
  }

  /** Tells whether a path is a glob, which stands for all paths that match it. */
  public static boolean isGlob(String path) {
    return RootPaths.isGlob(new Path(path));
  }

  /** The files, in an order that depends on paths only. */
  public List<FileEntry> files() {
    return files;
  }

  /** The partition columns, outermost folder first; may be empty. */
  public StructType partitionSchema() {
    return partitionSchema;
  }

  /** The sum of the file sizes, in bytes. */
  public long totalBytes() {
    long total = 0;
    for (FileEntry file : files) {
      total += file.length();
    }
    return total;
  }

  /** The filters on single files: name and time of modification. */
  private static final class Accept {
    private final PathFilter glob;
    private final long afterMicros;
    private final long beforeMicros;
    private final boolean ignoreMissing;

    Accept(FileOptions options) {
      this.glob = options.pathGlobFilter() == null ? null : glob(options.pathGlobFilter());
      this.afterMicros = options.modifiedAfter().orElse(Long.MIN_VALUE);
      this.beforeMicros = options.modifiedBefore().orElse(Long.MAX_VALUE);
      this.ignoreMissing = options.ignoreMissingFiles();
    }

    private static PathFilter glob(String pattern) {
      try {
        return new GlobFilter(pattern);
      } catch (IOException e) {
        throw new IllegalArgumentException(
            "Option 'pathGlobFilter' must be a glob, but is '" + pattern + "'.", e);
      }
    }

    boolean test(FileStatus file) {
      return test(file.getPath(), file.getModificationTime());
    }

    boolean test(Path path, long modificationTime) {
      long micros = modificationTime * 1000;
      return micros > afterMicros && micros < beforeMicros && (glob == null || glob.accept(path));
    }

    /** Tells a file from a broken link. */
    private boolean isThere(FileStatus status) {
      if (status.isSymlink() && !ignoreMissing) {
        String message = status.getPath() + " is a link that leads to no file";
        throw new UncheckedIOException(
            message + " (option 'ignoreMissingFiles' skips it)",
            new FileNotFoundException(message));
      }
      return !status.isSymlink();
    }

    void addTo(List<FileEntry> files, LeafFiles.Leaf leaf, Object[] values) {
      FileStatus status = leaf.status();
      if (test(status) && isThere(status)) {
        files.add(
            new FileEntry(
                status.getPath().toString(),
                status.getLen(),
                status.getModificationTime(),
                values,
                leaf.hosts()));
      }
    }
  }
}
