/** The units in which SQL measures the length of a string. */
package io.github.jellybridge.spark.jelly.pushdown;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Optional;

/** What CHAR_LENGTH, OCTET_LENGTH and BIT_LENGTH count. */
enum LengthUnit {
  CHAR_LENGTH,
  OCTET_LENGTH,
  BIT_LENGTH;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
  private static final long HIGH_BITS = 0x8080808080808080L;

  static Optional<LengthUnit> of(String function) {
    return switch (function) {
      case "CHAR_LENGTH" -> Optional.of(CHAR_LENGTH);
      case "OCTET_LENGTH" -> Optional.of(OCTET_LENGTH);
      case "BIT_LENGTH" -> Optional.of(BIT_LENGTH);
      default -> Optional.empty();
    };
  }

  /** The length of well-formed UTF-8 in this unit. */
  int measure(TermBytes text) {
    return switch (this) {
      case CHAR_LENGTH -> characters(text.bytes, text.offset, text.length);
      case OCTET_LENGTH -> text.length;
      case BIT_LENGTH -> text.length * Byte.SIZE;
    };
  }

  /** Counts code points: all bytes but those that continue one (10xxxxxx). */
  static int characters(byte[] bytes, int offset, int length) {
    int count = length;
    int i = offset;
    int end = offset + length;
    for (; i <= end - Long.BYTES; i += Long.BYTES) {
      long word = (long) LONGS.get(bytes, i) & HIGH_BITS;
      if (word != 0) {
        long second = ((long) LONGS.get(bytes, i) << 1) & HIGH_BITS;
        count -= Long.bitCount(word & ~second);
      }
    }
    for (; i < end; i++) {
      if ((bytes[i] & 0xC0) == 0x80) {
        count--;
      }
    }
    return count;
  }
}
