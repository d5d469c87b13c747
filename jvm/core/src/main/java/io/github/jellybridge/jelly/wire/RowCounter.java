package io.github.jellybridge.jelly.wire;

import io.github.jellybridge.jelly.JellyParseException;
import io.github.jellybridge.jelly.decode.StreamRowDecoder;

/** Counts statement rows by their headers, without reading their terms. */
public final class RowCounter {
  private final WireReader in;
  private final StreamRowDecoder rows;
  private long statements;

  public RowCounter(StreamRowDecoder rows) {
    this.in = rows.in;
    this.rows = rows;
  }

  public long statements() {
    return statements;
  }

  /** Returns a counter of whole frames for the same stream. */
  public FrameCounter frames(long maxFrameBytes) {
    return new FrameCounter(in, rows.t.stream.physicalType(), rows.statementKind, maxFrameBytes);
  }

  /**
   * Counts the rows from {@code in.pos} to end.
   *
   * @param whole whether end is the end of the frame; if not, {@code in.pos} is left at a cut row
   */
  public void count(int end, boolean whole) throws JellyParseException {
    byte[] d = in.data;
    int statementKind = rows.statementKind;
    int pos = in.pos;
    long row = in.row;
    long n = 0;
    boolean allowed = rows.statementAllowed();
    long mostBytes = rows.header.maxRowBytes;
    while (pos < end) {
      long header = FastRowHeader.read(d, pos);
      int size = FastRowHeader.size(header);
      int kind = FastRowHeader.kind(header);
      boolean isStatement = kind == statementKind && allowed;
      if ((isStatement || RowKind.isEntry(kind))
          && FastRowHeader.isUsual(header)
          && size <= end - pos
          && size <= mostBytes) {
        n += isStatement ? 1 : 0;
        row++;
        pos += size;
      } else {
        in.row = row;
        int next = other(pos, end, whole);
        if (next < 0) {
          break;
        }
        row = in.row;
        pos = next;
        allowed = rows.statementAllowed();
      }
    }
    statements += n;
    in.pos = pos;
    in.row = row;
  }

  /** Skips any field of a frame; returns its end, or -1 if it is only partly buffered. */
  private int other(int at, int end, boolean whole) throws JellyParseException {
    int kind = rows.header.read(at, end, whole);
    if (kind < 0) {
      return -1;
    }
    int next = in.next;
    int from = in.bodyStart;
    int to = in.bodyEnd;
    rows.order.enter(kind, at);
    switch (kind) {
      case RowKind.OPTIONS -> rows.options(from, to, at);
      case RowKind.NAMESPACE -> rows.namespaces.checkAllowed(at);
      case RowKind.TRIPLE, RowKind.QUAD -> statements++;
      case RowKind.GRAPH_START, RowKind.GRAPH_END -> {
        // Checked by enter().
      }
      case 0, RowKind.NAME, RowKind.PREFIX, RowKind.DATATYPE -> {
        // Fields other than rows, and lookup entries.
      }
      default -> throw RowHeader.unknownKind(in, kind, at);
    }
    return next;
  }
}
