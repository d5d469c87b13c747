package io.github.jellybridge.rdf;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Strict UTF-8 validation (RFC 3629: no overlong forms, no surrogates, at most U+10FFFF), and
 * lengths in characters.
 */
public final class Utf8 {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long HIGH_BITS = 0x8080808080808080L;

  private Utf8() {}

  /**
   * Finds the first byte that is not part of a well-formed UTF-8 sequence.
   *
   * @param b the array
   * @param from the first byte to check
   * @param to one past the last byte to check
   * @return the index of the first byte of the first malformed sequence, or -1 if all is well
   */
  public static int firstInvalid(byte[] b, int from, int to) {
    // Nearly all names and many literals: up to 32 bytes of ASCII, seen with four looks at most.
    int n = to - from;
    if (n < 8) {
      if (from <= b.length - 8 && (word(b, from) & (1L << (n << 3)) - 1) == 0) {
        return -1;
      }
    } else if (n <= 16) {
      if ((word(b, from) | word(b, to - 8)) == 0) {
        return -1;
      }
    } else if (n <= 32
        && (word(b, from) | word(b, from + 8) | word(b, to - 16) | word(b, to - 8)) == 0) {
      return -1;
    }
    return scan(b, from, to);
  }

  private static int scan(byte[] b, int from, int to) {
    int i = from;
    while (true) {
      // ASCII, 32 bytes at a time while there is enough of it.
      while (i <= to - 32
          && (word(b, i) | word(b, i + 8) | word(b, i + 16) | word(b, i + 24)) == 0) {
        i += 32;
      }
      long high = 0;
      while (i <= to - 8 && (high = word(b, i)) == 0) {
        i += 8;
      }
      if (high == 0) {
        return tail(b, i, from, to);
      }
      // Straight to the first byte that is not ASCII, and through the run of such.
      i += Long.numberOfTrailingZeros(high) >>> 3;
      do {
        int length = sequenceLength(b, i, to);
        if (length == 0) {
          return i;
        }
        i += length;
      } while (i < to && b[i] < 0);
    }
  }

  /**
   * Counts the characters of well-formed UTF-8: all bytes but those that continue one (10xxxxxx).
   *
   * @param b the array
   * @param from the first byte
   * @param to one past the last byte
   */
  public static int characters(byte[] b, int from, int to) {
    int count = to - from;
    int i = from;
    for (; i <= to - 8; i += 8) {
      // No branch: whether eight letters are ASCII is hard to guess in most languages.
      long word = (long) LONGS.get(b, i);
      count -= Long.bitCount(word & ~(word << 1) & HIGH_BITS);
    }
    for (; i < to; i++) {
      count -= isTail(b[i]) ? 1 : 0;
    }
    return count;
  }

  /** Returns the high bits of the eight bytes at i. */
  private static long word(byte[] b, int i) {
    return (long) LONGS.get(b, i) & HIGH_BITS;
  }

  /** Checks the last up to seven bytes. */
  private static int tail(byte[] b, int at, int from, int to) {
    if (to - from >= 8 && at < to) {
      // One look at the last eight, dropping those before the tail.
      if (word(b, to - 8) >>> ((8 - (to - at)) << 3) == 0) {
        return -1;
      }
    }
    int i = at;
    while (i < to) {
      int length = b[i] >= 0 ? 1 : sequenceLength(b, i, to);
      if (length == 0) {
        return i;
      }
      i += length;
    }
    return -1;
  }

  /** Returns the length of the well-formed sequence at i, whose first byte is not ASCII, or 0. */
  private static int sequenceLength(byte[] b, int i, int to) {
    int first = b[i] & 0xff;
    if (first < 0xe0) {
      return first >= 0xc2 && i + 1 < to && isTail(b[i + 1]) ? 2 : 0;
    }
    if (first < 0xf0) {
      if (i + 2 >= to || !isTail(b[i + 1]) || !isTail(b[i + 2])) {
        return 0;
      }
      int second = b[i + 1] & 0xff;
      boolean overlong = first == 0xe0 && second < 0xa0;
      boolean surrogate = first == 0xed && second >= 0xa0;
      return overlong || surrogate ? 0 : 3;
    }
    if (first < 0xf5) {
      if (i + 3 >= to || !isTail(b[i + 1]) || !isTail(b[i + 2]) || !isTail(b[i + 3])) {
        return 0;
      }
      int second = b[i + 1] & 0xff;
      boolean overlong = first == 0xf0 && second < 0x90;
      boolean tooHigh = first == 0xf4 && second >= 0x90;
      return overlong || tooHigh ? 0 : 4;
    }
    return 0;
  }

  private static boolean isTail(byte x) {
    return (x & 0xc0) == 0x80;
  }
}
