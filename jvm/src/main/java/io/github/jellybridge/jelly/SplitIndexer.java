package io.github.jellybridge.jelly;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
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
  /** How long before a place statements are read, in bytes. */
  private static final int WINDOW = 1 << 18;

  /** How long behind a place what is missing may turn up, in bytes. */
  private static final int PATIENCE = 1 << 22;

  private final JellyReader reader;
  private final long every;
  private final boolean everything;
  private final List<SplitPoint> points = new ArrayList<>();
  private Input in;
  private V1RowReader rows;
  private long statements;
  private long target;
  private boolean reading;
  private boolean tooFar;

  private SplitIndexer(JellyReader reader, long every, boolean everything) {
    this.reader = reader;
    this.every = every;
    this.everything = everything;
    this.target = every;
  }

  /** A file that can be opened more than once. */
  public interface Source {
    /** Opens the file, decompressed, at its first byte. */
    InputStream open() throws IOException;
  }

  /**
   * Walks over a file.
   *
   * @param source the file
   * @param file its name
   * @param options how it will be read; limits and strictness matter
   * @param every how far apart the places should be, in bytes
   * @return places of the file in order; none for files without frames or of the 1.0.0 draft. If
   *     the file is malformed, the places before that: reading it will tell.
   * @throws IOException if the file cannot be read
   */
  public static List<SplitPoint> index(
      Source source, String file, JellyReadOptions options, long every) throws IOException {
    if (every < 1) {
      throw new IllegalArgumentException("a distance of " + every + " bytes between places");
    }
    JellyReadOptions all =
        options.toBuilder()
            .blankNodes(BlankNodes.PRESERVE)
            .columns(JellyReadOptions.ALL)
            .wholeFrames(false)
            .build();
    List<SplitPoint> points = walk(source, file, all, every, false);
    return points != null ? points : walk(source, file, all, every, true);
  }

  /** Walks once; returns null if the statements between the places have to be read as well. */
  private static List<SplitPoint> walk(
      Source source, String file, JellyReadOptions options, long every, boolean everything)
      throws IOException {
    try (JellyReader reader = JellyReader.open(source.open(), file, options)) {
      SplitIndexer indexer = new SplitIndexer(reader, every, everything);
      try {
        return indexer.walk() ? indexer.points : null;
      } catch (JellyParseException e) {
        return indexer.points;
      }
    }
  }

  private boolean walk() throws IOException {
    StreamHeader header = reader.header();
    if (!header.delimited() || header.layout() != Layout.V1) {
      return true;
    }
    if (header.options().physicalType() == PhysicalType.GRAPHS && !everything) {
      return false;
    }
    in = reader.in;
    rows = (V1RowReader) reader.rows;
    reading = everything;
    while (reader.inFrame || nextFrame()) {
      if (tooFar) {
        return false;
      }
      boolean whole = reader.frameAtHand();
      int end = reader.endAtHand();
      rows(end, whole);
      if (in.pos >= end && whole) {
        reader.endFrame();
      } else {
        reader.refillForRow();
      }
    }
    return true;
  }

  /** Starts the next frame, and notes the place before it if it is one. */
  private boolean nextFrame() throws IOException {
    if (!reader.startFrame(false)) {
      return false;
    }
    if (reader.frameStart < target) {
      return true;
    }
    StreamState state =
        reading && rows.knowsTerms() ? Prologue.of(reader.opening.toByteArray(), rows) : null;
    if (state != null) {
      points.add(new SplitPoint(reader.frameStart, in.frame, statements, state));
      target = reader.frameStart + every;
      reading = everything;
    } else {
      tooFar = !everything && reader.frameStart > target + Math.min(PATIENCE, every / 2);
    }
    return true;
  }

  /** Walks over rows up to an end, or to a row that is not all at hand. */
  private void rows(int end, boolean whole) throws JellyParseException {
    int statement = rows.statementKind;
    long window = target - WINDOW - in.base;
    int readFrom = (int) Math.max(0, Math.min(window, Integer.MAX_VALUE));
    while (in.pos < end) {
      int at = in.pos;
      int kind = rows.findRow(at, end, whole);
      if (kind < 0) {
        return;
      }
      int next = in.next;
      if (!reading && at >= readFrom) {
        reading = true;
        rows.forgetTerms();
      }
      if (kind == statement && rows.statementAllowed()) {
        statements++;
        if (reading) {
          rows.followStatement(in.bodyStart, in.bodyEnd);
        }
      } else if (kind == RowReader.NAMESPACE) {
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
      rows.row(RowReader.NAMESPACE, in.bodyStart, in.bodyEnd, at);
    } else if (reading) {
      rows.forgetTerms();
    }
  }
}
