package io.github.jellybridge.borsh;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Caches the symbols of language tags and datatypes by their bytes. Most literals use one of a few,
 * and a short text is compared as one word instead of byte by byte.
 */
final class RecentSymbols {
  /** The id of a symbol that is not cached. */
  static final int UNKNOWN = -1;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final int SLOT_BITS = 6;
  private static final int WORD = 8;
  private static final long FACTOR = 0x9e3779b97f4a7c15L;

  private final byte[] block;
  // By slot: the last eight bytes, the offset and length of the text, and the symbol.
  private final long[] ends = new long[1 << SLOT_BITS];
  private final int[] offsets = new int[1 << SLOT_BITS];
  private final int[] lengths = new int[1 << SLOT_BITS];
  private final int[] symbols = new int[1 << SLOT_BITS];

  /**
   * Creates an empty cache.
   *
   * @param block has the texts, each of which ends after at least eight bytes of the block
   */
  RecentSymbols(byte[] block) {
    this.block = block;
    Arrays.fill(symbols, UNKNOWN);
  }

  /** Returns the symbol of a non-empty text; {@link #UNKNOWN} if it is not cached. */
  int find(int from, int to) {
    int length = to - from;
    long end = end(length, to);
    int slot = slot(end, length);
    boolean same =
        ends[slot] == end
            && lengths[slot] == length
            && (length <= WORD
                || Arrays.equals(
                    block, from, to - WORD, block, offsets[slot], offsets[slot] + length - WORD));
    return same ? symbols[slot] : UNKNOWN;
  }

  /** Caches the symbol of a non-empty text; replaces the one in its slot. */
  void put(int from, int to, int symbol) {
    int length = to - from;
    long end = end(length, to);
    int slot = slot(end, length);
    ends[slot] = end;
    offsets[slot] = from;
    lengths[slot] = length;
    symbols[slot] = symbol;
  }

  /** Returns the last eight bytes of a text, or all of a shorter one. */
  private long end(int length, int to) {
    return (long) LONGS.get(block, to - WORD) >>> Long.SIZE - (Math.min(length, WORD) << 3);
  }

  private static int slot(long end, int length) {
    return (int) ((end + length) * FACTOR >>> Long.SIZE - SLOT_BITS);
  }
}
