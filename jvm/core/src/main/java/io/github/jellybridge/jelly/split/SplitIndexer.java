package io.github.jellybridge.jelly.split;

import io.github.jellybridge.jelly.JellyParseException;
import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.jelly.JellyReader;
import io.github.jellybridge.jelly.Layout;
import io.github.jellybridge.jelly.PhysicalType;
import io.github.jellybridge.jelly.StreamHeader;
import io.github.jellybridge.jelly.decode.FrameReader;
import io.github.jellybridge.jelly.decode.StreamRowDecoder;
import io.github.jellybridge.jelly.decode.V1RowDecoder;
import io.github.jellybridge.jelly.encode.CheckpointWriter;
import io.github.jellybridge.jelly.wire.RowKind;
import io.github.jellybridge.jelly.wire.WireReader;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/**
 * Finds split points in a file that was written without checkpoints. One walk over all rows tracks
 * the lookups and decodes statements only near split points.
 *
 * <p>In the column layout, {@link ColumnIndexer} does all of this. In the 1.x layout, the terms
 * that a statement repeats, and the ids that its IRIs are relative to, usually occur in full a few
 * rows earlier. Near a split point all statements are decoded until all of these are known. If that
 * takes too long (for example with one prefix in the whole file), and for streams of graphs, a
 * second walk decodes all statements of the file.
 */
public final class SplitIndexer {
  /**
   * Statements are decoded in this many bytes before the end of a frame that may precede a split
   * point.
   */
  private static final int WINDOW = 1 << 13;

  /** How far after its target a split point may be, in bytes. */
  private static final int PATIENCE = 1 << 22;

  private static final long LEAST_DISTANCE = 1L << 20;
  private static final long GREATEST_DISTANCE = 16L << 20;

  /** A file gets about this number of split points. */
  private static final int PLACES = 64;

  /** Limit of the memory and storage of a file's split points, in bytes. */
  private static final long MAX_STATE_BYTES = 1L << 27;

  /** Maximum number of threads for one file. */
  public static final int MAX_THREADS = 16;

  private final JellyReader reader;
  private long every;
  private final boolean everything;
  private final SplitPointList found;
  private final FrameReader frames;
  private WireReader in;
  private StreamRowDecoder rows;
  private StatementFollower follower;
  private RowSkipper skipper;

  /** Number of decoded statements; the skipper counts the others. */
  private long statements;

  /** Desired offset of the next split point, in bytes. */
  private long target;

  /** Whether the terms that the next statement may refer to have been tracked. */
  private boolean following = true;

  private boolean tooFar;

  private SplitIndexer(JellyReader reader, IndexedFile job, boolean everything) {
    this.reader = reader;
    this.frames = reader.frames;
    this.found = new SplitPointList(job.maxStateBytes());
    this.every = job.every();
    this.everything = everything;
    this.target = every;
  }

  /** A file that can be opened several times, and by several threads if its length is known. */
  public interface Source {
    /** Opens the file, decompressed, at its first byte. */
    InputStream open() throws IOException;

    /**
     * Opens the file at a byte. The default implementation reads and discards the bytes before it.
     *
     * @param offset the 0-based number of the byte
     */
    default InputStream open(long offset) throws IOException {
      InputStream in = open();
      try {
        in.skipNBytes(offset);
      } catch (IOException | RuntimeException e) {
        in.close();
        throw e;
      }
      return in;
    }

    /**
     * Returns the length of the file in bytes if opening it in the middle is as cheap as at its
     * start; -1, the default, if it is not, or if the length is unknown.
     */
    default long length() {
      return -1;
    }
  }

  /**
   * Returns the distance of the split points of a file, in bytes.
   *
   * @param length the length in bytes of the file
   */
  public static long distance(long length) {
    return Math.min(GREATEST_DISTANCE, Math.max(LEAST_DISTANCE, length / PLACES));
  }

