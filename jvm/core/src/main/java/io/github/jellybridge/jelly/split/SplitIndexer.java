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
 * Finds places where the reading of a file may start that was written without checkpoints: one walk
 * over all rows that keeps the lookups and reads statements only near such a place.
 *
 * <p>What a statement repeats, and what the ids of its IRIs count on from, was mostly said a few
 * rows before. Near a place all statements are read until all of it is known; where that does not
 * happen soon (one prefix for a whole file, say), and for streams of graphs, the file is walked
 * again with all of its statements read.
 */
public final class SplitIndexer {
  /** How long before the end of a frame, where a place may be, statements are read, in bytes. */
  private static final int WINDOW = 1 << 13;

  /** How long behind a place what is missing may turn up, in bytes. */
  private static final int PATIENCE = 1 << 22;

  private static final long LEAST_DISTANCE = 1L << 20;
  private static final long GREATEST_DISTANCE = 16L << 20;

  /** Distances are such that a file has about this many places. */
  private static final int PLACES = 64;

  /** What the places of a file may take up in memory, and in a file, in bytes. */
  private static final long MAX_STATE_BYTES = 1L << 27;

  /** More threads than that do not walk over a file. */
  public static final int MAX_THREADS = 16;

  private final JellyReader reader;
  private long every;
  private final boolean everything;
  private final SplitPointList places;
  private final FrameReader frames;
  private WireReader in;
  private StreamRowDecoder rows;
  private StatementFollower follower;
  private RowSkipper skipper;

  /** Statements that were read; others are known to the skipper. */
  private long statements;

  /** Where the next place should be. */
  private long target;

  /** Whether what a next statement may refer to was followed up to here. */
  private boolean following = true;

  private boolean tooFar;

  private SplitIndexer(JellyReader reader, IndexedFile job, boolean everything) {
    this.reader = reader;
    this.frames = reader.frames;
    this.places = new SplitPointList(job.maxStateBytes());
    this.every = job.every();
    this.everything = everything;
    this.target = every;
  }

  /** A file that can be opened more than once, and by several threads if its length is known. */
  public interface Source {
    /** Opens the file, decompressed, at its first byte. */
    InputStream open() throws IOException;

    /**
     * Opens the file at a byte. Those before it are read, unless somebody knows better.
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
     * Returns the length of the file in bytes if opening it in the middle costs no more than at its
     * start; -1, the default, if it does, or if the length is not known.
     */
    default long length() {
      return -1;
    }
  }

  /**
   * Returns how far apart the places of a file should be, in bytes.
   *
   * @param length the length in bytes of the file
   */
  public static long distance(long length) {
    return Math.min(GREATEST_DISTANCE, Math.max(LEAST_DISTANCE, length / PLACES));
  }

  /**
   * Walks over a file.
   *
   * @param source the file
   * @param file its name
   * @param options how it will be read; limits and strictness matter
   * @param every how far apart the places should be, in bytes
   * @param threads how many threads may walk, if the source has a length; as many as there are
   *     cores for a file on this machine, up to {@link #MAX_THREADS} where reading is mostly
   *     waiting
   * @return places of the file in order; none for files without frames or of the 1.0.0 draft. If
   *     the file is malformed, the places before that: reading it will tell.
   * @throws IOException if the file cannot be read
   */
  public static List<SplitPoint> index(
      Source source, String file, JellyReadOptions options, long every, int threads)
      throws IOException {
    return places(job(source, file, options, every), threads, true);
  }

  /**
   * Walks over a file like {@link #index}, but refuses one that is malformed, as far as a walk can
   * tell.
   *
   * @throws JellyParseException if the file is malformed
   * @throws IOException if the file cannot be read
   */
  public static List<SplitPoint> indexStrictly(
      Source source, String file, JellyReadOptions options, long every, int threads)
      throws IOException {
    return places(job(source, file, options, every), threads, false);
  }

  private static IndexedFile job(Source source, String file, JellyReadOptions options, long every) {
    return new IndexedFile(source, file, options, every, MAX_STATE_BYTES);
  }

