package io.github.jellybridge.rdf;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Copies texts such as prefixes and names, which are short but vary in length unpredictably. */
public final class ShortText {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

  /** The unit of copying, in bytes. */
  public static final int UNIT = 32;

  private ShortText() {}

  /**
   * Copies a slice. May write up to {@link #UNIT} bytes to the target, if it has them. Both arrays
   * may be the same if the target is after the slice.
   */
  public static void copy(byte[] from, int fromAt, byte[] to, int toAt, int count) {
    if (count > UNIT || fromAt + UNIT > from.length || toAt + UNIT > to.length) {
      System.arraycopy(from, fromAt, to, toAt, count);
      return;
    }
    copyUnit(from, fromAt, to, toAt);
  }

  /** Copies {@link #UNIT} bytes, which must exist in both arrays. */
  public static void copyUnit(byte[] from, int fromAt, byte[] to, int toAt) {
    LONGS.set(to, toAt, (long) LONGS.get(from, fromAt));
    LONGS.set(to, toAt + 8, (long) LONGS.get(from, fromAt + 8));
    LONGS.set(to, toAt + 16, (long) LONGS.get(from, fromAt + 16));
    LONGS.set(to, toAt + 24, (long) LONGS.get(from, fromAt + 24));
  }
}
