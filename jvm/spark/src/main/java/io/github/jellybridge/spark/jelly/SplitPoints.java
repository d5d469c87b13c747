package io.github.jellybridge.spark.jelly;

import io.github.jellybridge.files.ColonNames;
import io.github.jellybridge.files.Compression;
import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.jelly.split.CheckpointIndex;
import io.github.jellybridge.jelly.split.SplitIndexFile;
import io.github.jellybridge.jelly.split.SplitIndexer;
import io.github.jellybridge.jelly.split.SplitPoint;
import io.github.jellybridge.jelly.split.StatisticsIndexer;
import io.github.jellybridge.jelly.statistics.PartStatistics;
import io.github.jellybridge.jelly.wire.LimitedInputStream;
import io.github.jellybridge.spark.io.LruCache;
import io.github.jellybridge.spark.io.TaskInputStream;
import io.github.jellybridge.spark.listing.FileEntry;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.SoftReference;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the split points of a file: checkpoints listed at its end, an index file beside it, or
 * positions found by a walk over it. Remembers them as long as the file does not change and memory
 * suffices.
 */
final class SplitPoints {
  private static final Logger LOG = LoggerFactory.getLogger(SplitPoints.class);

  /**
   * A larger index is not read: it would be larger than the part of the file that it saves reading.
   */
  private static final long MAX_INDEX_BYTES = 1L << 28;

  private static final int REMEMBERED = 10_000;

  record Version(String path, long length, long modificationTime) {
    static Version of(FileEntry file) {
      return new Version(file.path(), file.length(), file.modificationTime());
    }
  }

  /**
   * The parts of a file, as the file says at its end or its index says.
   *
   * @param points the ends of its parts, except for the last one
   * @param statistics the statistics of its parts; empty unless all parts have some
   * @param blooms where their Bloom filters are
   */
  record FileParts(List<SplitPoint> points, List<PartStatistics> statistics, BloomFilters blooms) {
    static final FileParts NONE = new FileParts(List.of(), List.of(), null);

    /** Returns whether tasks may read some of the parts. */
    boolean mayBeCut(SplitMode mode) {
      boolean isOfIndex = !points.isEmpty() && points.get(0).state() != null;
      return mode == SplitMode.AUTO || mode == (isOfIndex ? SplitMode.INDEX : SplitMode.CHECKPOINT);
    }
  }

  /**
   * Where Bloom filters are.
   *
   * @param file the file itself, or its index
   * @param start the byte from which their offsets count
   */
  record BloomFilters(FileEntry file, long start) {}

  /**
   * An index file.
   *
   * @param file the index file
   * @param content its content
   */
  private record IndexFile(FileEntry file, SplitIndexFile.Content content) {}

  /**
   * Indexes and statistics of files, released before memory runs out: an index may take 128 MiB.
   */
  private static final class Known<T> extends LruCache<Version, SoftReference<T>> {
    private static final long serialVersionUID = 1L;

    Known() {
      super(REMEMBERED);
    }

    synchronized Optional<T> find(FileEntry file) {
      return Optional.ofNullable(get(Version.of(file))).map(SoftReference::get);
    }

    synchronized void remember(FileEntry file, T value) {
      put(Version.of(file), new SoftReference<>(value));
    }

    synchronized void forget() {
      clear();
    }
  }

  /** What files say at their ends. */
  private static final Known<FileParts> LISTED = new Known<>();

  private static final Known<IndexFile> INDEX_FILES = new Known<>();

  /** Split points found by walking over files. */
  private static final Known<List<SplitPoint>> WALKED = new Known<>();

  private SplitPoints() {}

  /** Forgets all indexes. */
  static void forget() {
    WALKED.forget();
    INDEX_FILES.forget();
  }

  /** Remembers the index of a file that was created by a walk. */
  static void keep(FileEntry file, List<SplitPoint> points) {
    WALKED.remember(file, points);
  }

  /**
   * Returns the parts of a file with their statistics: those that the file lists, or if it has
   * none, those of an index beside it.
   *
   * @param split how the file may be split; an index is used only where tasks may start at its
   *     split points
   */
  static FileParts parts(FileEntry file, SplitMode split, Configuration conf) {
    FileParts listed = listed(file, conf);
    boolean mayUseIndex = split == SplitMode.AUTO || split == SplitMode.INDEX;
    return listed.statistics.isEmpty() && mayUseIndex
        ? indexFile(file, conf).map(SplitPoints::parts).orElse(listed)
        : listed;
  }

  private static FileParts parts(IndexFile index) {
    SplitIndexFile.Content content = index.content;
    return new FileParts(
        content.points(),
        matching(content.points(), content.statistics()),
        new BloomFilters(index.file, content.blooms()));
  }

  /** Returns the checkpoints of a file, if it has some that can be read. */
  static List<SplitPoint> checkpoints(FileEntry file, Configuration conf) {
    return listed(file, conf).points;
  }

