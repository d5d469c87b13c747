package io.github.jellybridge.jelly.split;

import io.github.jellybridge.jelly.JellyParseException;
import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.jelly.StreamOptions;
import io.github.jellybridge.jelly.decode.FrameReader;
import io.github.jellybridge.jelly.decode.StreamRowDecoder;
import io.github.jellybridge.jelly.decode.V1RowDecoder;
import io.github.jellybridge.jelly.wire.FrameFinder;
import io.github.jellybridge.jelly.wire.RowKind;
import io.github.jellybridge.jelly.wire.WireReader;
import io.github.jellybridge.rdf.TermTable;
import java.io.IOException;

/** Walks over a segment of a file without knowing the bytes before it. */
final class SegmentWalker {
  /** Number of bytes to buffer at a time; small enough to stay in the core's cache. */
  private static final int PIECE = 1 << 18;

  private final WireReader in;
  private final StreamRowDecoder rows;
  private final RowSkipper skipper;
  private final long maxFrameBytes;
  private final LookupChanges names;
  private final LookupChanges prefixes;
  private final LookupChanges datatypes;

  private SegmentWalker(WireReader in, StreamRowDecoder rows, long maxFrameBytes) {
    this.in = in;
    this.rows = rows;
    this.skipper = new RowSkipper(rows, this::row);
    this.maxFrameBytes = maxFrameBytes;
    StreamOptions stream = rows.t.stream;
    names = new LookupChanges(in, "name", stream.maxNameTableSize());
    prefixes = new LookupChanges(in, "prefix", stream.maxPrefixTableSize());
    datatypes = new LookupChanges(in, "datatype", stream.maxDatatypeTableSize());
  }

  /**
   * Walks over the frames of a segment: from the first frame that {@link FrameFinder} finds after
   * the first byte to the first one that it finds after {@code to}.
   *
   * @param in the bytes from the segment's first one on
   * @param first whether this is the first segment, which starts with a frame
   * @param to the nominal start of the next segment; {@link Long#MAX_VALUE} for the last segment
   * @return null if no frame was found
   * @throws JellyParseException if the segment cannot be part of a valid file
   */
  static Segment walk(
      WireReader in, StreamOptions stream, JellyReadOptions options, boolean first, long to)
      throws IOException {
    if (!first && !new FrameFinder(in).find()) {
      return null;
    }
    V1RowDecoder rows = new V1RowDecoder(in, new TermTable(), stream, options);
    return new SegmentWalker(in, rows.strict, options.maxFrameBytes()).walk(to);
  }

  private Segment walk(long to) throws IOException {
    long start = in.fileOffset(in.pos);
    walkTo(to);
    if (to != Long.MAX_VALUE) {
      int reached = in.pos;
      in.pos = (int) Math.min(in.limit, to - in.base);
      if (!new FrameFinder(in).find()) {
        return null;
      }
      long end = in.fileOffset(in.pos);
      in.pos = reached;
      walkTo(end);
    }
    return new Segment(
        start,
        in.fileOffset(in.pos),
        in.frame,
        skipper.statements(),
        names.summary(in.data),
        prefixes.summary(in.data),
        datatypes.summary(in.data));
  }

  private void walkTo(long to) throws IOException {
    while (nextFrame(to)) {
      in.frame++;
    }
  }

  /** Walks over a frame, if one starts before {@code to}. */
  private boolean nextFrame(long to) throws IOException {
    if (in.limit - in.pos < FrameReader.MAX_VARINT) {
      in.buffer(PIECE);
    }
    if (in.pos == in.limit || in.fileOffset(in.pos) >= to) {
      return false;
    }
    int at = in.pos;
    long length = in.varint(at, in.limit);
    int body = in.next;
    if (length < 0 || length > maxFrameBytes) {
      throw in.error(at, "a frame of at most " + maxFrameBytes + " bytes", "a longer one");
    }
    if (in.limit - body < length) {
      in.buffer(Math.max(PIECE, (int) length + body - at));
      if (in.limit - body < length) {
        throw in.error(at, "a frame of " + length + " bytes", "the end of the file");
      }
    }
    in.pos = body;
    in.row = -1;
    int end = body + (int) length;
    skipper.skip(end, end, true);
    return true;
  }

  private void row(int kind, int from, int to, int at) throws JellyParseException {
    switch (kind) {
      case RowKind.NAME -> entry(names, from, to, at);
      case RowKind.PREFIX -> entry(prefixes, from, to, at);
      case RowKind.DATATYPE -> entry(datatypes, from, to, at);
      default -> rows.row(kind, from, to, at);
    }
  }

  private void entry(LookupChanges changes, int from, int to, int at) throws JellyParseException {
    int id = rows.entries.read(from, to, "lookup");
    changes.set(id, in.bodyStart, in.bodyEnd, at);
  }
}
