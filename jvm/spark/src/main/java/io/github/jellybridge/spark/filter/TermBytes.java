package io.github.jellybridge.spark.filter;

import io.github.jellybridge.rdf.NTriples;
import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TermTable;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The bytes of one part of one term, found without copying if the table holds them.
 *
 * <p>A reusable slice of UTF-8 that points to one part of a term after another.
 */
public final class TermBytes {
  private static final byte[][] LABELS = labels();

  public byte[] bytes;
  public int offset;
  public int length;

  /** The UTF-8 label of a kind that is not NONE. */
  public static byte[] label(byte kind) {
    return LABELS[kind];
  }

  /**
   * Points the slice at a part of a term.
   *
   * @param part any but {@link TermPart#TERM}, which has no bytes
   * @return false when that part is null
   */
  public boolean load(TermTable terms, int id, TermPart part) {
    if (id == TermTable.NO_TERM) {
      return false;
    }
    switch (part) {
      case VALUE -> {
        offset = terms.valueOffset(id);
        length = terms.valueLength(id);
        bytes = terms.data();
        return true;
      }
      case KIND -> {
        return set(LABELS[terms.kind(id)]);
      }
      case LANG -> {
        int symbol = terms.langId(id);
        return symbol != 0 && set(terms.symbols().bytes(symbol));
      }
      case DATATYPE -> {
        int symbol = terms.datatypeId(id);
        return symbol != 0 && set(terms.symbols().bytes(symbol));
      }
      case TEXT -> {
        return set(NTriples.term(terms, id));
      }
      default -> throw new IllegalArgumentException("a whole term has no bytes");
    }
  }

  /** Tells whether a part of a term is null, without reading its bytes. */
  public static boolean isNull(TermTable terms, int id, TermPart part) {
    return id == TermTable.NO_TERM
        || (part == TermPart.LANG && terms.langId(id) == 0)
        || (part == TermPart.DATATYPE && terms.datatypeId(id) == 0);
  }

  private boolean set(byte[] all) {
    bytes = all;
    offset = 0;
    length = all.length;
    return true;
  }

  boolean equalTo(byte[] other) {
    return length == other.length
        && Arrays.equals(bytes, offset, offset + length, other, 0, length);
  }

  /** Compares as Spark's default collation does: by unsigned bytes, a prefix first. */
  public int compareTo(byte[] other) {
    return Arrays.compareUnsigned(bytes, offset, offset + length, other, 0, other.length);
  }

  int compareTo(TermBytes other) {
    return Arrays.compareUnsigned(
        bytes, offset, offset + length, other.bytes, other.offset, other.offset + other.length);
  }

  boolean startsWith(byte[] prefix) {
    return length >= prefix.length
        && Arrays.equals(bytes, offset, offset + prefix.length, prefix, 0, prefix.length);
  }

  boolean endsWith(byte[] suffix) {
    int end = offset + length;
    return length >= suffix.length
        && Arrays.equals(bytes, end - suffix.length, end, suffix, 0, suffix.length);
  }

  boolean contains(byte[] wanted) {
    if (wanted.length == 0) {
      return true;
    }
    byte first = wanted[0];
    int last = offset + length - wanted.length;
    for (int i = offset; i <= last; i++) {
      if (bytes[i] == first
          && Arrays.equals(bytes, i, i + wanted.length, wanted, 0, wanted.length)) {
        return true;
      }
    }
    return false;
  }

  public byte[] copy() {
    return Arrays.copyOfRange(bytes, offset, offset + length);
  }

  private static byte[][] labels() {
    byte[][] labels = new byte[TermKind.TRIPLE + 1][];
    for (byte kind = TermKind.IRI; kind <= TermKind.TRIPLE; kind++) {
      labels[kind] = TermKind.label(kind).getBytes(StandardCharsets.UTF_8);
    }
    return labels;
  }
}
