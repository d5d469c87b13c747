package io.github.jellybridge.jelly.wire;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Reads the header of a row in its usual form from its first eight bytes: the tag of the row, its
 * length, the tag of its only field (the kind), and the length of that field. Each length has one
 * or two bytes. {@link RowHeader} reads headers in all forms.
 *
 * <p>All methods are pure functions of those bytes, so that a loop pays only for the parts that it
 * uses. Reading them takes at most {@link WireReader#SLACK} bytes after the end of the input.
 */
public final class FastRowHeader {
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** Multiplication by this factor subtracts the first two of four bytes from the last two. */
  private static final int LESS_LENGTH = 1 - (1 << 16);

  /** The bits of {@link #shortDifference} to compare. */
  static final int SHORT_BITS = 0xff0000ff;

  /** Those bits of a usual header: the tag, and a field two bytes shorter than the row. */
  private static final int SHORT_USUAL = -2 << 24 | RowHeader.TAG;

  private FastRowHeader() {}

  /** Returns the first eight bytes of a row. */
  public static long read(byte[] d, int at) {
    return (long) LONGS.get(d, at);
  }

  /** Returns the first four bytes of a row, which are the whole header if lengths take one byte. */
  public static int start(byte[] d, int at) {
    return (int) INTS.get(d, at);
  }

  /** Returns whether the length of the row has one byte. */
  static boolean isShort(long header) {
    return (header & 0x8000) == 0;
  }

  /** Returns the length of a row if it has two bytes. */
  static int longLength(long header) {
    return (int) header >> 8 & 0x7f | (int) header >> 9 & 0x3f80;
  }

  /** Returns the size of the row in bytes, including its tag and length. */
  public static int size(long header) {
    return isShort(header) ? 2 + ((int) header >> 8 & 0xff) : 3 + longLength(header);
  }

  /** Returns the tag of the field of the row. */
  public static int kind(long header) {
    return (int) (isShort(header) ? header >>> 16 : header >>> 24) & 0xff;
  }

  /** Returns the offset of the field's body from the start of the row. */
  public static int body(long header) {
    return isShort(header) ? 4 : 5 + (int) (header >>> 39 & 1);
  }

  /** Returns whether a row has the usual form. */
  public static boolean isUsual(long header) {
    return fault(header) == 0;
  }

  /**
   * Returns the difference between four bytes and a usual header with one-byte lengths. Only the
   * bits {@link #SHORT_BITS} count. The kind is at least {@link RowKind#OPTIONS}.
   */
  static int shortDifference(int start) {
    return start * LESS_LENGTH ^ SHORT_USUAL;
  }

  private static int fault(long header) {
    if (isShort(header)) {
      return shortDifference((int) header) & SHORT_BITS | (int) header & Integer.MIN_VALUE;
    }
    int inner = (int) (header >>> 32);
    int two = inner >> 7 & 1;
    int innerLength = inner & 0x7f | inner >> 1 & 0x3f80 & -two;
    return (int) header & 0x8000ff ^ RowHeader.TAG
        | inner & 0x8000 & -two
        | innerLength + 2 + two ^ longLength(header);
  }
}
