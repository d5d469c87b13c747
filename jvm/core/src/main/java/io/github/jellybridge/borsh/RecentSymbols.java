package io.github.jellybridge.borsh;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Remembers the symbols of language tags and datatypes by their bytes: most terms have one of a
 * few, and of the short ones no byte has to be looked at by itself.
 */
final class RecentSymbols {
  /** The id of a symbol that is not remembered. */
  static final int UNKNOWN = -1;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final int SLOT_BITS = 6;
  private static final int WORD = 8;
  private static final long FACTOR = 0x9e3779b97f4a7c15L;

  private final byte[] block;
  // By slot: the last eight bytes, where all of them are, how many, and the symbol.
  private final long[] ends = new long[1 << SLOT_BITS];
  private final int[] offsets = new int[1 << SLOT_BITS];
  private final int[] lengths = new int[1 << SLOT_BITS];
  private final int[] symbols = new int[1 << SLOT_BITS];

  /**
   * Remembers nothing yet.
   *
   * @param block has the texts, at least eight bytes before the end of each
   */
  RecentSymbols(byte[] block) {
    this.block = block;
    Arrays.fill(symbols, UNKNOWN);
  }

  /** Returns the symbol of a text that is not empty; {@link #UNKNOWN} if it is not remembered. */
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

  /** Remembers the symbol of a text that is not empty, and forgets another one for it. */
  void put(int from, int to, int symbol) {
    int length = to - from;
    long end = end(length, to);
    int slot = slot(end, length);
    ends[slot] = end;
    offsets[slot] = from;
    lengths[slot] = length;
    symbols[slot] = symbol;
  }

  /** Returns the last bytes of a text: eight, or all of them. */
  private long end(int length, int to) {
    return (long) LONGS.get(block, to - WORD) >>> Long.SIZE - (Math.min(length, WORD) << 3);
  }

  private static int slot(long end, int length) {
    return (int) ((end + length) * FACTOR >>> Long.SIZE - SLOT_BITS);
  }
}
