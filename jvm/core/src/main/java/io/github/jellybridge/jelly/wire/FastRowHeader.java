package io.github.jellybridge.jelly.wire;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The header of a row in its usual form, taken from its first eight bytes: the tag of the row, its
 * length, the tag of its only field, which is the kind, and the length of that, each length in one
 * byte or two. {@link RowHeader} reads the headers in all forms.
 *
 * <p>All methods are pure functions of those bytes, so that a loop pays only for the parts that it
 * uses. Reading them takes at most {@link WireReader#SLACK} bytes after the end of the input.
 */
public final class FastRowHeader {
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** Multiplied by this, four bytes have the first two subtracted from the last two. */
  private static final int LESS_LENGTH = 1 - (1 << 16);

  /** The bits of {@link #shortDifference} that count. */
  static final int SHORT_BITS = 0xff0000ff;

  /** Those bits of a usual one: the tag, and a field two bytes shorter than the row. */
  private static final int SHORT_USUAL = -2 << 24 | RowHeader.TAG;

  private FastRowHeader() {}

  /** Returns the first eight bytes of a row. */
  public static long read(byte[] d, int at) {
    return (long) LONGS.get(d, at);
  }

  /** Returns the first four bytes of a row, all of a header whose lengths take one byte. */
  public static int start(byte[] d, int at) {
    return (int) INTS.get(d, at);
  }

  /** Tells whether the length of the row is in one byte. */
  static boolean isShort(long header) {
    return (header & 0x8000) == 0;
  }

  /** Returns the length of a row that is in two bytes. */
  static int longLength(long header) {
    return (int) header >> 8 & 0x7f | (int) header >> 9 & 0x3f80;
  }

  /** Returns how many bytes the row takes, with its tag and its length. */
  public static int size(long header) {
    return isShort(header) ? 2 + ((int) header >> 8 & 0xff) : 3 + longLength(header);
  }

  /** Returns the tag of the field of the row. */
  public static int kind(long header) {
    return (int) (isShort(header) ? header >>> 16 : header >>> 24) & 0xff;
  }

  /** Returns where the body of the field starts, from the start of the row on. */
  public static int body(long header) {
    return isShort(header) ? 4 : 5 + (int) (header >>> 39 & 1);
  }

  /** Tells whether a row has the usual form. */
  public static boolean isUsual(long header) {
    return fault(header) == 0;
  }

  /**
   * Returns by what four bytes differ from a usual header whose lengths take one byte each, in the
   * bits {@link #SHORT_BITS}. The kind is at least {@link RowKind#OPTIONS}.
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