  private static FileParts listed(FileEntry file, Configuration conf) {
    Optional<FileParts> known = LISTED.find(file);
    if (known.isPresent()) {
      return known.get();
    }
    FileParts found = readList(file, conf);
    LISTED.remember(file, found);
    return found;
  }

  private static FileParts readList(FileEntry file, Configuration conf) {
    try (FileContent content = FileContent.open(file, conf)) {
      if (!content.isReadable()) {
        return FileParts.NONE;
      }
      ContentLayout.remember(file, content.layout());
      byte[] tail = content.tail(CheckpointIndex.TRAILER, CheckpointIndex.TAIL_BYTES);
      int length = CheckpointIndex.length(tail, content.length());
      if (length > tail.length && length <= MAX_INDEX_BYTES) {
        tail = content.tail(length, length);
      }
      List<SplitPoint> points = CheckpointIndex.read(tail, content.length());
      boolean usable = points.stream().allMatch(p -> content.layout().canStartAt(p.offset()));
      return usable
          ? new FileParts(
              points,
              matching(points, CheckpointIndex.statistics(tail, content.length())),
              new BloomFilters(file, 0))
          : FileParts.NONE;
    } catch (IOException | FSError e) {
      // The task that reads the file will fail with the cause, or skip the file.
      LOG.debug("No look at the end of {}", file.uri(), e);
      return FileParts.NONE;
    }
  }

  /** Returns the statistics if they are those of all parts between the checkpoints. */
  private static List<PartStatistics> matching(
      List<SplitPoint> points, List<PartStatistics> statistics) {
    long statements = 0;
    for (int i = 0; i < points.size() && i < statistics.size(); i++) {
      statements += statistics.get(i).statements();
      if (statements != points.get(i).statement()) {
        return List.of();
      }
    }
    return statistics.size() == points.size() + 1 ? statistics : List.of();
  }

  /** Returns the index of a file, if it is remembered or there is an index file beside it. */
  static Optional<List<SplitPoint>> index(FileEntry file, Configuration conf) {
    Optional<List<SplitPoint>> walked = WALKED.find(file);
    return walked.isPresent() ? walked : indexFile(file, conf).map(index -> index.content.points());
  }

  private static Optional<IndexFile> indexFile(FileEntry file, Configuration conf) {
    if (ColonNames.has(file.hadoopPath()) || Compression.of(file.name()) != Compression.NONE) {
      return Optional.empty();
    }
    Optional<IndexFile> known = INDEX_FILES.find(file);
    if (known.isPresent()) {
      return known;
    }
    Optional<IndexFile> found = readIndex(file, conf);
    found.ifPresent(index -> INDEX_FILES.remember(file, index));
    return found;
  }

  private static Optional<IndexFile> readIndex(FileEntry file, Configuration conf) {
    Path path = new Path(file.hadoopPath().getParent(), SplitIndexFile.name(file.name()));
    try {
      FileSystem system = path.getFileSystem(conf);
      FileStatus status = system.getFileStatus(path);
      FileEntry index =
          new FileEntry(
              path.toString(),
              status.getLen(),
              status.getModificationTime(),
              new Object[0],
              new String[0]);
      try (FSDataInputStream in = system.open(path)) {
        long most = Math.min(MAX_INDEX_BYTES, file.length());
        Optional<SplitIndexFile.Content> content =
            SplitIndexFile.read(
                new LimitedInputStream(in, most), file.length(), file.modificationTime());
        return content.isPresent()
            ? Optional.of(new IndexFile(index, checked(content.get(), file, conf)))
            : Optional.empty();
      }
    } catch (FileNotFoundException e) {
      return Optional.empty();
    } catch (IOException | FSError e) {
      LOG.warn("The index {} cannot be read: {}", path, e.toString());
      return Optional.empty();
    }
  }

  /** Returns an index without its statistics if they are those of another content of the file. */
  private static SplitIndexFile.Content checked(
      SplitIndexFile.Content index, FileEntry file, Configuration conf) throws IOException {
    return index.statistics().isEmpty()
            || StatisticsIndexer.checksum(new Source(file, conf)) == index.fileChecksum()
        ? index
        : SplitIndexFile.Content.of(index.points());
  }

  /**
   * Walks over a file, on the driver or in a task.
   *
   * @param threads number of threads to use
   */
  static List<SplitPoint> walk(
      FileEntry file, JellyReadOptions options, Configuration conf, int threads)
      throws IOException {
    return SplitIndexer.index(
        new Source(file, conf), file.uri(), options, SplitIndexer.distance(file.length()), threads);
  }

  private record Source(FileEntry file, Configuration conf) implements SplitIndexer.Source {
    @Override
    public InputStream open() throws IOException {
      return open(0);
    }

    @Override
    public InputStream open(long offset) throws IOException {
      return TaskInputStream.open(file.hadoopPath(), conf, offset);
    }

    @Override
    public long length() {
      return file.length();
    }
  }
}
