package io.github.jellybridge.jelly.split;

import io.github.jellybridge.jelly.JellyParseException;
import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.jelly.JellyReader;
import io.github.jellybridge.jelly.Layout;
import io.github.jellybridge.jelly.PhysicalType;
import io.github.jellybridge.jelly.StreamHeader;
import io.github.jellybridge.jelly.StreamOptions;
import io.github.jellybridge.jelly.encode.CheckpointWriter;
import io.github.jellybridge.jelly.wire.BufferPool;
import io.github.jellybridge.jelly.wire.FrameFinder;
import io.github.jellybridge.jelly.wire.ReadAhead;
import io.github.jellybridge.jelly.wire.WireReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Finds split points like {@link SplitIndexer}, but with several threads. Each thread walks over
 * segments of the file without knowing the bytes before them, and records the changes of the
 * lookups. Applied in order, these changes give the lookups at the start of each segment. From
 * there on, only a few rows are read again, until all terms that statements may refer to are known.
 *
 * <p>The starts of segments are guesses, but each guess is verified: a segment has to end where the
 * next one starts. If it does not, if the file is malformed, or if much of it would have to be read
 * again, one thread walks over the whole file instead.
 */
final class SegmentIndexer {
  /** Smallest number of segments for which the threads are worth their cost. */
  private static final int LEAST_SEGMENTS = 4;

  /**
   * Limit of the initial size of buffers, in bytes; larger segments enlarge them as they are read.
   */
  private static final long MAX_BUFFER = 1L << 26;

  /** Frames may take up to 1/FRAMES of a segment, as each segment ends with a whole frame. */
  private static final int FRAMES = 4;

  /** Number of segments per thread that may wait to be processed in order. */
  private static final int AHEAD = 2;

  /** Upper bound of the memory of a lookup entry besides its value, in bytes. */
  private static final int ENTRY_BYTES = 40;

  /** Number of bytes to read at a split point: usually one frame is enough. */
  private static final int PLACE_CHUNK = 1 << 16;

  private final IndexedFile job;
  private final JellyReadOptions smallFrames;
  private final long segments;
  private final Queue<byte[]> buffers = new ConcurrentLinkedQueue<>();
  private final Queue<BufferPool> memories = new ConcurrentLinkedQueue<>();
  private final Queue<Search> searches = new ArrayDeque<>();
  private final SplitPointList found;
  private ExecutorService pool;
  private int threads;

  /** Distance of split points, in segments. */
  private long step = 1;

  // The state at the start of the next segment.
  private LookupState names;
  private LookupState prefixes;
  private LookupState datatypes;
  private long offset;
  private long frame;
  private long statement;

  // The state after the start of the file.
  private byte[] opening;
  private StreamOptions stream;
  private int firstPrefix;

  private SegmentIndexer(IndexedFile job, int threads) {
    this.job = job;
    long small = Math.max(FrameFinder.FIRST_WINDOW, job.every() / FRAMES);
    long largest = Math.min(Math.min(FrameFinder.MAX_WINDOW, small), job.options().maxFrameBytes());
    this.smallFrames = job.options().toBuilder().maxFrameBytes(largest).build();
    this.threads = Math.min(threads, SplitIndexer.MAX_THREADS);
    this.segments = job.source().length() / job.every();
    this.found = new SplitPointList(job.maxStateBytes());
  }

  /**
   * Walks over a file.
   *
   * @param threads number of threads that walk concurrently
   * @return the split points, in order; null if one thread has to walk over the file instead
   * @throws IOException if the file cannot be read
   */
  static List<SplitPoint> index(IndexedFile job, int threads) throws IOException {
    SegmentIndexer indexer = new SegmentIndexer(job, threads);
    if (indexer.threads < 2 || indexer.segments < LEAST_SEGMENTS) {
      return null;
    }
    try {
      return indexer.open() && indexer.walk() ? indexer.found.points() : null;
    } catch (JellyParseException | EOFException e) {
      // The single-threaded walk reports the position.
      return null;
    }
  }

  /** Reads the start of the file; returns false if such a file cannot be split into segments. */
  private boolean open() throws IOException {
    try (JellyReader reader = job.reader()) {
      StreamHeader header = reader.header();
      if (!SplitIndexer.hasSplitPoints(header)
          || header.layout() == Layout.COLUMNS
          || header.options().physicalType() == PhysicalType.GRAPHS) {
        return false;
      }
      stream = header.options();
      opening = reader.headerReader.opening.toByteArray();
      firstPrefix = SplitIndexer.prefixOfOpening(reader, job);
    }
    names = new LookupState(stream.maxNameTableSize());
    prefixes = new LookupState(stream.maxPrefixTableSize());
    datatypes = new LookupState(stream.maxDatatypeTableSize());
    threads = (int) Math.min(threads, spareMemory() / memoryPerThread());
    return threads > 1;
  }

