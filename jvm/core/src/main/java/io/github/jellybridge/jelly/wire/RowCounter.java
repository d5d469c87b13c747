package io.github.jellybridge.jelly.wire;

import io.github.jellybridge.jelly.JellyParseException;
import io.github.jellybridge.jelly.decode.RowReader;

/** Counts statement rows by their tags, without reading what is inside. */
public final class RowCounter {
  private final WireReader in;
  private final RowReader rows;
  private final int statementKind;
  private long statements;

  public RowCounter(WireReader in, RowReader rows) {
    this.in = in;
    this.rows = rows;
    this.statementKind = rows.statementKind;
  }

  public long statements() {
    return statements;
  }

  /**
   * Counts the rows from {@code in.pos} to end.
   *
   * @param whole whether end is the end of the frame; if not, {@code in.pos} is left at a cut row
   */
  public void count(int end, boolean whole) throws JellyParseException {
    byte[] d = in.data;
    int pos = in.pos;
    long row = in.row;
    long n = 0;
    boolean countable = rows.statementAllowed();
    long mostBytes = rows.finder.maxRowBytes;
    while (pos < end) {
      // Reads at most Input.SLACK bytes past the end, which next > end then finds out.
      int length = d[pos + 1];
      int body = pos + 2;
      if (length < 0) {
        length = (length & 0x7f) | d[pos + 2] << 7;
        body = pos + 3;
      }
      int next = body + length;
      int kind = d[body];
      int bodyLength = d[body + 1];
      int bodyStart = body + 2;
      if (bodyLength < 0) {
        bodyLength = (bodyLength & 0x7f) | d[body + 2] << 7;
        bodyStart = body + 3;
      }
      if (d[pos] != RowReader.ROW
          || length < 2
          || length > mostBytes
          || next > end
          || bodyLength < 0
          || bodyStart + bodyLength != next) {
        kind = 0;
      }
      if (kind == statementKind && countable) {
        n++;
        row++;
        pos = next;
      } else if (kind == RowReader.NAME || kind == RowReader.PREFIX || kind == RowReader.DATATYPE) {
        row++;
        pos = next;
      } else {
        in.row = row;
        next = other(pos, end, whole);
        if (next < 0) {
          break;
        }
        row = in.row;
        pos = next;
        countable = rows.statementAllowed();
      }
    }
    statements += n;
    in.pos = pos;
    in.row = row;
  }

  /** Handles any field of a frame; returns its end, or -1 if it is not all at hand. */
  private int other(int at, int end, boolean whole) throws JellyParseException {
    int kind = rows.findRow(at, end, whole);
    if (kind < 0) {
      return -1;
    }
    int next = in.next;
    int from = in.bodyStart;
    int to = in.bodyEnd;
    rows.enter(kind, at);
    switch (kind) {
      case RowReader.OPTIONS -> rows.repeatedOptions(from, to, at);
      case RowReader.NAMESPACE -> rows.checkNamespaceAllowed(at);
      case RowReader.TRIPLE, RowReader.QUAD -> statements++;
      case RowReader.GRAPH_START, RowReader.GRAPH_END -> {
        // Checked by enter().
      }
      case 0, RowReader.NAME, RowReader.PREFIX, RowReader.DATATYPE -> {
        // Fields that are no rows, and lookup entries.
      }
      default -> throw rows.unknownKind(kind, at);
    }
    return next;
  }
}
