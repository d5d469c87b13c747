package io.github.jellybridge.jelly.split;

import io.github.jellybridge.jelly.JellyParseException;
import io.github.jellybridge.jelly.decode.StreamRowDecoder;
import io.github.jellybridge.jelly.wire.FastRowHeader;
import io.github.jellybridge.jelly.wire.RowKind;
import io.github.jellybridge.jelly.wire.WireReader;

/** Skips statements without decoding them, and passes other rows to a consumer. */
final class RowSkipper {
  private final WireReader in;
  private final StreamRowDecoder rows;
  private final Rows others;
  private long statements;

  /** Consumes the rows that are not skipped. */
  @FunctionalInterface
  interface Rows {
    /** Reads any row except a statement or a namespace declaration. */
    void row(int kind, int from, int to, int at) throws JellyParseException;
  }

  RowSkipper(StreamRowDecoder rows, Rows others) {
    this.in = rows.in;
    this.rows = rows;
    this.others = others;
  }

  /** Returns the number of skipped statements. */
  long statements() {
    return statements;
  }

  /**
   * Skips the rows that start before {@code to}. Leaves {@code in.pos} after them, or at a row that
   * is only partly buffered.
   *
   * @param end the end of the frame, or of the buffered bytes if that comes first
   * @param whole whether end is the end of the frame
   */
  void skip(int to, int end, boolean whole) throws JellyParseException {
    byte[] d = in.data;
    int statementKind = rows.statementKind;
    int pos = in.pos;
    long row = in.row;
    long n = 0;
    boolean allowed = rows.statementAllowed();
    while (pos < to) {
      long header = FastRowHeader.read(d, pos);
      int next = pos + FastRowHeader.size(header);
      int kind = FastRowHeader.isUsual(header) && next <= end ? FastRowHeader.kind(header) : 0;
      if (kind == statementKind && allowed) {
        n++;
        row++;
        pos = next;
      } else if (kind == RowKind.NAME) {
        in.row = ++row;
        others.row(kind, pos + FastRowHeader.body(header), next, pos);
        pos = next;
      } else {
        in.row = row;
        if (!other(pos, end, whole)) {
          break;
        }
        row = in.row;
        pos = in.pos;
        allowed = rows.statementAllowed();
      }
    }
    statements += n;
    in.pos = pos;
    in.row = row;
  }

  /** Skips or passes on any field of a frame; returns false if it is only partly buffered. */
  private boolean other(int at, int end, boolean whole) throws JellyParseException {
    int kind = rows.header.read(at, end, whole);
    if (kind < 0) {
      return false;
    }
    int next = in.next;
    if (kind == rows.statementKind && rows.statementAllowed()) {
      statements++;
    } else if (kind == RowKind.NAMESPACE) {
      rows.namespaces.checkAllowed(at);
    } else if (kind > 0) {
      others.row(kind, in.bodyStart, in.bodyEnd, at);
    }
    in.pos = next;
    return true;
  }
}
