package io.github.jellybridge.spark.vectors;

import io.github.jellybridge.rdf.ShortText;
import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.spark.schema.TermField;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.Platform;

/**
 * All terms as structs in Spark's binary row format. Each is written once, and Spark then copies it
 * into its rows in one piece instead of field by field.
 *
 * <p>The format: a word of null bits, a word for each field (offset and length), and the strings,
 * each padded with zeros to whole words. Offsets count from the start of the struct, so it can be
 * copied anywhere.
 */
final class TermRows {
  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

  /** Accesses text by whole words, the first byte lowest. */
  private static final VarHandle TEXT =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final int WORD = Long.BYTES;
  private static final int FIRST_BYTES = 1 << 18;
  private static final long MAX = Integer.MAX_VALUE - 16;

  /** Bytes of memory that are kept for the next terms after the table has forgotten its ids. */
  private static final int KEPT_BYTES = 1 << 24;

  /**
   * Marks a term whose struct was not created yet; the value of a struct is never 0, because none
   * is empty.
   */
  private static final long NOT_MADE = 0;

  /** The labels of kinds as words; none is longer than seven bytes. */
  private static final long[] KINDS = new long[TermKind.TRIPLE + 1];

  private static final int[] KIND_LENGTHS = new int[KINDS.length];

  static {
    for (byte kind = TermKind.IRI; kind <= TermKind.TRIPLE; kind++) {
      byte[] label = TermKind.label(kind).getBytes(StandardCharsets.US_ASCII);
      KINDS[kind] = (long) WORDS.get(Arrays.copyOf(label, WORD), 0);
      KIND_LENGTHS[kind] = label.length;
    }
  }

  // In structs with all fields in order: the offset of the kind, and of the value after it.
  private static final int WHOLE_KIND = WORD + WORD * TermField.structType().length();
  private static final int WHOLE_VALUE = WHOLE_KIND + WORD;

  /** Null bits of a term with neither language nor datatype, and of terms that lack one of them. */
  private static final long NEITHER = 0b1100;

  private static final long NO_LANG = 0b0100;
  private static final long NO_DATATYPE = 0b1000;

  /** Strings up to this number of bytes are copied by whole words in constant time. */
  private static final int SHORT = 2 * ShortText.UNIT;

  private final int fields;
  private final int fixedBytes;
  private final boolean whole;
  // The slot of each field, or -1 if the structs do not have it.
  private final int kindSlot;
  private final int valueSlot;
  private final int langSlot;
  private final int datatypeSlot;
  private TermTable terms;
  private long epoch;
  // By term id: the offset of the struct in the upper half and its size in the lower half, as in a
  // binary row.
  private long[] slices;
  private int used;
  private byte[] structs;
  private int end;

  TermRows(StructType type) {
    this(type, FIRST_BYTES, 1024);
  }

  /**
   * Creates structs of a type.
   *
   * @param bytes initial memory in bytes
   * @param terms initial number of terms
   */
  TermRows(StructType type, int bytes, int terms) {
    this.structs = new byte[bytes];
    this.slices = new long[terms];
    List<TermField> declared =
        Arrays.stream(type.fields()).map(field -> TermField.of(field.name())).toList();
    fields = declared.size();
    fixedBytes = WORD + WORD * fields;
    kindSlot = declared.indexOf(TermField.KIND);
    valueSlot = declared.indexOf(TermField.VALUE);
    langSlot = declared.indexOf(TermField.LANG);
    datatypeSlot = declared.indexOf(TermField.DATATYPE);
    whole = Arrays.equals(type.fieldNames(), TermField.structType().fieldNames());
  }

  /** Prepares for the ids of the next batch; call before requesting its first struct. */
  void sync(TermTable current) {
    if (current != terms || current.epoch() != epoch) {
      Arrays.fill(slices, 0, used, NOT_MADE);
      terms = current;
      epoch = current.epoch();
      end = 0;
      if (structs.length > KEPT_BYTES) {
        structs = new byte[KEPT_BYTES];
      }
    }
    used = current.size();
    if (used > slices.length) {
      slices = Arrays.copyOf(slices, Math.max(used, slices.length * 2));
    }
  }

  /**
   * Returns the struct of a term as a new row, which stays valid until {@link #sync} finds that the
   * table has forgotten its ids.
   */
  UnsafeRow struct(int id) {
    long slice = slices[id];
    if (slice == NOT_MADE) {
      slice = whole ? makeWhole(id) : make(id);
    }
    UnsafeRow row = new UnsafeRow(fields);
    row.pointTo(structs, Platform.BYTE_ARRAY_OFFSET + (slice >>> 32), (int) slice);
    return row;
  }

