package io.github.jellybridge.jelly.split;

import io.github.jellybridge.jelly.JellyParseException;
import io.github.jellybridge.jelly.decode.RowReader;
import io.github.jellybridge.jelly.decode.V1RowReader;
import io.github.jellybridge.jelly.wire.RowHeader;
import io.github.jellybridge.jelly.wire.WireReader;

/** Walks over rows without a look into statements; subclasses know what entries are for. */
abstract class RowSkipper {
  final WireReader in;
  final V1RowReader rows;
  private final int statementKind;
  private long statements;

  RowSkipper(WireReader in, V1RowReader rows) {
    this.in = in;
    this.rows = rows;
    this.statementKind = rows.statementKind;
  }

  /** Returns how many statements were passed. */
  final long statements() {
    return statements;
  }

  /** Reads an entry of the name lookup. */
  abstract void name(int from, int to, int at) throws JellyParseException;

  /** Reads any row but a statement, a namespace declaration or one that was found to be a name. */
  abstract void row(int kind, int from, int to, int at) throws JellyParseException;

  /**
   * Walks over the rows that start before {@code to}, and leaves {@code in.pos} behind them, or at
   * a row that is not all at hand.
   *
   * @param end the end of the frame, or of the bytes at hand if that comes first
   * @param whole whether end is the end of the frame
   */
  final void skip(int to, int end, boolean whole) throws JellyParseException {
    byte[] d = in.data;
    int pos = in.pos;
    long row = in.row;
    long n = 0;
    boolean allowed = rows.statementAllowed();
    while (pos < to) {
      // Tag, length, kind, length: of a row with one field. Reads at most Input.SLACK bytes past
      // the end, which next > end then finds out.
      int head = (int) RowHeader.INTS.get(d, pos);
      int length = head >> 8 & 0xff;
      int body = pos + 4;
      int next = pos + 2 + length;
      int kind = (head & 0x8080ff) == RowReader.ROW && head >>> 24 == length - 2 ? head >> 16 : 0;
      if ((head & 0xff) == RowReader.ROW && length > 127 && d[pos + 2] >= 0) {
        // Two bytes of length: statements with text.
        next = pos + 3 + ((length & 0x7f) | d[pos + 2] << 7);
        int bodyLength = d[pos + 4];
        body = pos + 5;
        if (bodyLength < 0) {
          bodyLength = (bodyLength & 0x7f) | d[pos + 5] << 7;
          body = pos + 6;
        }
        kind = bodyLength >= 0 && body + bodyLength == next ? d[pos + 3] : 0;
      }
      kind &= 0xff;
      if (kind == statementKind && allowed && next <= end) {
        n++;
        row++;
        pos = next;
      } else if (kind == RowReader.NAME && next <= end) {
        in.row = ++row;
        name(body, next, pos);
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

  /** Passes any field of a frame; returns false if it is not all at hand. */
  private boolean other(int at, int end, boolean whole) throws JellyParseException {
    int kind = rows.findRow(at, end, whole);
    if (kind < 0) {
      return false;
    }
    int next = in.next;
    if (kind == statementKind && rows.statementAllowed()) {
      statements++;
    } else if (kind == RowReader.NAMESPACE) {
      rows.checkNamespaceAllowed(at);
    } else if (kind > 0) {
      row(kind, in.bodyStart, in.bodyEnd, at);
    }
    in.pos = next;
    return true;
  }
}
