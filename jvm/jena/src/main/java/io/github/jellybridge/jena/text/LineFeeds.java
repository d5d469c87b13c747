package io.github.jellybridge.jena.text;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Counts line feeds, eight bytes at a time, so that positions cost little. */
final class LineFeeds {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long FEEDS = 0x0a0a0a0a0a0a0a0aL;
  private static final long LOW_BITS = 0x7f7f7f7f7f7f7f7fL;

  private LineFeeds() {}

  static int count(byte[] b, int from, int to) {
    int count = 0;
    int i = from;
    for (; i <= to - Long.BYTES; i += Long.BYTES) {
      long x = (long) LONGS.get(b, i) ^ FEEDS;
      // Sets the highest bit of each byte that is not zero, which is one that was no line feed.
      count += Long.BYTES - Long.bitCount(((x & LOW_BITS) + LOW_BITS | x) & ~LOW_BITS);
    }
    for (; i < to; i++) {
      count += b[i] == '\n' ? 1 : 0;
    }
    return count;
  }
}
