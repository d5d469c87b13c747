package io.github.jellybridge.jelly.columns;

import io.github.jellybridge.jelly.JellyParseException;
import io.github.jellybridge.jelly.wire.WireReader;
import java.util.Arrays;

/** The numbers of a {@code repeated uint32} field, packed or not. */
final class Numbers {
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
      int b = d[p];
      if (b >= 0) {
        v[n++] = b;
        p++;
      } else if (end - p > 1 && d[p + 1] >= 0) {
        v[n++] = b & 0x7f | d[p + 1] << 7;
        p += 2;
      } else {
        v[n++] = (int) in.varint(p, end);
        p = in.next;
      }
    }
    size = n;
  }
}
