package io.github.jellybridge.rdf;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * Strict UTF-8 validation (RFC 3629: no overlong forms, no surrogates, at most U+10FFFF), and
 * lengths in characters.
 */
public final class Utf8 {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long HIGH_BITS = 0x8080808080808080L;
  private static final long ONES = 0x0101010101010101L;
  private static final long LOW_BITS = 0x7f7f7f7f7f7f7f7fL;

  /** Number of bytes checked together. */
  private static final int STRIP = 64;

  private static final long MALFORMED = -1;

  /** Number of characters to show before a wrong one. */
  private static final int SHOWN = 60;

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
    // Most names and many literals: up to 32 bytes of ASCII, checked with at most four reads.
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

  /**
   * Returns 0 if a text is all ASCII. The array must have seven more bytes after it. Contains no
   * call, for loops that must not have one.
   */
  public static long notAscii(byte[] b, int from, int to) {
    int n = to - from;
    if (n < 8) {
      return word(b, from) & (1L << (n << 3)) - 1;
    }
    long high = word(b, from) | word(b, to - 8);
    if (n > 16) {
      high |= word(b, from + 8) | word(b, to - 16);
      for (int i = from + 16; i < to - 16; i += 8) {
        high |= word(b, i);
      }
    }
    return high;
  }

  /** Checks texts that are long or not all ASCII. */
  private static int scan(byte[] b, int from, int to) {
    int i = from;
    long due = 0;
    // Whether the last strip had sequences of more than two bytes.
    boolean longOnes = false;
    while (true) {
      if (due == 0) {
        int asciiEnd = asciiStrips(b, i, to - STRIP);
        longOnes &= asciiEnd == i;
        i = asciiEnd;
      }
      if (i > to - STRIP) {
        break;
      }
      long next = longOnes ? MALFORMED : strip(b, i, due);
      if (next == MALFORMED) {
        next = longSequences(b, i, i + STRIP, to, due);
        if (next == MALFORMED) {
          return slow(b, from, to);
        }
        longOnes = true;
      }
      due = next;
      i += STRIP;
    }
    while (i <= to - 8 && (word(b, i) | due) == 0) {
      i += 8;
    }
    return sequences(b, i, to, due) == 0 ? -1 : slow(b, from, to);
  }

  /**
   * Skips strips of ASCII; returns the start of the first strip that is not all ASCII or that
   * starts after {@code last}. A separate method, as the calls for other strips would keep this
   * loop's variables out of registers.
   */
  private static int asciiStrips(byte[] b, int from, int last) {
    int i = from;
    while (i <= last) {
      long bytes =
          (long) LONGS.get(b, i)
              | (long) LONGS.get(b, i + 8)
              | (long) LONGS.get(b, i + 16)
              | (long) LONGS.get(b, i + 24)
              | (long) LONGS.get(b, i + 32)
              | (long) LONGS.get(b, i + 40)
              | (long) LONGS.get(b, i + 48)
              | (long) LONGS.get(b, i + 56);
      if ((bytes & HIGH_BITS) != 0) {
        break;
      }
      i += STRIP;
    }
    return i;
  }

  /**
   * Checks eight bytes at a time without branching on the positions of non-ASCII letters, which are
   * unpredictable in most languages.
   *
   * <p>In every mask the highest bit of a byte represents that byte. Leads (11xxxxxx) determine
   * which bytes after them must be tails (10xxxxxx); no others may be.
   *
   * @param from the first byte
   * @param due which of the first bytes must be tails
   * @return which bytes after the last ones must be tails; {@link #MALFORMED} for malformed bytes
   *     and for sequences of more than two bytes
   */
  private static long strip(byte[] b, int from, long due) {
    long wrong = 0;
    long next = due;
    for (int i = from; i < from + STRIP; i += 8) {
      long w = (long) LONGS.get(b, i);
      long leads = w & w << 1;
      long lead = leads & rangeOfTwo(w) & HIGH_BITS;
      wrong |= w ^ lead ^ (lead << 8 | next) | leads ^ lead;
      next = lead >>> 56;
    }
    return (wrong & HIGH_BITS) == 0 ? next : MALFORMED;
  }

  /** Returns which leads are C2 to DF. C0 and C1 would be overlong. */
  private static long rangeOfTwo(long w) {
    return (w & 0x3e3e3e3e3e3e3e3eL ^ 0x2020202020202020L) + 0x5e5e5e5e5e5e5e5eL;
  }

  /** Checks all bytes up to the end of the text; returns 0 if they are well-formed. */
  private static long sequences(byte[] b, int from, int to, long due) {
    long wrong = 0;
    long next = due;
    for (int i = from; i < to; i += 8) {
      long w = text(b, i, to);
      long leads = w & w << 1;
      long lead = leads & rangeOfTwo(w) & HIGH_BITS;
      wrong |= w ^ lead ^ (lead << 8 | next) | leads ^ lead;
      next = lead >>> 56;
    }
    return (wrong & HIGH_BITS) == 0 ? next : longSequences(b, from, to, to, due);
  }

