package io.github.jellybridge.jelly.columns;

import java.util.Arrays;

/** Slices of the chunk: the strings or messages of a repeated field. */
final class Slices {
  private int[] starts = new int[16];
  private int[] ends = new int[16];
  int size;

  void clear() {
    size = 0;
  }

  void add(int start, int end) {
    if (size == starts.length) {
      starts = Arrays.copyOf(starts, 2 * size);
      ends = Arrays.copyOf(ends, 2 * size);
    }
    starts[size] = start;
    ends[size] = end;
    size++;
  }

  /**
   * Adds the bodies of fields in their usual form: a given tag of one byte, a length of one or two.
   *
   * @return the start of the first field in another form
   */
  int addAll(byte[] d, int tag, int from, int to) {
    int p = from;
    while (p < to && d[p] == tag) {
      int length = d[p + 1];
      int start = p + 2;
      if (length < 0) {
        if (d[start] < 0) {
          return p;
        }
        length = length & 0x7f | d[start++] << 7;
      }
      if (length > to - start) {
        return p;
      }
      p = start + length;
      add(start, p);
    }
    return p;
  }

  int start(int i) {
    return starts[i];
  }

  int end(int i) {
    return ends[i];
  }
}
