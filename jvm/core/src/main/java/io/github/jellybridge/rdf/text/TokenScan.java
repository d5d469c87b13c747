package io.github.jellybridge.rdf.text;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Finds the ends of tokens of N-Triples and XML, eight bytes at a time. Methods without an end
 * parameter require that the array contains a match and seven more bytes after it.
 */
public final class TokenScan {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final long ONES = 0x0101010101010101L;
  private static final long HIGH = 0x8080808080808080L;
  private static final long LF = ONES * '\n';
  private static final long CR = ONES * '\r';
  private static final long BACKSLASH = ONES * '\\';
  private static final long GREATER = ONES * '>';

  private TokenScan() {}

  /** Returns eight bytes as a little-endian number. */
  public static long word(byte[] b, int i) {
    return (long) LONGS.get(b, i);
  }

  /** Returns a word whose lowest set bit is the high bit of the first zero byte. */
  private static long zeros(long w) {
    return w - ONES & ~w & HIGH;
  }

  /** Returns the high bits of the bytes that are {@code >}; only the lowest set bit is reliable. */
  public static long greater(long w) {
    return zeros(w ^ GREATER);
  }

  /** Returns the position of the first line feed or carriage return. */
  public static int lineEnd(byte[] b, int from) {
    for (int i = from; ; i += 8) {
      long w = (long) LONGS.get(b, i);
      long found = zeros(w ^ LF) | zeros(w ^ CR);
      if (found != 0) {
        return i + (Long.numberOfTrailingZeros(found) >>> 3);
      }
    }
  }

  /** Returns the position of the first {@code >}. */
  public static int iriEnd(byte[] b, int from) {
    for (int i = from; ; i += 8) {
      long found = greater((long) LONGS.get(b, i));
      if (found != 0) {
        return i + (Long.numberOfTrailingZeros(found) >>> 3);
      }
    }
  }

  /** Returns the position of the first {@code >}, line feed or carriage return. */
  public static int iriOrLineEnd(byte[] b, int from) {
    for (int i = from; ; i += 8) {
      long w = (long) LONGS.get(b, i);
      long found = greater(w) | zeros(w ^ LF) | zeros(w ^ CR);
      if (found != 0) {
        return i + (Long.numberOfTrailingZeros(found) >>> 3);
      }
    }
  }

  /** Returns the position of the first {@code "}, backslash, line feed or carriage return. */
  public static int literalStop(byte[] b, int from) {
    for (int i = from; ; i += 8) {
      for (long found = literalStops((long) LONGS.get(b, i)); found != 0; found &= found - 1) {
        int at = i + (Long.numberOfTrailingZeros(found) >>> 3);
        if (stopsLiteral(b[at])) {
          return at;
        }
      }
    }
  }

  /**
   * Returns the position of the first {@code "}, backslash, line feed or carriage return, or the
   * end.
   */
  public static int literalStop(byte[] b, int from, int end) {
    int i = from;
    for (; end - i >= 8; i += 8) {
      for (long found = literalStops((long) LONGS.get(b, i)); found != 0; found &= found - 1) {
        int at = i + (Long.numberOfTrailingZeros(found) >>> 3);
        if (stopsLiteral(b[at])) {
          return at;
        }
      }
    }
    while (i < end && !stopsLiteral(b[i])) {
      i++;
    }
    return i;
  }

  /**
   * Returns the high bits of the bytes of a word that may end a run of a literal, and of control
   * characters, which are rare. The lowest set bit is reliable for these bytes.
   */
  private static long literalStops(long w) {
    // Control characters and the quotation mark are below '!' if their second bit is inverted.
    return ((w ^ ONES * 2) - ONES * '!' | (w ^ BACKSLASH) - ONES) & ~w & HIGH;
  }

  private static boolean stopsLiteral(byte x) {
    return x == '"' || x == '\\' || x == '\n' || x == '\r';
  }

  /** Tells whether as many bytes are the same in both places. */
  public static boolean same(byte[] a, int i, byte[] b, int j, int length) {
    int n = length;
    for (; n >= 8; n -= 8, i += 8, j += 8) {
      if ((long) LONGS.get(a, i) != (long) LONGS.get(b, j)) {
        return false;
      }
    }
    return n == 0 || ((long) LONGS.get(a, i) ^ (long) LONGS.get(b, j)) << (64 - (n << 3)) == 0;
  }

  /**
   * Counts equal bytes from two positions of an array on.
   *
   * <p>The first words are not compared in a loop: the checks of array bounds that the compiler
   * puts before a loop take longer than comparing the five or six words of an IRI.
   *
   * @param most the maximum count
   */
  public static int shared(byte[] b, int i, int j, int most) {
    long differing = differing(b, i, j);
    if (differing != 0 || most <= 8) {
      return shared(0, differing, most);
    }
    differing = differing(b, i + 8, j + 8);
    if (differing != 0 || most <= 16) {
      return shared(8, differing, most);
    }
    differing = differing(b, i + 16, j + 16);
    if (differing != 0 || most <= 24) {
      return shared(16, differing, most);
    }
    differing = differing(b, i + 24, j + 24);
    if (differing != 0 || most <= 32) {
      return shared(24, differing, most);
    }
    differing = differing(b, i + 32, j + 32);
    int n = 32;
    while (differing == 0 && n + 8 < most) {
      n += 8;
      differing = differing(b, i + n, j + n);
    }
    return shared(n, differing, most);
  }

  /**
   * Returns whether the words from two positions of an array on are equal, for as many words as
   * contain the given number of bytes; true for 0 or less. Like {@link #shared}, does not start
   * with a loop.
   */
  public static boolean sameWords(byte[] b, int i, int j, int bytes) {
    if (bytes <= 0) {
      return true;
    }
    if (differing(b, i, j) != 0) {
      return false;
    }
    if (bytes <= 8) {
      return true;
    }
    if (differing(b, i + 8, j + 8) != 0) {
      return false;
    }
    if (bytes <= 16) {
      return true;
    }
    if (differing(b, i + 16, j + 16) != 0) {
      return false;
    }
    if (bytes <= 24) {
      return true;
    }
    if (differing(b, i + 24, j + 24) != 0) {
      return false;
    }
    int n = 32;
    while (n < bytes && differing(b, i + n, j + n) == 0) {
      n += 8;
    }
    return n >= bytes;
  }

  /**
   * Returns the count for equal bytes before a word, plus those of the word, at most {@code most}.
   */
  private static int shared(int before, long differing, int most) {
    return Math.min(before + (Long.numberOfTrailingZeros(differing) >>> 3), most);
  }

  private static long differing(byte[] b, int i, int j) {
    return (long) LONGS.get(b, i) ^ (long) LONGS.get(b, j);
  }
}
