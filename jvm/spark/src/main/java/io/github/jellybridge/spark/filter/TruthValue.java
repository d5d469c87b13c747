package io.github.jellybridge.spark.filter;

/**
 * SQL's three truth values as bytes, numbered so that AND is the maximum and OR the minimum.
 *
 * <p>0 stays free: it marks an entry of a cache that is not decided yet.
 */
final class TruthValue {
  static final byte UNDECIDED = 0;
  static final byte TRUE = 1;
  static final byte NULL = 2;
  static final byte FALSE = 3;

  private TruthValue() {}

  static byte of(boolean value) {
    return value ? TRUE : FALSE;
  }

  static byte not(byte verdict) {
    return (byte) (4 - verdict);
  }
}
