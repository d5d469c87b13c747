/** Gives dense ids to pairs of ints: how keys of several columns become one group number. */
package io.github.jellybridge.spark.jelly.pushdown;

import java.util.Arrays;

/** Open addressing; ids count from 0 in the order in which pairs are first seen. */
final class PairTable {
  private static final int START = 64;

  private long[] pairs = new long[START];
  private int[] slots = new int[2 * START];
  private int size;

  int size() {
    return size;
  }

  /** The id of a pair, given to it now if it is new. */
  int intern(int left, int right) {
    long pair = (long) left << Integer.SIZE | (right & 0xFFFFFFFFL);
    int mask = slots.length - 1;
    int slot = Hashing.of(pair) & mask;
    while (slots[slot] != 0) {
      int id = slots[slot] - 1;
      if (pairs[id] == pair) {
        return id;
      }
      slot = (slot + 1) & mask;
    }
    if (size == pairs.length) {
      pairs = Arrays.copyOf(pairs, size * 2);
    }
    pairs[size] = pair;
    slots[slot] = ++size;
    if (size * 2 > slots.length) {
      rehash();
    }
    return size - 1;
  }

  int left(int id) {
    return (int) (pairs[id] >>> Integer.SIZE);
  }

  int right(int id) {
    return (int) pairs[id];
  }

  /** Bytes in use. */
  long bytes() {
    return (long) size * Long.BYTES + (long) slots.length * Integer.BYTES;
  }

  /** Forgets all pairs. */
  void clear() {
    int before = size;
    size = 0;
    slots = Hashing.emptied(slots, before);
  }

  private void rehash() {
    int[] bigger = new int[slots.length * 2];
    int mask = bigger.length - 1;
    for (int id = 0; id < size; id++) {
      int slot = Hashing.of(pairs[id]) & mask;
      while (bigger[slot] != 0) {
        slot = (slot + 1) & mask;
      }
      bigger[slot] = id + 1;
    }
    slots = bigger;
  }
}