  /**
   * Does the same as {@link #strip}, and also accepts sequences of three and four bytes.
   *
   * @param cut where to stop, after whole words or at the end
   * @param to the end of the text
   */
  private static long longSequences(byte[] b, int from, int cut, int to, long due) {
    long wrong = 0;
    long next = due;
    for (int i = from; i < cut; i += 8) {
      long w = text(b, i, to);
      long high = w & HIGH_BITS;
      long lead = high & w << 1;
      long lead3 = lead & w << 2;
      long lead4 = lead3 & w << 3;
      wrong |= high ^ lead ^ (lead << 8 | lead3 << 16 | lead4 << 24 | next);
      next = lead >>> 56 | lead3 >>> 48 | lead4 >>> 40;
      long low = w & 0x0f0f0f0f0f0f0f0fL;
      // C0, C1; E0, F0; ED, FD; F4 and above: only some second bytes are valid, or none.
      long special =
          lead & ~lead3 & ~((w & 0x1e1e1e1e1e1e1e1eL) + LOW_BITS)
              | lead3 & ~(low + LOW_BITS)
              | lead3 & ~((low ^ 0x0d0d0d0d0d0d0d0dL) + LOW_BITS)
              | lead4 & low + 0x7c7c7c7c7c7c7c7cL;
      for (; special != 0; special &= special - 1) {
        if (sequenceLength(b, i + (Long.numberOfTrailingZeros(special) >>> 3), to) == 0) {
          return MALFORMED;
        }
      }
    }
    return wrong == 0 ? next : MALFORMED;
  }

  /** Returns eight bytes, zero from the end of the text on. */
  private static long text(byte[] b, int i, int to) {
    if (to - i >= 8) {
      return (long) LONGS.get(b, i);
    }
    if (i <= b.length - 8) {
      return (long) LONGS.get(b, i) & (1L << (to - i << 3)) - 1;
    }
    long w = 0;
    for (int k = to - 1; k >= i; k--) {
      w = w << 8 | b[k] & 0xff;
    }
    return w;
  }

  /** Finds the first malformed sequence, one sequence at a time. */
  private static int slow(byte[] b, int from, int to) {
    int i = from;
    while (i < to) {
      int length = b[i] >= 0 ? 1 : sequenceLength(b, i, to);
      if (length == 0) {
        return i;
      }
      i += length;
    }
    return -1;
  }

  /**
   * Counts the characters of well-formed UTF-8: all bytes except continuation bytes (10xxxxxx).
   *
   * @param b the array
   * @param from the first byte
   * @param to one past the last byte
   */
  public static int characters(byte[] b, int from, int to) {
    int count = to - from;
    int i = from;
    for (; i <= to - 8; i += 8) {
      // No branch: ASCII and other letters alternate unpredictably in most languages.
      long word = (long) LONGS.get(b, i);
      count -= Long.bitCount(word & ~(word << 1) & HIGH_BITS);
    }
    for (; i < to; i++) {
      count -= isTail(b[i]) ? 1 : 0;
    }
    return count;
  }

  /** Returns whether a range of bytes contains 0. */
  public static boolean hasZero(byte[] b, int from, int to) {
    return has(b, from, to, 0);
  }

  /** Returns whether a range of bytes contains the given ASCII byte. */
  private static boolean has(byte[] b, int from, int to, int wanted) {
    long same = wanted * ONES;
    long zeros = 0;
    int i = from;
    for (; i <= to - 8; i += 8) {
      long word = (long) LONGS.get(b, i) ^ same;
      zeros |= word - ONES & ~word;
    }
    boolean found = (zeros & HIGH_BITS) != 0;
    for (; i < to; i++) {
      found |= b[i] == wanted;
    }
    return found;
  }

  /**
   * Returns a text as UTF-8.
   *
   * @throws IllegalArgumentException for an unpaired surrogate, which has no UTF-8 form; Java
   *     itself replaces it by a question mark
   */
  public static byte[] bytes(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    // Few texts contain question marks, so the others need no second check.
    if (has(bytes, 0, bytes.length, '?')) {
      requirePairs(text);
    }
    return bytes;
  }

  /** Returns whether a text can be written as UTF-8: whether it has no unpaired surrogate. */
  public static boolean isUnicode(String text) {
    return firstHalfPair(text) < 0;
  }

  private static void requirePairs(String text) {
    int i = firstHalfPair(text);
    if (i >= 0) {
      throw new IllegalArgumentException(
          "no Unicode text, it has half of a surrogate pair, \\u%04x, at character %d: %s…"
              .formatted((int) text.charAt(i), i, text.substring(Math.max(0, i - SHOWN), i)));
    }
  }

  /** Returns the index of the first unpaired surrogate, or -1. */
  private static int firstHalfPair(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        if (text.codePointAt(i) <= Character.MAX_SURROGATE) {
          return i;
        }
        i++;
      }
    }
    return -1;
  }

  /** Returns the high bits of the eight bytes at i. */
  private static long word(byte[] b, int i) {
    return (long) LONGS.get(b, i) & HIGH_BITS;
  }

  /** Returns the length of the well-formed non-ASCII sequence at i, or 0. */
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
