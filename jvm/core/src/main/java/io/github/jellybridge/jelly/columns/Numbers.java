package io.github.jellybridge.jelly.columns;

import io.github.jellybridge.jelly.JellyParseException;
import io.github.jellybridge.jelly.wire.WireReader;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** The numbers of a {@code repeated uint32} field, packed or not. */
final class Numbers {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long HIGH_BITS = 0x8080808080808080L;
  private static final int WORD = 8;

  /** A word has at least so many numbers of one or two bytes. */
  private static final int FEW = 4;

  int[] values = new int[64];
  int size;

  /** Start of the first field in the chunk, for errors. */
  int at;

  void clear() {
    size = 0;
  }

  /** Adds a value. */
  void add(int value) {
    if (size == values.length) {
      values = Arrays.copyOf(values, 2 * size);
    }
    values[size++] = value;
  }

  /**
   * Adds the numbers of a field whose body is in {@code in.bodyStart} and {@code in.bodyEnd}.
   *
   * @param name the field in errors
   */
  void add(WireReader in, int tag, int start, String name) throws JellyParseException {
    if (size == 0) {
      at = start;
    }
    if ((tag & 7) == WireReader.VARINT) {
      add((int) in.varint(in.bodyStart, in.bodyEnd));
      return;
    }
    in.expectType(tag, WireReader.LEN, name, start);
    int p = in.bodyStart;
    int end = in.bodyEnd;
    // Each number takes at least a byte.
    int needed = size + end - p;
    if (needed > values.length) {
      values = Arrays.copyOf(values, Math.max(needed, 2 * values.length));
    }
    byte[] d = in.data;
    int[] v = values;
    int n = size;
    while (end - p >= WORD) {
      long word = (long) LONGS.get(d, p);
      if ((word & HIGH_BITS) == 0) {
        for (int i = 0; i < WORD; i++) {
          v[n + i] = (int) (word >>> (i << 3)) & 0x7f;
        }
        n += WORD;
        p += WORD;
      } else if ((word & word >>> 8 & HIGH_BITS) == 0) {
        p += few(word, v, n);
        n += FEW;
      } else {
        v[n++] = (int) in.varint(p, end);
        p = in.next;
      }
    }
    while (p < end) {
      v[n++] = (int) in.varint(p, end);
      p = in.next;
    }
    size = n;
  }

  /**
   * Reads the first numbers of a word, each of one or two bytes. No branch on their lengths, which
   * alternate unpredictably, and no number waits for the one before it.
   *
   * @return how many bytes they have
   */
  private static int few(long word, int[] to, int at) {
    // The highest bit of the last byte of each number.
    long last = ~word & HIGH_BITS;
    int from = 0;
    for (int i = 0; i < FEW; i++) {
      long number = word >>> from;
      long second = number >>> 1 & 0x3f80 & -(number >>> 7 & 1);
      to[at + i] = (int) (number & 0x7f | second);
      from = Long.numberOfTrailingZeros(last) + 1;
      last &= last - 1;
    }
    return from >>> 3;
  }
}