  private boolean walk() throws IOException {
    pool = Executors.newFixedThreadPool(threads, SegmentIndexer::thread);
    try {
      Queue<Future<Segment>> walks = new ArrayDeque<>();
      long started = 0;
      for (long i = 1; i <= segments; i++) {
        while (started < segments && walks.size() < AHEAD * threads) {
          long number = started++;
          walks.add(pool.submit(() -> segment(number)));
        }
        Segment segment = await(walks.remove());
        if (segment == null || segment.start() != offset || !take(segment)) {
          return false;
        }
        if (i < segments && i % step == 0) {
          startSearch();
        }
        if (!takePoints(i < segments ? AHEAD * threads : 0)) {
          return false;
        }
      }
      return true;
    } finally {
      pool.shutdownNow();
    }
  }

  /** Returns how much memory all threads together may use, in bytes. */
  private static long spareMemory() {
    return Runtime.getRuntime().maxMemory() / 4;
  }

  /** Returns the memory of one thread with its share of waiting segments, in bytes. */
  private long memoryPerThread() {
    long entries =
        (long) stream.maxNameTableSize()
            + stream.maxPrefixTableSize()
            + stream.maxDatatypeTableSize();
    return job.every()
        + smallFrames.maxFrameBytes()
        + FrameFinder.MAX_WINDOW
        + AHEAD * (job.every() + ENTRY_BYTES * entries);
  }

  /** Returns the usual memory of a segment with the frame that it ends with, in bytes. */
  private int bufferSize() {
    return (int) Math.min(MAX_BUFFER, job.every() + job.every() / 8 + (1 << 17));
  }

  private static Thread thread(Runnable task) {
    Thread thread = new Thread(task, "jelly-bridge-index");
    thread.setDaemon(true);
    return thread;
  }

  private Segment segment(long number) throws IOException {
    long from = number * job.every();
    long to = number == segments - 1 ? Long.MAX_VALUE : from + job.every();
    byte[] buffer = buffers.poll();
    try (InputStream bytes = job.source().open(from)) {
      WireReader in = new WireReader(bytes, job.file());
      in.base = from;
      in.data = buffer == null ? new byte[bufferSize()] : buffer;
      Segment segment = SegmentWalker.walk(in, stream, smallFrames, number == 0, to);
      buffers.add(in.data);
      return segment;
    }
  }

  private static <T> T await(Future<T> walk) throws IOException {
    try {
      return walk.get();
    } catch (InterruptedException e) {
      throw ReadAhead.interrupted(e, "indexing");
    } catch (ExecutionException e) {
      throw ReadAhead.failure(e.getCause());
    }
  }

  /** Advances to the end of a segment; returns false if that is impossible in a valid file. */
  private boolean take(Segment segment) {
    offset = segment.end();
    frame += segment.frames();
    statement += segment.statements();
    return names.apply(segment.names())
        && prefixes.apply(segment.prefixes())
        && datatypes.apply(segment.datatypes());
  }

  /** Starts to search for a split point near the start of the next segment. */
  private void startSearch() {
    StreamState state =
        CheckpointWriter.ofLookups(opening, names, prefixes, datatypes, firstPrefix);
    SplitPoint start = new SplitPoint(offset, frame, statement, state);
    boolean last = offset >= (segments - 1) * job.every();
    searches.add(new Search(pool.submit(() -> point(start)), last));
  }

  /** Collects the split points found; returns false if a required one is missing. */
  private boolean takePoints(int left) throws IOException {
    while (searches.size() > left) {
      Search search = searches.remove();
      SplitPoint point = await(search.point());
      if (point == null && !search.atEnd()) {
        return false;
      }
      step *= point == null ? 1 : found.add(point);
    }
    return true;
  }

  /**
   * A running search for a split point.
   *
   * @param atEnd whether the file may end before the next split point
   */
  private record Search(Future<SplitPoint> point, boolean atEnd) {}

  private SplitPoint point(SplitPoint start) throws IOException {
    BufferPool known = memories.poll();
    BufferPool memory = known == null ? new BufferPool() : known;
    JellyReadOptions options =
        job.options().toBuilder().chunkBytes(PLACE_CHUNK).readAhead(false).build();
    Split rest = new Split(start, null);
    try (JellyReader reader =
        JellyReader.open(job.source().open(start.offset()), job.file(), options, memory, rest)) {
      return SplitIndexer.pointAfter(reader, job, start.statement());
    } finally {
      memories.add(memory);
    }
  }
}
