package io.github.jellybridge.borsh;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** The quads of a file as numbers that sort like their (g, s, p, o) ids. */
final class QuadSet {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  /** Maximum number of quads: as many as fit in a block that LZ4 compresses at once. */
  static final int MAX_QUADS =
      (BorshConstants.MAX_LZ4_INPUT - BorshConstants.INT) / BorshConstants.QUAD_BYTES;

  private long[] quads = new long[1 << 10];
  private int size;

  /** Removes all quads. */
  void clear() {
    size = 0;
  }

  /** Returns the number of quads, including duplicates. */
  int size() {
    return size;
  }

  /** Adds a quad; returns false if the set is full, even after duplicates were dropped. */
  boolean add(int g, int s, int p, int o) {
    if (size == quads.length) {
      if (size == MAX_QUADS) {
        sortUnique();
        if (size == MAX_QUADS) {
          return false;
        }
      } else {
        quads = Arrays.copyOf(quads, (int) Math.min(size * 2L, MAX_QUADS));
      }
    }
    quads[size++] = (long) g << 48 | (long) s << 32 | (long) p << 16 | o;
    return true;
  }

  /** Sorts the quads and drops duplicates. */
  void sortUnique() {
    // Java's longs are signed: inverting the highest bit gives the order of unsigned numbers.
    for (int i = 0; i < size; i++) {
      quads[i] ^= Long.MIN_VALUE;
    }
    Arrays.sort(quads, 0, size);
    int kept = 0;
    for (int i = 0; i < size; i++) {
      if (i == 0 || quads[i] != quads[i - 1]) {
        quads[kept++] = quads[i];
      }
    }
    size = kept;
    for (int i = 0; i < size; i++) {
      quads[i] ^= Long.MIN_VALUE;
    }
  }

  /** Returns the block to write ("Quads Section"). */
  byte[] block() {
    byte[] block = new byte[BorshConstants.INT + BorshConstants.QUAD_BYTES * size];
    INTS.set(block, 0, size);
    for (int i = 0; i < size; i++) {
      long q = quads[i];
      long entry = q >>> 48 | (q >>> 32 & 0xffff) << 16 | (q >>> 16 & 0xffff) << 32 | q << 48;
      LONGS.set(block, BorshConstants.INT + BorshConstants.QUAD_BYTES * i, entry);
    }
    return block;
  }
}
