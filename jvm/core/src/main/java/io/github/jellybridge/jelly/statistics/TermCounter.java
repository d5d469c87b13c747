package io.github.jellybridge.jelly.statistics;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Counts how often each of a few byte strings occurs; gives up when they are too many. */
final class TermCounter {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final int most;
  private final byte[][] values;
  private final long[] counts;
  private final byte[] slots;

  // Which slots hold the number of a string.
  private final boolean[] used;

  private int size;
  private boolean complete = true;

  /**
   * Creates a counter.
   *
   * @param most the largest number of different strings, at most 256
   */
  TermCounter(int most) {
    this.most = most;
    this.values = new byte[most][];
    this.counts = new long[most];
    this.slots = new byte[4 * Integer.highestOneBit(most)];
    this.used = new boolean[slots.length];
  }

  /**
   * Adds occurrences of a string.
   *
   * @return whether the string is known from an earlier call
   */
  boolean add(byte[] d, int from, int to, long occurrences) {
    if (!complete) {
      return false;
    }
    int mask = slots.length - 1;
    int slot = hash(d, from, to) & mask;
    while (used[slot]) {
      int index = slots[slot] & 0xFF;
      byte[] known = values[index];
      if (isSame(known, d, from, to)) {
        counts[index] += occurrences;
        return true;
      }
      slot = slot + 1 & mask;
    }
    if (size == most) {
      complete = false;
      return false;
    }
    values[size] = Arrays.copyOfRange(d, from, to);
    counts[size] = occurrences;
    used[slot] = true;
    slots[slot] = (byte) size++;
    return false;
  }

  /** Hashes the last 16 bytes, in which IRIs differ most, and the length. */
  private static int hash(byte[] d, int from, int to) {
    long h = to - from;
    if (to - from < 2 * Long.BYTES) {
      for (int i = from; i < to; i++) {
        h = 31 * h + d[i];
      }
    } else {
      h += (long) LONGS.get(d, to - 8) + 31 * (long) LONGS.get(d, to - 16);
    }
    return (int) (h * 0x9e3779b97f4a7c15L >>> 48);
  }

  /** Compares whole words, of which the last two may overlap: lengths vary unpredictably. */
  private static boolean isSame(byte[] known, byte[] d, int from, int to) {
    int length = to - from;
    if (known.length != length) {
      return false;
    }
    if (length < Long.BYTES) {
      return Arrays.equals(known, 0, length, d, from, to);
    }
    int last = length - Long.BYTES;
    for (int i = 0; i < last; i += Long.BYTES) {
      if ((long) LONGS.get(known, i) != (long) LONGS.get(d, from + i)) {
        return false;
      }
    }
    return (long) LONGS.get(known, last) == (long) LONGS.get(d, from + last);
  }

  /** Gives up: the strings are not all known. */
  void giveUp() {
    complete = false;
  }

  /** Returns whether all strings are known. */
  boolean complete() {
    return complete;
  }

  /** Returns the strings with their numbers, as terms of a kind. */
  List<TermCount> counts(byte kind) {
    List<TermCount> all = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      all.add(new TermCount(kind, values[i], counts[i]));
    }
    return all;
  }

  /** Returns the strings. */
  List<byte[]> values() {
    return List.of(Arrays.copyOf(values, size));
  }

  /** Forgets all strings. */
  void clear() {
    Arrays.fill(used, false);
    size = 0;
    complete = true;
  }
}
