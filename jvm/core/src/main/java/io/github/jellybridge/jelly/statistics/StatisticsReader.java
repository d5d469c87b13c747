package io.github.jellybridge.jelly.statistics;

import io.github.jellybridge.rdf.TermKind;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Decodes what {@link StatisticsWriter} encodes. */
public final class StatisticsReader {
  private static final int COLUMNS = 4;
  private static final int VALUES = 1 << TermKind.IRI | 1 << TermKind.LITERAL;

  private final ByteBuffer in;
  private final List<byte[]> dictionary = new ArrayList<>();

  private StatisticsReader(ByteBuffer in) {
    this.in = in;
  }

  /**
   * Returns the statistics of the first parts of a file; of all, unless it is very large.
   *
   * @param encoded the bytes
   * @return an empty list for invalid bytes
   */
  public static List<PartStatistics> read(ByteBuffer encoded) {
    try {
      return new StatisticsReader(encoded.slice()).parts();
    } catch (BufferUnderflowException
        | ArithmeticException
        | IllegalArgumentException
        | IndexOutOfBoundsException e) {
      return List.of();
    }
  }

  private List<PartStatistics> parts() {
    for (long left = varint(); left > 0; left--) {
      dictionary.add(bytes());
    }
    List<PartStatistics> parts = new ArrayList<>();
    for (long left = varint(); left > 0; left--) {
      long statements = varint();
      List<ColumnStatistics> columns = new ArrayList<>();
      for (int i = 0; i < COLUMNS; i++) {
        columns.add(column());
      }
      parts.add(new PartStatistics(statements, columns));
    }
    return in.hasRemaining() ? List.of() : parts;
  }

  private ColumnStatistics column() {
    int kinds = Math.toIntExact(varint());
    long distinct = varint();
    boolean hasValues = (kinds & VALUES) != 0;
    byte[] min = hasValues ? bytes() : null;
    byte[] max = hasValues ? bytes() : null;
    List<TermCount> terms = terms();
    List<byte[]> languages = entries();
    List<byte[]> datatypes = entries();
    int bloom = Math.toIntExact(varint());
    if (bloom != 0 && !BloomFilter.isLength(bloom)) {
      throw new IllegalArgumentException("a Bloom filter of " + bloom + " bytes");
    }
    ColumnStatistics.Bloom at =
        bloom == 0 ? null : new ColumnStatistics.Bloom(varint(), bloom, (int) varint());
    return new ColumnStatistics(kinds, distinct, min, max, terms, languages, datatypes, at);
  }

  private List<TermCount> terms() {
    long left = varint();
    if (left == StatisticsWriter.UNKNOWN) {
      return null;
    }
    List<TermCount> terms = new ArrayList<>();
    for (; left > 1; left--) {
      terms.add(new TermCount(in.get(), entry(), varint()));
    }
    return terms;
  }

  private List<byte[]> entries() {
    long left = varint();
    if (left == StatisticsWriter.UNKNOWN) {
      return null;
    }
    List<byte[]> texts = new ArrayList<>();
    for (; left > 1; left--) {
      texts.add(entry());
    }
    return texts;
  }

  private byte[] entry() {
    return dictionary.get(Math.toIntExact(varint()));
  }

  private byte[] bytes() {
    long length = varint();
    if (length > in.remaining()) {
      throw new BufferUnderflowException();
    }
    byte[] bytes = new byte[(int) length];
    in.get(bytes);
    return bytes;
  }

  private long varint() {
    long value = 0;
    for (int shift = 0; shift < 63; shift += 7) {
      byte b = in.get();
      value |= (long) (b & 0x7f) << shift;
      if (b >= 0) {
        return value;
      }
    }
    throw new IllegalArgumentException("a number of more than 63 bits");
  }
}