  /**
   * Does the same as {@link #make} for structs with all fields whose texts are short. Offsets are
   * then constants, and only words are copied. At most one text follows the value.
   */
  private long makeWhole(int id) {
    int from = terms.valueOffset(id);
    int length = terms.valueLength(id);
    byte[] source = terms.data();
    int start = end;
    byte[] to = structs;
    if (!isShort(length)
        || from > source.length - SHORT
        || start > to.length - WHOLE_VALUE - 2 * SHORT) {
      return make(id);
    }
    byte kind = terms.kind(id);
    int langId = terms.langId(id);
    int symbol = langId | terms.datatypeId(id);
    if (symbol != 0
        && (langId != 0 && terms.datatypeId(id) != 0
            || !isShort(terms.symbols().bytes(symbol).length))) {
      return make(id);
    }
    WORDS.set(to, start, NEITHER);
    WORDS.set(to, start + WORD, (long) WHOLE_KIND << 32 | KIND_LENGTHS[kind]);
    WORDS.set(to, start + 2 * WORD, (long) WHOLE_VALUE << 32 | length);
    WORDS.set(to, start + 3 * WORD, 0L);
    WORDS.set(to, start + 4 * WORD, 0L);
    WORDS.set(to, start + WHOLE_KIND, KINDS[kind]);
    copyShort(source, from, length, to, start + WHOLE_VALUE);
    int size = WHOLE_VALUE + padded(length);
    if (symbol != 0) {
      int symbolLength = terms.symbols().bytes(symbol).length;
      copyShort(terms.symbols().padded(symbol), 0, symbolLength, to, start + size);
      WORDS.set(to, start, langId != 0 ? NO_DATATYPE : NO_LANG);
      WORDS.set(to, start + (langId != 0 ? 3 : 4) * WORD, (long) size << 32 | symbolLength);
      size += padded(symbolLength);
    }
    end = start + size;
    long slice = (long) start << 32 | size;
    slices[id] = slice;
    return slice;
  }

  /** Tells whether a length is 1 to {@link #SHORT}. */
  private static boolean isShort(int length) {
    return length - 1 >>> 6 == 0;
  }

  /**
   * Copies 1 to {@link #SHORT} bytes and pads their last word with zeros; may read and write up to
   * {@link #SHORT} bytes.
   */
  private static void copyShort(byte[] from, int offset, int length, byte[] to, int at) {
    ShortText.copyUnit(from, offset, to, at);
    if (length > ShortText.UNIT) {
      ShortText.copyUnit(from, offset + ShortText.UNIT, to, at + ShortText.UNIT);
    }
    int last = length - 1 & -WORD;
    long mask = -1L >>> (-length << 3);
    TEXT.set(to, at + last, (long) TEXT.get(from, offset + last) & mask);
  }

  private long make(int id) {
    int valueOffset = terms.valueOffset(id);
    int valueLength = terms.valueLength(id);
    byte[] lang = symbol(terms.langId(id));
    byte[] datatype = symbol(terms.datatypeId(id));
    int start = room(fixedBytes + sizeOfStrings(valueLength, lang, datatype));
    byte[] to = structs;
    long nulls = 0;
    int at = start + fixedBytes;
    if (kindSlot >= 0) {
      byte kind = terms.kind(id);
      WORDS.set(to, at, KINDS[kind]);
      at = filled(to, start, kindSlot, at, KIND_LENGTHS[kind]);
    }
    if (valueSlot >= 0) {
      copy(terms.data(), valueOffset, valueLength, to, at);
      at = filled(to, start, valueSlot, at, valueLength);
    }
    if (lang != null && langSlot >= 0) {
      copy(lang, 0, lang.length, to, at);
      at = filled(to, start, langSlot, at, lang.length);
    } else {
      nulls |= setNull(to, start, langSlot);
    }
    if (datatype != null && datatypeSlot >= 0) {
      copy(datatype, 0, datatype.length, to, at);
      at = filled(to, start, datatypeSlot, at, datatype.length);
    } else {
      nulls |= setNull(to, start, datatypeSlot);
    }
    WORDS.set(to, start, nulls);
    // Unused space is left for the next struct.
    end = at;
    long slice = (long) start << 32 | (at - start);
    slices[id] = slice;
    return slice;
  }

  /** Records the offset of the string of a field; returns the offset of the next string. */
  private static int filled(byte[] to, int start, int slot, int at, int length) {
    WORDS.set(to, start + WORD + WORD * slot, (long) (at - start) << 32 | length);
    return at + padded(length);
  }

  /** Records that a field is null, if the structs have it; returns its null bit. */
  private static long setNull(byte[] to, int start, int slot) {
    if (slot < 0) {
      return 0;
    }
    WORDS.set(to, start + WORD + WORD * slot, 0L);
    return 1L << slot;
  }

  /** Copies a string and pads its last word with zeros. */
  private static void copy(byte[] from, int offset, int length, byte[] to, int at) {
    if ((length & WORD - 1) != 0) {
      WORDS.set(to, at + (length & -WORD), 0L);
    }
    System.arraycopy(from, offset, to, at, length);
  }

  private byte[] symbol(int symbolId) {
    return symbolId == 0 ? null : terms.symbols().bytes(symbolId);
  }

  private static int sizeOfStrings(int valueLength, byte[] lang, byte[] datatype) {
    long size = (long) WORD + padded(valueLength);
    size += lang == null ? 0 : padded(lang.length);
    size += datatype == null ? 0 : padded(datatype.length);
    return Math.toIntExact(size);
  }

  /** Makes space after the structs; returns its offset. */
  private int room(int bytes) {
    int needed = Math.addExact(end, bytes);
    if (needed > structs.length) {
      structs = Arrays.copyOf(structs, (int) Math.min(Math.max(needed, structs.length * 2L), MAX));
      if (needed > structs.length) {
        throw new OutOfMemoryError("the structs of the terms of one batch need more than 2 GiB");
      }
    }
    return end;
  }

  private static int padded(int length) {
    return (length + WORD - 1) & -WORD;
  }
}
