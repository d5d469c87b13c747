package io.github.jellybridge.rdf;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * An append-only table of RDF terms. A term is a small integer that is valid until {@link #epoch()}
 * changes; id 0 ({@link #NO_TERM}) means no term, that is, the default graph.
 *
 * <p>All text is UTF-8 in one byte array, {@link #data()}, which starts with the bytes of the file:
 * a literal is a slice of it. A term made of two slices (an IRI of prefix and name, a blank node of
 * scope and label) is assembled on first use, so an unused term costs only four ints.
 *
 * <p>Equal ids always mean the same term, but equal terms may have different ids. Not thread-safe.
 */
public final class TermTable {
  /** The id that means no term. */
  public static final int NO_TERM = 0;

  // Four ints per term. OFFSET >= 0: the value is data[OFFSET, OFFSET + LENGTH). OFFSET < 0: the
  // value is still in two slices, the first one of A bytes at ~OFFSET, the second one at B. For a
  // literal, A is the language and B the datatype, both symbol ids.
  private static final int OFFSET = 0;
  private static final int LENGTH = 1;
  private static final int A = 2;
  private static final int B = 3;
  private static final int SHIFT = 2;

  /** Amount of text above which a table {@link #isLarge}, in bytes. */
  private static final int MUCH_TEXT = 4 << 20;

  private final SymbolTable symbols = new SymbolTable();
  private int[] records = new int[1024 << SHIFT];
  private byte[] kinds = new byte[1024];
  private byte[] data = new byte[0];
  private int end;
  private int size = 1;
  private long epoch;

  /** Returns one more than the highest id in use. */
  public int size() {
    return size;
  }

  /**
   * Returns whether the terms copied into the table have so much text that the batch should end,
   * even with few statements.
   */
  public boolean isLarge() {
    return end > MUCH_TEXT || symbols.isLarge();
  }

  /**
   * Returns a number that grows whenever all ids become invalid, which happens only between
   * batches.
   */
  public long epoch() {
    return epoch;
  }

  /** Returns the kind of a term, one of {@link TermKind}. */
  public byte kind(int id) {
    return kinds[id];
  }

  /**
   * Returns the start of a term's value in {@link #data()}, in bytes. The value is the text of an
   * IRI, the label of a blank node, the lexical form of a literal or the N-Triples text of a quoted
   * triple. Call this before {@link #data()}, as it may replace the array.
   */
  public int valueOffset(int id) {
    int offset = records[(id << SHIFT) + OFFSET];
    return offset >= 0 ? offset : assemble(id);
  }

  /** Returns the length of a term's value in bytes, without assembling it. */
  public int valueLength(int id) {
    return records[(id << SHIFT) + LENGTH];
  }

  /** Returns the length of a term's value in characters, without assembling it. */
  public int valueCharacters(int id) {
    int at = id << SHIFT;
    int offset = records[at + OFFSET];
    int length = records[at + LENGTH];
    if (offset >= 0) {
      return Utf8.characters(data, offset, offset + length);
    }
    int first = records[at + A];
    int second = records[at + B];
    return Utf8.characters(data, ~offset, ~offset + first)
        + Utf8.characters(data, second, second + length - first);
  }

  /**
   * Returns the length in bytes of the first of two slices of an IRI or blank node: for an IRI from
   * a lookup, its prefix. Returns 0 if the value never had two slices, and for other kinds.
   */
  public int firstLength(int id) {
    byte kind = kinds[id];
    return kind == TermKind.IRI || kind == TermKind.BNODE ? records[(id << SHIFT) + A] : 0;
  }

  /** Returns the start of a value's first slice in {@link #data()}, without assembling it. */
  public int firstOffset(int id) {
    int offset = records[(id << SHIFT) + OFFSET];
    return offset >= 0 ? offset : ~offset;
  }

  /**
   * Returns the start in {@link #data()} of the part of a value after its {@link #firstLength},
   * without assembling it.
   */
  public int restOffset(int id) {
    int at = id << SHIFT;
    int offset = records[at + OFFSET];
    return offset >= 0 ? offset + firstLength(id) : records[at + B];
  }

  /**
   * Returns the array with the values. A later {@link #valueOffset} may replace it; the old array
   * then keeps its content.
   */
  public byte[] data() {
    return data;
  }

  /** Returns the symbol id of the language tag of a literal, 0 if it has none. */
  public int langId(int id) {
    return kinds[id] == TermKind.LITERAL ? records[(id << SHIFT) + A] : 0;
  }

  /**
   * Returns the symbol id of the datatype IRI of a literal; 0 for xsd:string, for literals with a
   * language tag, and for terms that are not literals.
   */
  public int datatypeId(int id) {
    return kinds[id] == TermKind.LITERAL ? records[(id << SHIFT) + B] : 0;
  }

  /** Returns the language tags and datatype IRIs. */
  public SymbolTable symbols() {
    return symbols;
  }

  /** Returns the value of a term as a string; null for {@link #NO_TERM}. */
  public String value(int id) {
    if (id == NO_TERM) {
      return null;
    }
    int offset = valueOffset(id);
    return new String(data, offset, valueLength(id), StandardCharsets.UTF_8);
  }

  /** Returns the language tag of a literal, or null. */
  public String lang(int id) {
    int symbol = langId(id);
    return symbol == 0 ? null : symbols.text(symbol);
  }

  /** Returns the datatype IRI of a literal; null if it has none, and for xsd:string. */
  public String datatype(int id) {
    int symbol = datatypeId(id);
    return symbol == 0 ? null : symbols.text(symbol);
  }

  // ---- for codecs ----------------------------------------------------------------------------

  /**
   * Removes all terms and uses a new backing array.
   *
   * @param newData contains the bytes of later slices
   * @param used the number of bytes in use; values are assembled after them
   */
  public void reset(byte[] newData, int used) {
    data = newData;
    end = used;
    size = 1;
    epoch++;
  }

  /** Returns the number of bytes of values. */
  int used() {
    return end;
  }

  /**
   * Removes the last added terms, whose ids must not be in use.
   *
   * @param terms the {@link #size} before them
   * @param used the {@link #used} before them
   */
  void truncate(int terms, int used) {
    size = terms;
    end = used;
  }

  /** Makes room for at least the given number of terms in all. */
  public void ensureCapacity(int terms) {
    if (terms >= kinds.length) {
      kinds = Arrays.copyOf(kinds, terms + 1);
      records = Arrays.copyOf(records, terms + 1 << SHIFT);
    }
  }

  /** Returns how many more terms the arrays have room for. */
  public int room() {
    return kinds.length - size;
  }

  /** Makes room for the given number of additional terms. */
  public void makeRoom(int terms) {
    if (room() < terms) {
      ensureCapacity(Math.max(2 * kinds.length, size + terms));
    }
  }

  /** Adds a term whose value is a slice of {@link #data()}; returns its id. */
  public int add(byte kind, int offset, int length) {
    return append(kind, offset, length, 0, 0);
  }

  /** Adds a literal whose lexical form is a slice of {@link #data()}; returns its id. */
  public int addLiteral(int offset, int length, int langId, int datatypeId) {
    return append(TermKind.LITERAL, offset, length, langId, datatypeId);
  }

  /** Adds an IRI or blank node whose value is two slices of {@link #data()}; returns its id. */
  public int addPair(byte kind, int offset1, int length1, int offset2, int length2) {
    makeRoom(1);
    return addPairInRoom(kind, offset1, length1, offset2, length2);
  }

  /**
   * Adds a term like {@link #addPair}, after {@link #makeRoom} has made room for it. For loops that
   * have no registers left for a call.
   */
  public int addPairInRoom(byte kind, int offset1, int length1, int offset2, int length2) {
    boolean one = length1 == 0;
    return put(kind, one ? offset2 : ~offset1, length1 + length2, length1, one ? 0 : offset2);
  }

  /** Adds a term like {@link #add}, if the caller has made room for it. */
  public int addInRoom(byte kind, int offset, int length) {
    return put(kind, offset, length, 0, 0);
  }

  /** Adds a term like {@link #addLiteral}, if the caller has made room for it. */
  public int addLiteralInRoom(int offset, int length, int langId, int datatypeId) {
    return put(TermKind.LITERAL, offset, length, langId, datatypeId);
  }

  /** Adds a term whose value is copied from elsewhere; returns its id. */
  public int addCopy(byte kind, byte[] source, int offset, int length) {
    int to = reserve(length);
    System.arraycopy(source, offset, data, to, length);
    return append(kind, to, length, 0, 0);
  }

  /** Adds a literal whose lexical form is copied from elsewhere; returns its id. */
  public int addLiteralCopy(byte[] source, int offset, int length, int langId, int datatypeId) {
    int to = reserve(length);
    System.arraycopy(source, offset, data, to, length);
    return append(TermKind.LITERAL, to, length, langId, datatypeId);
  }

  /** Copies bytes to the end of the values and returns their offset, for slices of later terms. */
  public int addBytes(byte[] source, int offset, int length) {
    int to = reserve(length);
    System.arraycopy(source, offset, data, to, length);
    return to;
  }

  private int append(byte kind, int offset, int length, int a, int b) {
    makeRoom(1);
    return put(kind, offset, length, a, b);
  }

  private int put(byte kind, int offset, int length, int a, int b) {
    int id = size;
    size = id + 1;
    kinds[id] = kind;
    int at = id << SHIFT;
    int[] r = records;
    r[at + OFFSET] = offset;
    r[at + LENGTH] = length;
    r[at + A] = a;
    r[at + B] = b;
    return id;
  }

  private int assemble(int id) {
    int at = id << SHIFT;
    int length = records[at + LENGTH];
    int to = reserve(length);
    int first = records[at + A];
    byte[] d = data;
    ShortText.copy(d, ~records[at + OFFSET], d, to, first);
    ShortText.copy(d, records[at + B], d, to + first, length - first);
    records[at + OFFSET] = to;
    return to;
  }

  /**
   * Assembles the values of all terms from an id on. Faster than {@link #valueOffset} term by term
   * for callers that use every term. Like that method, it may replace {@link #data()}.
   */
  public void assembleFrom(int first) {
    int[] r = records;
    int from = first << SHIFT;
    int to = size << SHIFT;
    long bytes = 0;
    for (int at = from; at < to; at += 1 << SHIFT) {
      // Adds the length only if the offset is negative: if the value has two slices.
      bytes += r[at + LENGTH] & r[at + OFFSET] >> 31;
    }
    if (bytes == 0) {
      return;
    }
    int value = reserve((int) Math.min(bytes, Integer.MAX_VALUE));
    byte[] d = data;
    for (int at = from; at < to; at += 1 << SHIFT) {
      int offset = r[at + OFFSET];
      if (offset < 0) {
        int prefix = r[at + A];
        int rest = r[at + LENGTH] - prefix;
        ShortText.copy(d, ~offset, d, value, prefix);
        ShortText.copy(d, r[at + B], d, value + prefix, rest);
        r[at + OFFSET] = value;
        value += prefix + rest;
      }
    }
  }

  private int reserve(int length) {
    int from = end;
    int to = from + length;
    // Unsigned, as the sum may exceed an int.
    if (Integer.compareUnsigned(to, data.length) > 0) {
      if (Integer.compareUnsigned(to, MAX_ARRAY) > 0) {
        throw new IllegalStateException("the terms of one batch need more than 2 GiB");
      }
      data = Arrays.copyOf(data, (int) Math.min(Math.max(to, data.length * 2L), MAX_ARRAY));
    }
    end = to;
    return from;
  }

  private static final int MAX_ARRAY = Integer.MAX_VALUE - 16;
}
