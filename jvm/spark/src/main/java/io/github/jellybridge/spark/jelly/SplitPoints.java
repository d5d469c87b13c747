package io.github.jellybridge.spark.jelly;

import io.github.jellybridge.files.ColonNames;
import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.jelly.split.CheckpointIndex;
import io.github.jellybridge.jelly.split.SplitIndexFile;
import io.github.jellybridge.jelly.split.SplitIndexer;
import io.github.jellybridge.jelly.split.SplitPoint;
import io.github.jellybridge.jelly.statistics.PartStatistics;
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
   * What a file of our writer says at its end.
   *
   * @param checkpoints its checkpoints
   * @param statistics the statistics of its parts; empty unless all parts have some
   */
  record FileParts(List<SplitPoint> checkpoints, List<PartStatistics> statistics) {
    static final FileParts NONE = new FileParts(List.of(), List.of());
  }

  /** Parts by file, released before memory runs out. */
  private static final class KnownParts extends LruCache<Version, SoftReference<FileParts>> {
    private static final long serialVersionUID = 1L;

    KnownParts() {
      super(REMEMBERED);
    }
  }

  private static final KnownParts PARTS = new KnownParts();

  /** Split points by file, released before memory runs out: an index may take 128 MiB. */
  private static final class Known extends LruCache<Version, SoftReference<List<SplitPoint>>> {
    private static final long serialVersionUID = 1L;

    Known() {
      super(REMEMBERED);
    }
  }

  private static final Known INDEXES = new Known();

  private SplitPoints() {}

  private static Optional<List<SplitPoint>> remembered(Known known, FileEntry file) {
    synchronized (known) {
      return Optional.ofNullable(known.get(Version.of(file))).map(SoftReference::get);
    }
  }

  private static List<SplitPoint> remember(Known known, FileEntry file, List<SplitPoint> points) {
    synchronized (known) {
      known.put(Version.of(file), new SoftReference<>(points));
    }
    return points;
  }

  /** Forgets all indexes that were made by walking over files. */
  static void forget() {
    synchronized (INDEXES) {
      INDEXES.clear();
    }
  }

  /** Remembers the index of a file that was created elsewhere. */
  static void keep(FileEntry file, List<SplitPoint> points) {
    remember(INDEXES, file, points);
  }

  /** Returns the parts of a file; none if the file lists no parts, or they cannot be read. */
  static FileParts parts(FileEntry file, Configuration conf) {
    Version version = Version.of(file);
    synchronized (PARTS) {
      FileParts known =
          Optional.ofNullable(PARTS.get(version)).map(SoftReference::get).orElse(null);
      if (known != null) {
        return known;
      }
    }
    FileParts found = readParts(file, conf);
    synchronized (PARTS) {
      PARTS.put(version, new SoftReference<>(found));
    }
    return found;
  }

  /** Returns the checkpoints of a file, if it has some that can be read. */
  static List<SplitPoint> checkpoints(FileEntry file, Configuration conf) {
    return parts(file, conf).checkpoints();
  }

  private static FileParts readParts(FileEntry file, Configuration conf) {
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
              points, matching(points, CheckpointIndex.statistics(tail, content.length())))
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
    Optional<List<SplitPoint>> known = remembered(INDEXES, file);
    if (known.isPresent()) {
      return known;
    }
    Optional<List<SplitPoint>> found = readIndex(file, conf);
    found.ifPresent(points -> remember(INDEXES, file, points));
    return found;
  }

  private static Optional<List<SplitPoint>> readIndex(FileEntry file, Configuration conf) {
    if (ColonNames.has(file.hadoopPath())) {
      return Optional.empty();
    }
    Path path = new Path(file.hadoopPath().getParent(), SplitIndexFile.name(file.name()));
    try {
      FileSystem system = path.getFileSystem(conf);
      try (FSDataInputStream in = system.open(path)) {
        byte[] bytes = in.readNBytes((int) Math.min(MAX_INDEX_BYTES, file.length()));
        return SplitIndexFile.read(bytes, file.length(), file.modificationTime());
      }
    } catch (FileNotFoundException e) {
      return Optional.empty();
    } catch (IOException | FSError e) {
      LOG.warn("The index {} cannot be read: {}", path, e.toString());
      return Optional.empty();
    }
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
