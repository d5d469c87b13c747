package io.github.jellybridge.spark.filter;

/**
 * SQL's three truth values as bytes, numbered so that AND is the maximum and OR the minimum.
 *
 * <p>0 is not used, so that caches can mark undecided entries with it.
 */
public final class TruthValue {
  static final byte UNDECIDED = 0;
  public static final byte TRUE = 1;
  public static final byte NULL = 2;
  public static final byte FALSE = 3;

  private TruthValue() {}

  public static byte of(boolean value) {
    return value ? TRUE : FALSE;
  }

  public static byte not(byte value) {
    return (byte) (4 - value);
  }
}