  /**
   * Finds the split points of a file.
   *
   * @param source the file
   * @param file its name
   * @param options how it will be read; limits and strictness are used
   * @param every the distance of the split points, in bytes
   * @param threads how many threads may walk, if the source has a length: the number of cores for a
   *     local file, up to {@link #MAX_THREADS} where reading is mostly waiting
   * @return split points of the file in order; none for files without delimiters or of the 1.0.0
   *     draft. If the file is malformed, the split points before the error, which reading the file
   *     reports.
   * @throws IOException if the file cannot be read
   */
  public static List<SplitPoint> index(
      Source source, String file, JellyReadOptions options, long every, int threads)
      throws IOException {
    return splitPoints(job(source, file, options, every), threads, true);
  }

  /**
   * Finds the split points like {@link #index}, but rejects a file that the walk finds malformed.
   *
   * @throws JellyParseException if the file is malformed
   * @throws IOException if the file cannot be read
   */
  public static List<SplitPoint> indexStrictly(
      Source source, String file, JellyReadOptions options, long every, int threads)
      throws IOException {
    return splitPoints(job(source, file, options, every), threads, false);
  }

  private static IndexedFile job(Source source, String file, JellyReadOptions options, long every) {
    return new IndexedFile(source, file, options, every, MAX_STATE_BYTES);
  }

  /** Finds the split points of a file. Their distance grows if they would take too many bytes. */
  static List<SplitPoint> splitPoints(IndexedFile asked, int threads, boolean tolerant)
      throws IOException {
    if (asked.every() < 1) {
      throw new IllegalArgumentException("a distance of " + asked.every() + " bytes");
    }
    IndexedFile job = asked.forWalk();
    // Segments know only the last prefix of the opening, so none may start inside it.
    List<SplitPoint> found = job.every() < WINDOW ? null : SegmentIndexer.index(job, threads);
    if (found != null) {
      return found;
    }
    for (boolean everything : new boolean[] {false, true}) {
      try (JellyReader reader = job.reader()) {
        SplitIndexer indexer = new SplitIndexer(reader, job, everything);
        if (indexer.walk(tolerant)) {
          return indexer.found.points();
        }
      }
    }
    throw new AssertionError("a walk that reads everything knows everything");
  }

  /** Returns whether such a file can be read from its middle. */
  static boolean hasSplitPoints(StreamHeader header) {
    return header.delimited() && header.layout() != Layout.DRAFT;
  }

  /** Returns the prefix id at the end of the opening of a file, or an unknown one. */
  static int prefixOfOpening(JellyReader reader, IndexedFile job) throws IOException {
    SplitIndexer indexer = new SplitIndexer(reader, job, false);
    indexer.target = Long.MAX_VALUE;
    indexer.start();
    indexer.walkTo(WINDOW);
    return indexer.rows.state.lastPrefix;
  }

  /**
   * Finds the first split point after the start of a split whose lookups are known.
   *
   * @param statement the number of the first statement of the split
   * @return null if no split point is near
   */
  static SplitPoint pointAfter(JellyReader reader, IndexedFile job, long statement)
      throws IOException {
    reader.header();
    SplitIndexer indexer = new SplitIndexer(reader, job.forOnePoint(), false);
    indexer.start();
    // The terms before are unknown; those at the end of a large frame are enough.
    indexer.following = false;
    indexer.statements = statement;
    indexer.target = reader.in.fileOffset(reader.in.pos) + 1;
    List<SplitPoint> points = indexer.found.points();
    while (points.isEmpty() && indexer.walkOn()) {
      // Walk until the first split point.
    }
    return points.isEmpty() ? null : points.get(0);
  }

  /** Walks once; returns false if the statements between split points must be decoded as well. */
  private boolean walk(boolean tolerant) throws IOException {
    try {
      return walk();
    } catch (JellyParseException e) {
      if (tolerant) {
        return true;
      }
      throw e;
    }
  }

