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

  /** Numbers that are read one by one before the next attempt to read a whole word. */
  private static final int STRETCH = 4;

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
    while (p < end) {
      long word = (long) LONGS.get(d, p);
      if ((word & HIGH_BITS) == 0 && end - p >= WORD) {
        for (int i = 0; i < WORD; i++) {
          v[n + i] = (int) (word >>> (i << 3)) & 0x7f;
        }
        n += WORD;
        p += WORD;
        continue;
      }
      // No branch on the length: numbers of one byte and of two alternate unpredictably.
      for (int i = 0; i < STRETCH && p < end; i++) {
        int b = d[p];
        int second = d[p + 1];
        int two = b >>> 31;
        if ((b & second) < 0 || p + two >= end) {
          v[n++] = (int) in.varint(p, end);
          p = in.next;
        } else {
          v[n++] = b & 0x7f | second << 7 & -two;
          p += 1 + two;
        }
      }
    }
    size = n;
  }
}
