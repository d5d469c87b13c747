package io.github.jellybridge.jelly.encode;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Properties of a short text that the writer needs: a hash, whether it is ASCII, and whether it
 * contains a split point of an IRI. Computed in one pass over eight bytes at a time.
 */
final class TextScan {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ONES = 0x0101010101010101L;
  private static final long HIGH_BITS = ONES << 7;
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  /** The hash of the last scanned text. */
  int hash;

  // The high bits of all bytes, or'ed; non-zero bits if there is a # or a /.
  private long high;
  private long separators;

  /** Scans a slice. */
  void scan(byte[] b, int from, int count) {
    int end = from + count;
    // Most names: two or four words, which may overlap, without a loop of unpredictable length.
    if (count >= 8 && count <= 16) {
      long first = (long) LONGS.get(b, from);
      long last = (long) LONGS.get(b, end - 8);
      high = (first | last) & HIGH_BITS;
      separators = separators(first) | separators(last);
      hash = finish(mix(mix(count, first), last));
    } else if (count > 16 && count <= 32) {
      long first = (long) LONGS.get(b, from);
      long second = (long) LONGS.get(b, from + 8);
      long third = (long) LONGS.get(b, end - 16);
      long last = (long) LONGS.get(b, end - 8);
      high = (first | second | third | last) & HIGH_BITS;
      separators = separators(first) | separators(second) | separators(third) | separators(last);
      hash = finish(mix(mix(mix(mix(count, first), second), third), last));
    } else {
      scanAny(b, from, end);
    }
  }

  private void scanAny(byte[] b, int from, int end) {
    long h = end - from;
    long all = 0;
    long found = 0;
    int i = from;
    for (; end - i >= 8; i += 8) {
      long word = (long) LONGS.get(b, i);
      all |= word;
      found |= separators(word);
      h = mix(h, word);
    }
    if (i < end) {
      long tail = 0;
      if (i + 8 <= b.length) {
        tail = (long) LONGS.get(b, i) & (1L << (end - i << 3)) - 1;
      } else {
        for (int shift = 0; i < end; i++, shift += 8) {
          tail |= (b[i] & 0xffL) << shift;
        }
      }
      all |= tail;
      found |= separators(tail);
      h = mix(h, tail);
    }
    hash = finish(h);
    high = all & HIGH_BITS;
    separators = found;
  }

  private static long mix(long hash, long word) {
    long h = (hash ^ word) * MULTIPLIER;
    return h ^ h >>> 32;
  }

  private static int finish(long hash) {
    long h = hash * MULTIPLIER;
    return (int) (h >>> 32);
  }

  /** Returns whether the last scanned text is ASCII. */
  boolean ascii() {
    return high == 0;
  }

  /** Returns whether the last scanned text contains a # or a /, after which IRIs are split. */
  boolean holdsSeparator() {
    return separators != 0;
  }

  /** Returns 0 if none of eight bytes is a # or a /, else another number. */
  private static long separators(long word) {
    long hashes = word ^ '#' * ONES;
    long slashes = word ^ '/' * ONES;
    return ((hashes - ONES & ~hashes) | (slashes - ONES & ~slashes)) & HIGH_BITS;
  }
}
