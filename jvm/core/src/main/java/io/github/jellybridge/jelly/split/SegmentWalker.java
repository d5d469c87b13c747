package io.github.jellybridge.jelly.split;

import io.github.jellybridge.jelly.JellyParseException;
import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.jelly.StreamOptions;
import io.github.jellybridge.jelly.decode.FrameReader;
import io.github.jellybridge.jelly.decode.RowReader;
import io.github.jellybridge.jelly.decode.V1RowReader;
import io.github.jellybridge.jelly.wire.EntryReader;
import io.github.jellybridge.jelly.wire.FrameFinder;
import io.github.jellybridge.jelly.wire.WireReader;
import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.rdf.Utf8;
import java.io.IOException;

/** Walks over a part of a file without knowing what is before it. */
final class SegmentWalker extends RowSkipper {
  /** How many bytes to have at hand: what was read last is still in the core's cache. */
  private static final int PIECE = 1 << 18;

  private final long maxFrameBytes;
  private final LookupChanges names;
  private final LookupChanges prefixes;
  private final LookupChanges datatypes;

  private SegmentWalker(WireReader in, V1RowReader rows, long maxFrameBytes) {
    super(in, rows);
    this.maxFrameBytes = maxFrameBytes;
    StreamOptions stream = rows.stream;
    names = new LookupChanges(in, "name", stream.maxNameTableSize());
    prefixes = new LookupChanges(in, "prefix", stream.maxPrefixTableSize());
    datatypes = new LookupChanges(in, "datatype", stream.maxDatatypeTableSize());
  }

  /**
   * Walks over the frames of a segment: from the first that {@link FrameFinder} finds behind the
   * first byte to the first that it finds behind {@code to}.
   *
   * @param in the bytes from the segment's first one on
   * @param first whether this is the first segment, which starts with a frame
   * @param to where the next segment starts; {@link Long#MAX_VALUE} for the last one
   * @return null if a frame was not found
   * @throws JellyParseException if this is no part of a valid file, as far as one can tell
   */
  static Segment walk(
      WireReader in, StreamOptions stream, JellyReadOptions options, boolean first, long to)
      throws IOException {
    if (!first && !new FrameFinder(in).find()) {
      return null;
    }
    V1RowReader rows = new V1RowReader(in, new TermTable(), stream, options);
    return new SegmentWalker(in, rows, options.maxFrameBytes()).walk(to);
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
        statements(),
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
      in.atHand(PIECE);
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
      in.atHand(Math.max(PIECE, (int) length + body - at));
      if (in.limit - body < length) {
        throw in.error(at, "a frame of " + length + " bytes", "the end of the file");
      }
    }
    in.pos = body;
    in.row = -1;
    int end = body + (int) length;
    skip(end, end, true);
    return true;
  }

  @Override
  void name(int from, int to, int at) throws JellyParseException {
    byte[] d = in.data;
    long entry = EntryReader.usual(d, from, to);
    int value = (int) (entry >> 32);
    if (entry >= 0 && Utf8.firstInvalid(d, value, to) < 0) {
      names.set((int) entry, value, to, at);
    } else {
      entry(names, from, to, at);
    }
  }

  @Override
  void row(int kind, int from, int to, int at) throws JellyParseException {
    switch (kind) {
      case RowReader.NAME -> entry(names, from, to, at);
      case RowReader.PREFIX -> entry(prefixes, from, to, at);
      case RowReader.DATATYPE -> entry(datatypes, from, to, at);
      default -> rows.row(kind, from, to, at);
    }
  }

  private void entry(LookupChanges changes, int from, int to, int at) throws JellyParseException {
    int id = rows.readEntry(from, to);
    changes.set(id, in.bodyStart, in.bodyEnd, at);
  }
}
