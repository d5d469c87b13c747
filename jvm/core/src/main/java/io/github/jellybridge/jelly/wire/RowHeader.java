package io.github.jellybridge.jelly.wire;

import io.github.jellybridge.jelly.JellyParseException;
import io.github.jellybridge.jelly.decode.RowReader;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Finds the rows of a frame, those in their usual form without a look at every field. */
public final class RowHeader {
  /** Reads four bytes at once. */
  public static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  /** Says that a row was found whose kind is not known yet. */
  public static final int ANY_FORM = -2;

  private final WireReader in;

  /** Longer rows are refused. */
  public long maxRowBytes;

  public RowHeader(WireReader in, long maxRowBytes) {
    this.in = in;
    this.maxRowBytes = maxRowBytes;
  }

  /**
   * Finds the row at {@code at}, or any other field of a frame.
   *
   * @return the kind of the row, with its body in {@code in.bodyStart} and {@code in.bodyEnd} and
   *     its end in {@code in.next}; {@link #ANY_FORM} with all of the row there; 0 for another
   *     field; -1 if the field is not all at hand
   */
  public int find(int at, int end, boolean whole) throws JellyParseException {
    byte[] d = in.data;
    // Tag, length, kind, length of a row with one field and up to 127 bytes: nearly all.
    int head = (int) INTS.get(d, at);
    int shortLength = head >> 8 & 0xff;
    if ((head & 0xff) == RowReader.ROW
        && shortLength <= 127
        && (head & 0x870000) == WireReader.LEN << 16
        && head >>> 24 == shortLength - 2
        && at + 2 + shortLength <= end) {
      in.row++;
      in.bodyStart = at + 4;
      in.bodyEnd = at + 2 + shortLength;
      in.next = in.bodyEnd;
      return head >> 16 & 0xff;
    }
    // Two bytes of length: rows with text.
    if (d[at] == RowReader.ROW && d[at + 1] < 0 && d[at + 2] >= 0) {
      int start = at + 3;
      int rowEnd = start + ((d[at + 1] & 0x7f) | d[at + 2] << 7);
      int kind = d[start];
      if (rowEnd <= end
          && rowEnd - start <= maxRowBytes
          && kind > 0
          && (kind & 7) == WireReader.LEN
          && d[start + 1] < 0
          && d[start + 2] >= 0) {
        int length = (d[start + 1] & 0x7f) | d[start + 2] << 7;
        if (start + 3 + length == rowEnd) {
          in.row++;
          in.bodyStart = start + 3;
          in.bodyEnd = rowEnd;
          in.next = rowEnd;
          return kind;
        }
      }
    }
    long last = in.row;
    in.row = rowAt(in, at);
    if (!whole && !in.fieldAtHand(at, end)) {
      if (d[at] == RowReader.ROW) {
        checkRowLength(at, end);
      }
      in.row = last;
      return -1;
    }
    int tag = in.field(at, end);
    in.next = in.bodyEnd;
    if (tag >>> 3 != 1) {
      in.row = last;
      return 0;
    }
    in.row = last + 1;
    in.expectType(tag, WireReader.LEN, "rows (1)", at);
    limitRow(in.bodyEnd - in.bodyStart, at);
    return ANY_FORM;
  }

  /** Returns the number of the row that starts here, behind the last one; -1 if none does. */
  public static long rowAt(WireReader in, int at) {
    return at < in.limit && in.data[at] == RowReader.ROW ? in.row + 1 : -1;
  }

  /** Refuses a row that is too long, before memory is spent on it. */
  private void checkRowLength(int at, int end) throws JellyParseException {
    for (int i = at + 1; i < end; i++) {
      if (in.data[i] >= 0) {
        limitRow(in.varint(at + 1, end), at);
        return;
      }
    }
  }

  private void limitRow(long length, int at) throws JellyParseException {
    if (length < 0 || length > maxRowBytes) {
      throw in.error(
          at,
          "a row of at most " + maxRowBytes + " bytes (option maxFrameBytes)",
          "a row of " + Long.toUnsignedString(length) + " bytes");
    }
  }

  /**
   * Finds the one kind of a row, in whatever form it is written, and leaves its body in {@code
   * in.bodyStart} and {@code in.bodyEnd}.
   *
   * @return the tag of the kind; 0 for a row of no known kind
   */
  public static int kindOf(WireReader in, int from, int to) throws JellyParseException {
    int kind = 0;
    int start = 0;
    int end = 0;
    int p = from;
    while (p < to) {
      int tag = in.field(p, to);
      int number = tag >>> 3;
      if (isKind(number)) {
        in.expectType(tag, WireReader.LEN, "row field " + number, p);
        if (kind != 0) {
          throw in.error(p, "one kind in a row", "fields " + (kind >>> 3) + " and " + number);
        }
        kind = tag;
        start = in.bodyStart;
        end = in.bodyEnd;
      }
      p = in.bodyEnd;
    }
    in.bodyStart = start;
    in.bodyEnd = end;
    return kind;
  }

  /** Tells whether the field of a row with this number says what the row is. */
  static boolean isKind(int number) {
    return number >= 1 && number <= 6 || number >= 9 && number <= 11;
  }
}
