package io.github.jellybridge.jelly.wire;

import java.util.Arrays;

/** The frame being written: consecutive rows in one growing array. */
public final class FrameBuffer {
  /** Room at the start for the length of a frame of up to 2^35 bytes. */
  public static final int HEAD = 5;

  /** The limit of protobuf and the JVM, with a margin. */
  private static final int MAX_CAPACITY = Integer.MAX_VALUE - 64;

  public byte[] data = new byte[1 << 16];

  /** One past the last byte written. */
  public int end = HEAD;

  /** Rows in the frame. */
  public int rows;

  // Rows moved to the next frame.
  private byte[] kept;
  private int keptRows;

  /** Makes room for more bytes; may replace the array. */
  public void ensure(long more) {
    long needed = end + more;
    if (needed > data.length) {
      if (needed > MAX_CAPACITY) {
        // Not an OutOfMemoryError: that would kill a Spark executor.
        throw new IllegalStateException(
            "a frame of more than 2 GiB: set frameSize or maxFrameBytes");
      }
      data = Arrays.copyOf(data, (int) Math.min(Math.max(needed, data.length * 2L), MAX_CAPACITY));
    }
  }

  /** Returns the length of the frame so far, in bytes. */
  public int length() {
    return end - HEAD;
  }

  /** Moves the rows from {@code start} on to the next frame. */
  public void keep(int start, int rowsBefore) {
    kept = Arrays.copyOfRange(data, start, end);
    keptRows = rows - rowsBefore;
    end = start;
    rows = rowsBefore;
  }

  /** Starts the next frame. */
  public void reset() {
    end = HEAD;
    rows = 0;
    if (kept != null) {
      // The rows were in the array before, so it has room for them.
      System.arraycopy(kept, 0, data, end, kept.length);
      end += kept.length;
      rows = keptRows;
      kept = null;
    }
  }

  /** Returns the number of bytes of a varint. */
  public static int varintLength(int value) {
    return (38 - Integer.numberOfLeadingZeros(value | 1)) / 7;
  }

  /** Writes an unsigned varint and returns the position after it. The array must have room. */
  public static int varint(byte[] d, int at, int value) {
    int p = at;
    int rest = value;
    while ((rest & ~0x7f) != 0) {
      d[p++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    d[p] = (byte) rest;
    return p + 1;
  }

  /** Writes a numeric field; omits the default value 0. */
  public static int field(byte[] d, int at, int number, int value) {
    if (value == 0) {
      return at;
    }
    d[at] = (byte) (number << 3);
    return varint(d, at + 1, value);
  }

  /** Writes a field of bytes; omits an empty value. */
  public static int field(byte[] d, int at, int number, byte[] value) {
    if (value.length == 0) {
      return at;
    }
    d[at] = (byte) (number << 3 | 2);
    int p = varint(d, at + 1, value.length);
    System.arraycopy(value, 0, d, p, value.length);
    return p + value.length;
  }

  /**
   * Starts a row and returns the position of its body.
   *
   * @param kind the tag of the row's kind
   * @param room maximum length of the body in bytes
   */
  public int startRow(int kind, long room) {
    ensure(room + 16);
    data[end] = RowHeader.TAG;
    data[end + 2] = (byte) kind;
    return end + 4;
  }

  /** Ends the last started row; its body ends at {@code at}. */
  public void endRow(int at) {
    byte[] d = data;
    int body = end + 4;
    int length = at - body;
    if (length <= 125) {
      d[end + 1] = (byte) (length + 2);
      d[end + 3] = (byte) length;
      end = at;
    } else {
      endLongRow(at, body, length);
    }
    rows++;
  }

  private void endLongRow(int at, int body, int length) {
    int inner = varintLength(length);
    int outer = varintLength(length + 1 + inner);
    int shift = inner + outer - 2;
    byte kind = data[end + 2];
    System.arraycopy(data, body, data, body + shift, length);
    int p = varint(data, end + 1, length + 1 + inner);
    data[p] = kind;
    varint(data, p + 1, length);
    end = at + shift;
  }
}
