package io.github.jellybridge.spark.jelly.vectors;

import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TermTable;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.Platform;

/**
 * All terms as structs in Spark's binary row format: each is written once, and Spark then copies it
 * into its rows in one piece instead of field by field.
 *
 * <p>The format: a word of null bits, a word a field (offset and length), the strings, each filled
 * up to whole words with zeros. Offsets count from the start of the struct, so it can be copied
 * anywhere.
 */
final class TermRows {
  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private static final int WORD = Long.BYTES;
  private static final int PAGE_BYTES = 1 << 18;

  /** Pages that are kept for the next terms, when the table has forgotten its ids. */
  private static final int KEPT_PAGES = 64;

  /** Kinds as words; none is longer than seven bytes. */
  private static final long[] KINDS = new long[TermKind.TRIPLE + 1];

  private static final int[] KIND_LENGTHS = new int[KINDS.length];

  static {
    for (byte kind = TermKind.IRI; kind <= TermKind.TRIPLE; kind++) {
      byte[] label = TermKind.label(kind).getBytes(StandardCharsets.US_ASCII);
      KINDS[kind] = (long) WORDS.get(Arrays.copyOf(label, WORD), 0);
      KIND_LENGTHS[kind] = label.length;
    }
  }

  private final TermField[] fields;
  private final int fixedBytes;
  private final int pageBytes;
  private TermTable terms;
  private long epoch;
  private UnsafeRow[] rows;
  private int used;
  private final List<UnsafeRow> pool = new ArrayList<>();
  private int pooled;
  private final List<byte[]> pages = new ArrayList<>();
  private int nextPage;
  private byte[] page = new byte[0];
  private int end;

  TermRows(StructType type) {
    this(type, PAGE_BYTES, 1024);
  }

  /**
   * Makes structs of a type.
   *
   * @param pageBytes the memory to take at a time
   * @param terms the terms to have room for at first
   */
  TermRows(StructType type, int pageBytes, int terms) {
    this.pageBytes = pageBytes;
    this.rows = new UnsafeRow[terms];
    StructField[] declared = type.fields();
    fields = new TermField[declared.length];
    for (int i = 0; i < fields.length; i++) {
      fields[i] = TermField.of(declared[i].name());
    }
    fixedBytes = WORD + WORD * fields.length;
  }

  /** Prepares for the ids of the next batch; call before its first row is asked for. */
  void sync(TermTable current) {
    if (current != terms || current.epoch() != epoch) {
      Arrays.fill(rows, 0, used, null);
      terms = current;
      epoch = current.epoch();
      forget();
    }
    used = current.size();
    if (used > rows.length) {
      rows = Arrays.copyOf(rows, Math.max(used, rows.length * 2));
    }
  }

  private void forget() {
    pooled = 0;
    nextPage = 0;
    page = new byte[0];
    end = 0;
    if (pages.size() > KEPT_PAGES) {
      pages.subList(KEPT_PAGES, pages.size()).clear();
      pool.clear();
    }
  }

  /** The structs by term id: null where not made yet. Replaced by {@link #sync} only. */
  UnsafeRow[] table() {
    return rows;
  }

  /** Makes the struct of a term, puts it into the table and returns it. */
  UnsafeRow make(int id) {
    int valueOffset = terms.valueOffset(id);
    int valueLength = terms.valueLength(id);
    byte[] lang = symbol(terms.langId(id));
    byte[] datatype = symbol(terms.datatypeId(id));
    int start = room(fixedBytes + sizeOfStrings(valueLength, lang, datatype));
    long nulls = 0;
    int at = start + fixedBytes;
    for (int i = 0; i < fields.length; i++) {
      int slot = start + WORD + WORD * i;
      int length =
          switch (fields[i]) {
            case KIND -> putKind(at, terms.kind(id));
            case VALUE -> put(at, terms.data(), valueOffset, valueLength);
            case LANG -> put(at, lang);
            case DATATYPE -> put(at, datatype);
            case NTRIPLES -> throw new IllegalStateException("no field of a struct");
          };
      if (length < 0) {
        nulls |= 1L << i;
        WORDS.set(page, slot, 0L);
      } else {
        WORDS.set(page, slot, (long) (at - start) << 32 | length);
        at += padded(length);
      }
    }
    WORDS.set(page, start, nulls);
    UnsafeRow row = row();
    row.pointTo(page, Platform.BYTE_ARRAY_OFFSET + (long) start, at - start);
    rows[id] = row;
    return row;
  }

  private UnsafeRow row() {
    if (pooled == pool.size()) {
      pool.add(new UnsafeRow(fields.length));
    }
    return pool.get(pooled++);
  }

  private byte[] symbol(int symbolId) {
    return symbolId == 0 ? null : terms.symbols().bytes(symbolId);
  }

  private int sizeOfStrings(int valueLength, byte[] lang, byte[] datatype) {
    long size = (long) WORD + padded(valueLength);
    size += lang == null ? 0 : padded(lang.length);
    size += datatype == null ? 0 : padded(datatype.length);
    return Math.toIntExact(size);
  }

  /** Makes room in the current page or takes another; gives the offset in it. */
  private int room(int bytes) {
    if (end + bytes > page.length) {
      while (nextPage < pages.size() && pages.get(nextPage).length < bytes) {
        nextPage++;
      }
      if (nextPage == pages.size()) {
        pages.add(new byte[Math.max(bytes, pageBytes)]);
      }
      page = pages.get(nextPage++);
      end = 0;
    }
    int start = end;
    end += bytes;
    return start;
  }

  private int putKind(int at, byte kind) {
    WORDS.set(page, at, KINDS[kind]);
    return KIND_LENGTHS[kind];
  }

  private int put(int at, byte[] bytes) {
    return bytes == null ? -1 : put(at, bytes, 0, bytes.length);
  }

  private int put(int at, byte[] from, int offset, int length) {
    if ((length & WORD - 1) != 0) {
      WORDS.set(page, at + (length & -WORD), 0L);
    }
    System.arraycopy(from, offset, page, at, length);
    return length;
  }

  private static int padded(int length) {
    return (length + WORD - 1) & -WORD;
  }
}