  /** Walks over a file; places get rarer when they take up too many bytes. */
  static List<SplitPoint> places(IndexedFile asked, int threads, boolean tolerant)
      throws IOException {
    if (asked.every() < 1) {
      throw new IllegalArgumentException("a distance of " + asked.every() + " bytes");
    }
    IndexedFile job = asked.forWalk();
    // Segments are told the prefix that the opening ends with, so none may start in it.
    List<SplitPoint> found = job.every() < WINDOW ? null : SegmentIndexer.index(job, threads);
    if (found != null) {
      return found;
    }
    for (boolean everything : new boolean[] {false, true}) {
      try (JellyReader reader = job.reader()) {
        SplitIndexer indexer = new SplitIndexer(reader, job, everything);
        if (indexer.walk(tolerant)) {
          return indexer.places.points();
        }
      }
    }
    throw new AssertionError("a walk that reads everything knows everything");
  }

  /** Tells whether reading such a file can start in its middle. */
  static boolean hasPlaces(StreamHeader header) {
    return header.delimited() && header.layout() == Layout.V1;
  }

  /** Returns the prefix id that the first bytes of a file end with; an unknown one if it is not. */
  static int prefixOfOpening(JellyReader reader, IndexedFile job) throws IOException {
    SplitIndexer indexer = new SplitIndexer(reader, job, false);
    indexer.target = Long.MAX_VALUE;
    indexer.start();
    indexer.walkTo(WINDOW);
    return indexer.rows.state.lastPrefix;
  }

  /**
   * Finds the first place behind the start of a part of a file whose lookups are known.
   *
   * @param statement the number of the first statement of the part
   * @return null if there is none, or none near
   */
  static SplitPoint placeBehind(JellyReader reader, IndexedFile job, long statement)
      throws IOException {
    reader.header();
    SplitIndexer indexer = new SplitIndexer(reader, job.forOnePlace(), false);
    indexer.start();
    // Nothing is known of the terms before; those at the end of a large frame are enough.
    indexer.following = false;
    indexer.statements = statement;
    indexer.target = reader.in.fileOffset(reader.in.pos) + 1;
    List<SplitPoint> points = indexer.places.points();
    while (points.isEmpty() && indexer.walkOn()) {
      // Until there is one.
    }
    return points.isEmpty() ? null : points.get(0);
  }

  /** Walks once; returns false if the statements between the places have to be read as well. */
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
    if (!hasPlaces(header)) {
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

  /** Walks until a frame starts at a byte or behind it, or to the end. */
  private void walkTo(long end) throws IOException {
    while (frames.start < end && walkOn()) {
      // On.
    }
  }

  /** Walks over what is at hand of a frame; returns false if there is none, or no hope. */
  private boolean walkOn() throws IOException {
    if (!frames.inFrame && !nextFrame() || tooFar) {
      return false;
    }
    boolean whole = frames.frameAtHand();
    int end = frames.endAtHand();
    rows(end, whole);
    if (in.pos >= end && whole) {
      frames.endFrame();
    } else {
      frames.refillForRow();
    }
    return true;
  }

  /** Starts the next frame, and notes the place before it if it is one. */
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
      every *= places.add(new SplitPoint(frames.start, in.frame, before, state));
      target = frames.start + every;
    } else {
      tooFar = !everything && frames.start > target + Math.min(PATIENCE, every / 2);
    }
    return true;
  }

  /** Walks over rows up to an end, or to a row that is not all at hand. */
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

  /** Returns from where on the statements of the frame are read. */
  private int followFrom() {
    boolean opening = frames.start < WINDOW;
    // A place can only be behind the frame.
    boolean nearPlace = frames.end >= target;
    if (everything || opening || nearPlace && following) {
      return 0;
    }
    long from = nearPlace ? frames.end - WINDOW - in.base : Integer.MAX_VALUE;
    return (int) Math.max(0, Math.min(from, Integer.MAX_VALUE));
  }

  /** Reads rows up to an end, or to a row that is not all at hand. */
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

  /** Follows the IRI of a namespace declaration, which counts on from the one before. */
  private void namespace(int at) throws JellyParseException {
    if (everything) {
      rows.row(RowKind.NAMESPACE, in.bodyStart, in.bodyEnd, at);
    } else {
      rows.namespaces.checkAllowed(at);
      follower.forgetTerms();
    }
  }
}
