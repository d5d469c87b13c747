package io.github.jellybridge.jelly.statistics;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** The hash function XXH64 with seed 0 (specification of xxHash, "XXH64 algorithm description"). */
final class Xxh64 {
  private static final long P1 = 0x9E3779B185EBCA87L;
  private static final long P2 = 0xC2B2AE3D27D4EB4FL;
  private static final long P3 = 0x165667B19E3779F9L;
  private static final long P4 = 0x85EBCA77C2B2AE63L;
  private static final long P5 = 0x27D4EB2F165667C5L;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private Xxh64() {}

  /** Returns the hash of the bytes [from, to). */
  static long hash(byte[] d, int from, int to) {
    int p = from;
    long h;
    if (to - from >= 32) {
      long a = P1 + P2;
      long b = P2;
      long c = 0;
      long e = -P1;
      for (; p <= to - 32; p += 32) {
        a = round(a, (long) LONGS.get(d, p));
        b = round(b, (long) LONGS.get(d, p + 8));
        c = round(c, (long) LONGS.get(d, p + 16));
        e = round(e, (long) LONGS.get(d, p + 24));
      }
      h =
          Long.rotateLeft(a, 1)
              + Long.rotateLeft(b, 7)
              + Long.rotateLeft(c, 12)
              + Long.rotateLeft(e, 18);
      h = merge(merge(merge(merge(h, a), b), c), e);
    } else {
      h = P5;
    }
    h += to - from;
    for (; p <= to - 8; p += 8) {
      h = Long.rotateLeft(h ^ round(0, (long) LONGS.get(d, p)), 27) * P1 + P4;
    }
    if (p <= to - 4) {
      h = Long.rotateLeft(h ^ ((int) INTS.get(d, p) & 0xFFFFFFFFL) * P1, 23) * P2 + P3;
      p += 4;
    }
    for (; p < to; p++) {
      h = Long.rotateLeft(h ^ (d[p] & 0xFF) * P5, 11) * P1;
    }
    h = (h ^ h >>> 33) * P2;
    h = (h ^ h >>> 29) * P3;
    return h ^ h >>> 32;
  }

  private static long round(long lane, long input) {
    return Long.rotateLeft(lane + input * P2, 31) * P1;
  }

  private static long merge(long h, long lane) {
    return (h ^ round(0, lane)) * P1 + P4;
  }
}
