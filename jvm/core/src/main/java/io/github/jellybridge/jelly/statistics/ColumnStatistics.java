package io.github.jellybridge.jelly.statistics;

import io.github.jellybridge.rdf.TermKind;
import java.util.Arrays;
import java.util.List;

/**
 * Statistics of one column of a part of a file. Values are UTF-8, ordered by unsigned bytes.
 *
 * @param kinds the kinds of its terms: bit {@code 1 << kind} of {@link TermKind}, and {@link
 *     #COLON_LABELS}
 * @param distinct the number of different IRIs and literals, estimated; literals that differ only
 *     in their language or datatype count once
 * @param min a lower bound of the values of IRIs and literals; null without such terms
 * @param max the greatest value of IRIs and literals, of which only the first {@link #MAX_BOUND}
 *     bytes are kept; null without such terms
 * @param terms all terms with their numbers of statements; null if they are not known
 * @param languages all language tags; null if they are not known
 * @param datatypes all datatypes except {@code xsd:string}; null if they are not known
 * @param bloom where the Bloom filter of the values of IRIs and literals is; null for none
 */
public record ColumnStatistics(
    int kinds,
    long distinct,
    byte[] min,
    byte[] max,
    List<TermCount> terms,
    List<byte[]> languages,
    List<byte[]> datatypes,
    Bloom bloom) {

  /** The bit in {@link #kinds} for labels of blank nodes that have a colon, as IRIs do. */
  public static final int COLON_LABELS = 1 << 5;

  /** The longest bound, in bytes. Longer values are cut. */
  public static final int MAX_BOUND = 128;

  /**
   * Where the bytes of a Bloom filter are.
   *
   * @param offset offset in the file of the first byte
   * @param length number of bytes
   * @param checksum their CRC-32C
   */
  public record Bloom(long offset, int length, int checksum) {}

  /** Returns whether terms of a kind may occur. */
  public boolean has(byte kind) {
    return (kinds & 1 << kind) != 0;
  }

  /** Returns whether an IRI or literal may have exactly this value, by the bounds. */
  public boolean mayEqual(byte[] value) {
    return mayReach(value) && Arrays.compareUnsigned(min, value) <= 0;
  }

  /** Returns whether an IRI or literal may start with these bytes. */
  public boolean mayStartWith(byte[] prefix) {
    if (!mayReach(prefix)) {
      return false;
    }
    int length = Math.min(prefix.length, min.length);
    return Arrays.compareUnsigned(min, 0, length, prefix, 0, prefix.length) <= 0;
  }

  /** Returns whether an IRI or literal may have a value less than this one, or equal to it. */
  public boolean mayBeAtMost(byte[] value) {
    return min != null && Arrays.compareUnsigned(min, value) <= 0;
  }

  /** Returns whether an IRI or literal may have this value or a greater one. */
  public boolean mayReach(byte[] value) {
    if (max == null) {
      return false;
    }
    // A bound that was cut stands for every value that starts with it.
    int length = max.length < MAX_BOUND ? value.length : Math.min(value.length, MAX_BOUND);
    return Arrays.compareUnsigned(max, 0, max.length, value, 0, length) >= 0;
  }
}
