package io.github.jellybridge.jelly.encode;

/**
 * Decides which IRIs that end in a number are split inside the number, such as {@code
 * http://example.org/p134028} before {@code 028}. Numbered IRIs then share a few names, {@code 000}
 * to {@code 999}. One name per IRI would take more bytes in a patch than the IRIs themselves.
 *
 * <p>A prefix is longer than a name, so it saves bytes only if several IRIs share it. Hence a
 * prefix is defined only after {@value #MISSES} IRIs that could have used it, with few others in
 * between. They are counted in as many slots as there are prefixes; a new prefix evicts the one in
 * its slot.
 */
final class NumericSuffixes {
  private static final int MISSES = 4;

  /** The numbers may take 1/SHARE of the name lookup. */
  private static final int SHARE = 4;

  private final int digits;
  // Per slot: the hash of a prefix, and the number of IRIs that could have used it.
  private final int[] hashes;
  private final int[] misses;

  /**
   * Creates slots for lookups of the given sizes.
   *
   * @param names entries of the name lookup; below 400, no number is split
   * @param prefixes entries of the prefix lookup
   */
  NumericSuffixes(int names, int prefixes) {
    int fitting = 0;
    for (long numbers = 10; numbers * SHARE <= names && fitting < 3; numbers *= 10) {
      fitting++;
    }
    digits = fitting < 2 || prefixes == 0 ? 0 : fitting;
    hashes = new int[Math.max(1, Integer.highestOneBit(prefixes))];
    misses = new int[hashes.length];
  }

  /** Returns the number of digits that become a name. */
  int digits() {
    return digits;
  }

  /** Returns whether a name ends in enough digits, with other characters before them. */
  boolean splits(byte[] d, int from, int length) {
    int end = from + length;
    if (digits == 0 || length <= digits) {
      return false;
    }
    for (int i = end - digits; i < end; i++) {
      if (d[i] < '0' || d[i] > '9') {
        return false;
      }
    }
    return true;
  }

  /** Counts an IRI that could have used an undefined prefix; returns whether to define it. */
  boolean missed(int hash) {
    int slot = hash & hashes.length - 1;
    if (hashes[slot] != hash) {
      hashes[slot] = hash;
      misses[slot] = 0;
    }
    if (++misses[slot] < MISSES) {
      return false;
    }
    misses[slot] = 0;
    return true;
  }
}
