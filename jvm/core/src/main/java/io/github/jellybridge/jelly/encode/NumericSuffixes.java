package io.github.jellybridge.jelly.encode;

/**
 * Which IRIs that end in a number are split inside of it, such as {@code
 * http://example.org/p134028} before {@code 028}. IRIs that count up then share a few names, {@code
 * 000} to {@code 999}, instead of having one each, which take more bytes in a patch than the IRIs
 * themselves.
 *
 * <p>A prefix is longer than a name, so it has to be shared to pay. Hence one is made only after
 * {@value #MISSES} IRIs that it would have served, and only if few others came between: they are
 * counted in as many slots as there are prefixes, where one drives out another.
 */
final class NumericSuffixes {
  private static final int MISSES = 4;

  /** How much of the name lookup the numbers may take: one in so many. */
  private static final int SHARE = 4;

  private final int digits;
  // By the hash of a prefix: that hash, and how many IRIs would have used it.
  private final int[] hashes;
  private final int[] misses;

  /**
   * Makes slots for lookups of some sizes.
   *
   * @param names entries of the name lookup; with fewer than 400 nothing is split
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

  /** Returns how many digits become a name. */
  int digits() {
    return digits;
  }

  /** Tells whether a name ends in a number with something before its last digits. */
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

  /** Notes an IRI that a prefix which is not there would have served; tells whether to make it. */
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
