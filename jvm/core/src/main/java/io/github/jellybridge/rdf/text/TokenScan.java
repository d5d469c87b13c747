package io.github.jellybridge.rdf.text;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Finds the bytes that end tokens of N-Triples and XML, eight at a time. Unless an end is given,
 * methods read on until they find something, and up to seven bytes behind it.
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

  /** Returns eight bytes, the first one lowest. */
  public static long word(byte[] b, int i) {
    return (long) LONGS.get(b, i);
  }

  /** Returns a word whose lowest set bit is the highest one of the first byte that is zero. */
  private static long zeros(long w) {
    return w - ONES & ~w & HIGH;
  }

  /** Returns the high bits of the bytes that are {@code >}; the lowest is right. */
  public static long greater(long w) {
    return zeros(w ^ GREATER);
  }

  /** Returns the place of the first line feed or carriage return. */
  public static int lineEnd(byte[] b, int from) {
    for (int i = from; ; i += 8) {
      long w = (long) LONGS.get(b, i);
      long found = zeros(w ^ LF) | zeros(w ^ CR);
      if (found != 0) {
        return i + (Long.numberOfTrailingZeros(found) >>> 3);
      }
    }
  }

  /** Returns the place of the first {@code >}. */
  public static int iriEnd(byte[] b, int from) {
    for (int i = from; ; i += 8) {
      long found = greater((long) LONGS.get(b, i));
      if (found != 0) {
        return i + (Long.numberOfTrailingZeros(found) >>> 3);
      }
    }
  }

  /** Returns the place of the first {@code >}, line feed or carriage return. */
  public static int iriOrLineEnd(byte[] b, int from) {
    for (int i = from; ; i += 8) {
      long w = (long) LONGS.get(b, i);
      long found = greater(w) | zeros(w ^ LF) | zeros(w ^ CR);
      if (found != 0) {
        return i + (Long.numberOfTrailingZeros(found) >>> 3);
      }
    }
  }

  /** Returns the place of the first {@code "}, backslash, line feed or carriage return. */
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
   * Returns the place of the first {@code "}, backslash, line feed or carriage return, or the end.
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
   * Returns the high bits of the bytes of a word that end a run of a literal, and of control
   * characters, which few hold; the lowest is right.
   */
  private static long literalStops(long w) {
    // What is below a space, or is a quotation mark, is below '!' with the second bit turned over.
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
   * Counts the bytes from two places of an array on that are the same.
   *
   * <p>The first words are not looked at in a loop: what the compiler does before a loop, to check
   * all its places at once, takes longer than to compare the five or six words of an IRI.
   *
   * @param most where to stop counting
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
   * Tells whether words are the same from two places of an array on, as many as it takes to have
   * compared so many bytes; none if these are none or less. As in {@link #shared}, without a loop
   * at first.
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

  /** Returns how many bytes are the same if so many are, and those of a word that do not differ. */
  private static int shared(int before, long differing, int most) {
    return Math.min(before + (Long.numberOfTrailingZeros(differing) >>> 3), most);
  }

  private static long differing(byte[] b, int i, int j) {
    return (long) LONGS.get(b, i) ^ (long) LONGS.get(b, j);
  }
}
