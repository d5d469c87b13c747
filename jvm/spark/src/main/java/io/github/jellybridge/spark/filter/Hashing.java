package io.github.jellybridge.spark.filter;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Hashes for open-addressing tables: bytes eight at a time, and pairs of ints.
 *
 * <p>Multiplicative hashing; the high half of a product is folded into the low one.
 */
public final class Hashing {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  // Odd constants with well-spread bits: 2^64 / golden ratio, and a prime of the same size.
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;
  private static final long OTHER = 0xC2B2AE3D27D4EB4FL;

  private Hashing() {}

  public static int bytes(byte[] bytes, int offset, int length) {
    long hash = length * GOLDEN;
    int i = offset;
    int end = offset + length;
    for (; i <= end - Long.BYTES; i += Long.BYTES) {
      hash = mix(hash ^ (long) LONGS.get(bytes, i));
    }
    if (i <= end - Integer.BYTES) {
      hash = mix(hash ^ (int) INTS.get(bytes, i));
      i += Integer.BYTES;
    }
    long tail = 0;
    for (; i < end; i++) {
      tail = tail << Byte.SIZE | (bytes[i] & 0xFF);
    }
    return fold(mix(hash ^ tail));
  }

  public static int of(long value) {
    return fold(mix(value));
  }

  /**
   * Returns an empty slot array in place of a used one. Clears and returns the same array, unless
   * it was much too large for its content: a large, mostly empty array only costs cache misses.
   *
   * @param needed the number of entries that the used array held
   */
  public static long[] emptied(long[] slots, int needed) {
    long wanted = Math.max(256, 4L * needed);
    if (slots.length > wanted) {
      return new long[(int) Long.highestOneBit(wanted)];
    }
    Arrays.fill(slots, 0);
    return slots;
  }

  private static long mix(long value) {
    long product = value * GOLDEN;
    return (product ^ (product >>> 32)) * OTHER;
  }

  private static int fold(long hash) {
    return (int) (hash ^ (hash >>> 32));
  }
}
