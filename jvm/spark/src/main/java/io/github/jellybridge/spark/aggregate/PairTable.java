package io.github.jellybridge.spark.aggregate;

import io.github.jellybridge.spark.filter.Hashing;
import java.util.Arrays;

/**
 * Gives dense ids to pairs of ints, which turns keys of several columns into one group number.
 *
 * <p>Open addressing; ids count from 0 in the order in which pairs are first seen.
 */
final class PairTable {
  private static final int START = 64;

  private long[] pairs = new long[START];
  // Two entries per slot, so that a look-up touches one cache line: the pair, and its id + 1 or 0.
  private long[] slots = new long[4 * START];
  private int size;

  int size() {
    return size;
  }

  /** Returns the id of a pair; a new pair gets the next id. */
  int intern(int left, int right) {
    long pair = (long) left << Integer.SIZE | (right & 0xFFFFFFFFL);
    int slot = find(slots, pair);
    if (slots[slot + 1] != 0) {
      return (int) slots[slot + 1] - 1;
    }
    if (size == pairs.length) {
      pairs = Arrays.copyOf(pairs, size * 2);
    }
    pairs[size] = pair;
    slots[slot] = pair;
    slots[slot + 1] = ++size;
    if (size * 4 > slots.length) {
      slots = rehashed();
    }
    return size - 1;
  }

  /** Finds the slot that holds a pair, or the free slot for it. */
  private static int find(long[] slots, long pair) {
    int mask = slots.length - 2;
    int slot = Hashing.of(pair) << 1 & mask;
    while (slots[slot + 1] != 0 && slots[slot] != pair) {
      slot = slot + 2 & mask;
    }
    return slot;
  }

  int left(int id) {
    return (int) (pairs[id] >>> Integer.SIZE);
  }

  int right(int id) {
    return (int) pairs[id];
  }

  /** Bytes in use. */
  long bytes() {
    return ((long) size + slots.length) * Long.BYTES;
  }

  /** Forgets all pairs. */
  void clear() {
    slots = Hashing.emptied(slots, 4 * size);
    size = 0;
  }

  private long[] rehashed() {
    long[] bigger = new long[slots.length * 2];
    for (int id = 0; id < size; id++) {
      int slot = find(bigger, pairs[id]);
      bigger[slot] = pairs[id];
      bigger[slot + 1] = id + 1;
    }
    return bigger;
  }
}
