package io.github.jellybridge.jelly.statistics;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * A split block Bloom filter over XXH64 hashes, with the bytes that Parquet defines for it (Parquet
 * format, "Bloom Filter"): blocks of eight little-endian words of 32 bits. A value sets one bit in
 * each word of one block.
 */
public final class BloomFilter {
  /** Bytes of a block. */
  private static final int BLOCK = 32;

  /** Bits for each value that make about one wrong answer in a hundred. */
  private static final int GOOD_BITS = 10;

  /** Bits for each value below which a filter says "perhaps" too often to be worth its bytes. */
  private static final int LEAST_BITS = 5;

  private static final int[] SALT = {
    0x47b6137b, 0x44974d91, 0x8824ad5b, 0xa2b7289d, 0x705495c7, 0x2df1424b, 0x9efc4947, 0x5c6bfb31
  };

  private final ByteBuffer words;

  private BloomFilter(ByteBuffer words) {
    this.words = words.order(ByteOrder.LITTLE_ENDIAN);
  }

  /**
   * Returns a filter of its stored bytes.
   *
   * @param stored where the statistics say that they are
   * @return null if the bytes are not those that were written
   */
  public static BloomFilter of(byte[] bytes, ColumnStatistics.Bloom stored) {
    return bytes.length == stored.length()
            && isLength(bytes.length)
            && checksum(bytes) == stored.checksum()
        ? new BloomFilter(ByteBuffer.wrap(bytes))
        : null;
  }

  /** Returns the checksum of the bytes of a filter. */
  static int checksum(byte[] bytes) {
    CRC32C sum = new CRC32C();
    sum.update(bytes);
    return (int) sum.getValue();
  }

  /** Returns whether a filter can have this number of bytes. */
  static boolean isLength(long bytes) {
    return bytes > 0 && bytes % BLOCK == 0;
  }

  /**
   * Returns the bytes of a filter.
   *
   * @param hashes the hashes of the values; some may occur several times
   * @param count the number of hashes
   * @param distinct about how many of them are different
   * @param maxBytes the bytes that the filter may take
   * @return null if a filter of that size would be useless
   */
  static byte[] build(long[] hashes, int count, long distinct, long maxBytes) {
    long wanted = (distinct * GOOD_BITS / Byte.SIZE + BLOCK - 1) / BLOCK * BLOCK;
    long bytes = Math.min(wanted, Math.min(maxBytes, Integer.MAX_VALUE) / BLOCK * BLOCK);
    if (count == 0 || bytes * Byte.SIZE < distinct * LEAST_BITS) {
      return null;
    }
    ByteBuffer words = ByteBuffer.allocate((int) bytes);
    BloomFilter filter = new BloomFilter(words);
    for (int i = 0; i < count; i++) {
      filter.add(hashes[i]);
    }
    return words.array();
  }

  private void add(long hash) {
    int block = block(hash);
    for (int i = 0; i < SALT.length; i++) {
      int at = block + i * Integer.BYTES;
      words.putInt(at, words.getInt(at) | bit((int) hash, i));
    }
  }

  /** Returns false if the value is not among those of the filter. */
  public boolean mayContain(byte[] value) {
    long hash = Xxh64.hash(value, 0, value.length);
    int block = block(hash);
    for (int i = 0; i < SALT.length; i++) {
      if ((words.getInt(block + i * Integer.BYTES) & bit((int) hash, i)) == 0) {
        return false;
      }
    }
    return true;
  }

  private int block(long hash) {
    long blocks = words.capacity() / BLOCK;
    return (int) ((hash >>> Integer.SIZE) * blocks >>> Integer.SIZE) * BLOCK;
  }

  private static int bit(int hash, int word) {
    return 1 << (hash * SALT[word] >>> 27);
  }
}
