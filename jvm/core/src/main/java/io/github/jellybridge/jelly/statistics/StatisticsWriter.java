package io.github.jellybridge.jelly.statistics;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Encodes statistics of parts. Terms, languages and datatypes that parts list are in a dictionary
 * before the parts ({@code docs/reference/files-on-disk.md}, "Statistics").
 */
public final class StatisticsWriter {
  /** The number before a list that is not known; otherwise its length + 1. */
  static final int UNKNOWN = 0;

  private final Map<ByteBuffer, Integer> dictionary = new LinkedHashMap<>();
  private final ByteArrayOutputStream texts = new ByteArrayOutputStream();
  private final ByteArrayOutputStream parts = new ByteArrayOutputStream();
  private int count;

  /** Adds the next part. */
  public void add(PartStatistics part) {
    count++;
    varint(parts, part.statements());
    part.columns().forEach(this::column);
  }

  private void column(ColumnStatistics column) {
    varint(parts, column.kinds());
    varint(parts, column.distinct());
    if (column.min() != null) {
      bytes(parts, column.min());
      bytes(parts, column.max());
    }
    varint(parts, column.terms() == null ? UNKNOWN : column.terms().size() + 1);
    if (column.terms() != null) {
      for (TermCount term : column.terms()) {
        parts.write(term.kind());
        varint(parts, entry(term.value()));
        varint(parts, term.count());
      }
    }
    entries(column.languages());
    entries(column.datatypes());
    varint(parts, column.bloom() == null ? 0 : column.bloom().length());
    if (column.bloom() != null) {
      varint(parts, column.bloom().offset());
      varint(parts, column.bloom().checksum() & 0xFFFFFFFFL);
    }
  }

  private void entries(List<byte[]> texts) {
    varint(parts, texts == null ? UNKNOWN : texts.size() + 1);
    if (texts != null) {
      texts.forEach(text -> varint(parts, entry(text)));
    }
  }

  /** Returns the number in the dictionary of a text, which is added if it is new. */
  private int entry(byte[] text) {
    return dictionary.computeIfAbsent(
        ByteBuffer.wrap(text),
        added -> {
          bytes(texts, text);
          return dictionary.size();
        });
  }

  /** Returns the number of bytes so far. */
  int length() {
    return texts.size() + parts.size();
  }

  /** Returns all parts. */
  public byte[] encoded() {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    varint(all, dictionary.size());
    all.writeBytes(texts.toByteArray());
    varint(all, count);
    all.writeBytes(parts.toByteArray());
    return all.toByteArray();
  }

  private static void bytes(ByteArrayOutputStream out, byte[] value) {
    varint(out, value.length);
    out.writeBytes(value);
  }

  private static void varint(ByteArrayOutputStream out, long value) {
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      out.write((byte) (rest | 0x80));
      rest >>>= 7;
    }
    out.write((byte) rest);
  }
}
