package io.github.jellybridge.ntriples;

import io.github.jellybridge.rdf.text.TokenScan;
import java.util.Arrays;

/** Recognizes short language tags, as numbers: those that a space follows within eight bytes. */
final class RecentLanguages {
  private static final int BITS = 6;
  private static final long SPACES = 0x2020202020202020L;
  private static final long ONES = 0x0101010101010101L;
  private static final long HIGH = 0x8080808080808080L;

  private final long[] tags = new long[1 << BITS];
  private final int[] symbols = new int[1 << BITS];

  /** Removes all tags, whose symbols are no longer valid. */
  void clear() {
    Arrays.fill(tags, 0);
    Arrays.fill(symbols, 0);
  }

  /** Returns the bytes from a position to the next space as a number; 0 if no space is near. */
  static long tag(byte[] b, int i) {
    long word = TokenScan.word(b, i);
    long others = word ^ SPACES;
    long spaces = others - ONES & ~others & HIGH;
    // All bytes below the first space.
    return spaces == 0 ? 0 : word & (spaces & -spaces) - 1 >>> 7;
  }

  /** Returns the length of a tag in bytes. */
  static int length(long tag) {
    return 8 - (Long.numberOfLeadingZeros(tag) >>> 3);
  }

  /** Returns the symbol of a tag, or 0 if it is unknown. */
  int find(long tag) {
    int slot = slot(tag);
    return tags[slot] == tag ? symbols[slot] : 0;
  }

  /** Stores the symbol of a tag if the tag is short and a space follows it. */
  void add(byte[] b, int from, int to, int symbol) {
    long tag = tag(b, from);
    if (tag != 0 && length(tag) == to - from) {
      int slot = slot(tag);
      tags[slot] = tag;
      symbols[slot] = symbol;
    }
  }

  private static int slot(long tag) {
    return (int) (tag * 0x9e3779b97f4a7c15L >>> 64 - BITS);
  }
}