  private boolean walk() throws IOException {
    StreamHeader header = reader.header();
    if (!hasSplitPoints(header)) {
      return true;
    }
    if (header.layout() == Layout.COLUMNS) {
      new ColumnIndexer(reader, found, every).walk();
      return true;
    }
    if (header.options().physicalType() == PhysicalType.GRAPHS && !everything) {
      return false;
    }
    start();
    walkTo(Long.MAX_VALUE);
    return !tooFar;
  }

  private void start() {
    in = reader.in;
    V1RowDecoder decoder = (V1RowDecoder) frames.rows;
    rows = decoder.strict;
    follower = decoder.follower();
    skipper = new RowSkipper(rows, rows::row);
  }

  /** Walks until a frame starts at or after {@code end}, or to the end of the file. */
  private void walkTo(long end) throws IOException {
    while (frames.start < end && walkOn()) {
      // The condition does the work.
    }
  }

  /** Walks over the buffered part of a frame; returns false at the end or if terms stay unknown. */
  private boolean walkOn() throws IOException {
    if (!frames.inFrame && !nextFrame() || tooFar) {
      return false;
    }
    boolean whole = frames.isFrameBuffered();
    int end = frames.bufferedEnd();
    rows(end, whole);
    if (in.pos >= end && whole) {
      frames.endFrame();
    } else {
      frames.refillForRow();
    }
    return true;
  }

  /** Starts the next frame, and records the split point before it if one is due. */
  private boolean nextFrame() throws IOException {
    if (!frames.startFrame(false)) {
      return false;
    }
    if (frames.start < target) {
      return true;
    }
    StreamState state =
        following && follower.knowsTerms()
            ? CheckpointWriter.of(reader.headerReader.opening.toByteArray(), rows)
            : null;
    if (state != null) {
      long before = statements + skipper.statements();
      every *= found.add(new SplitPoint(frames.start, in.frame, before, state));
      target = frames.start + every;
    } else {
      tooFar = !everything && frames.start > target + Math.min(PATIENCE, every / 2);
    }
    return true;
  }

  /** Walks over rows up to an end, or to a row that is only partly buffered. */
  private void rows(int end, boolean whole) throws JellyParseException {
    int from = followFrom();
    if (in.pos < from) {
      following = false;
      skipper.skip(Math.min(from, end), end, whole);
    }
    if (in.pos >= from && in.pos < end) {
      if (!following) {
        following = true;
        follower.forgetTerms();
      }
      follow(end, whole);
    }
  }

  /** Returns the position in the chunk from which to decode the statements of the frame. */
  private int followFrom() {
    boolean opening = frames.start < WINDOW;
    // A split point can only be at the end of the frame.
    boolean nearPoint = frames.end >= target;
    if (everything || opening || nearPoint && following) {
      return 0;
    }
    long from = nearPoint ? frames.end - WINDOW - in.base : Integer.MAX_VALUE;
    return (int) Math.max(0, Math.min(from, Integer.MAX_VALUE));
  }

  /** Decodes rows up to an end, or to a row that is only partly buffered. */
  private void follow(int end, boolean whole) throws JellyParseException {
    while (in.pos < end) {
      int at = in.pos;
      int kind = rows.header.read(at, end, whole);
      if (kind < 0) {
        return;
      }
      int next = in.next;
      if (kind == rows.statementKind && rows.statementAllowed()) {
        statements++;
        follower.follow(in.bodyStart, in.bodyEnd);
      } else if (kind == RowKind.NAMESPACE) {
        namespace(at);
      } else if (kind > 0) {
        rows.row(kind, in.bodyStart, in.bodyEnd, at);
      }
      in.pos = next;
    }
  }

  /** Handles a namespace declaration, whose IRI is relative to the previous IRI. */
  private void namespace(int at) throws JellyParseException {
    if (everything) {
      rows.row(RowKind.NAMESPACE, in.bodyStart, in.bodyEnd, at);
    } else {
      rows.namespaces.checkAllowed(at);
      follower.forgetTerms();
    }
  }
}
