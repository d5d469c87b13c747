package io.github.jellybridge.jelly;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Takes an RdfIri message with ids below 2^14 apart as one number, without branching on which ids
 * are there: how one IRI differs from the last cannot be predicted.
 */
final class IriMessage {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private IriMessage() {}

  /**
   * Returns the bytes of a message as a number, zero behind its end: [08 prefix prefix] [10 name
   * name].
   */
  static long read(byte[] d, int from, int length) {
    return (long) LONGS.get(d, from) & (1L << (length << 3)) - 1;
  }

  /** Returns 1 if there is a prefix, else 0. */
  private static int hasPrefix(long w) {
    return (int) w >>> 3 & 1;
  }

  /** Returns 1 if there is a prefix whose id takes two bytes, else 0. */
  private static int hasLongPrefix(long w) {
    return (int) w >>> 15 & (int) w >>> 3 & 1;
  }

  /** Returns the message without the prefix. */
  private static int namePart(long w) {
    return (int) (w >>> (hasPrefix(w) << 4) + (hasLongPrefix(w) << 3));
  }

  /** Tells whether tags, ends of ids, or the length are other than in the usual form. */
  static boolean unusual(long w, int length) {
    int v = namePart(w);
    int used = (hasPrefix(w) << 1) + hasLongPrefix(w) + (v >>> 3 & 2) + (v >>> 15 & 1);
    int other = (int) w & 0xf7 & -hasPrefix(w) | (int) w & 0x800000 & -hasLongPrefix(w);
    return (other | v & 0xef | v & 0xff800000 | used ^ length) != 0;
  }

  /** Returns the prefix id as coded, 0 if it is not there. */
  static int prefixId(long w) {
    int low = (int) w >>> 8 & 0x7f & -hasPrefix(w);
    return low | (int) w >>> 9 & 0x3f80 & -hasLongPrefix(w);
  }

  /** Returns the name id as coded, 0 if it is not there. */
  static int nameId(long w) {
    int v = namePart(w);
    return v >>> 8 & 0x7f | v >>> 9 & 0x3f80;
  }
}
