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

  int start(int i) {
    return starts[i];
  }

  int end(int i) {
    return ends[i];
  }
}
