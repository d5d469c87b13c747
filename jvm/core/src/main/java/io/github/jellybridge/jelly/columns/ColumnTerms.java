package io.github.jellybridge.jelly.columns;

import io.github.jellybridge.jelly.ColumnOptions.RdfVersion;
import io.github.jellybridge.jelly.JellyParseException;
import io.github.jellybridge.jelly.decode.TermDecoder;
import io.github.jellybridge.jelly.wire.WireReader;
import io.github.jellybridge.rdf.TermTable;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Makes the terms of a column's values (Jelly-RDF 1.2 draft, "RdfColumn"). */
final class ColumnTerms {
  // The numbers of the kinds on the wire.
  private static final int IRI = 0;
  private static final int LITERAL = 1;
  private static final int BNODE = 2;
  private static final int KINDS = 4;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** Kinds of values in eight bytes, and the lower bit of each. */
  private static final int PER_WORD = 32;

  private static final long LOW_BITS = 0x5555555555555555L;

  private static final long UNKNOWN = -1;

  private static final String[] NAMES = {"IRIs", "literals", "blank nodes", "triple terms"};

  private final WireReader in;
  private final TermDecoder t;
  private final TripleTermDecoder triples;
  private final DirectedLanguages tags;

  /** The terms of all values: IRIs, then literals, blank nodes and triple terms. */
  private int[] terms = new int[64];

  /** The same terms in the order of rows, if there are several kinds. */
  private int[] mixed = new int[64];

  /**
   * By literal kind, for the first ones: the symbol of the language tag in the upper half and that
   * of the datatype in the lower half; {@link #UNKNOWN} if not looked up in this column.
   */
  private final long[] symbols = new long[64];

  // The column that is read.
  private final ColumnFields column;
  private final ColumnRuns runs;
  private final int position;
  private final String name;

  /** The start of the column in the chunk. */
  private int at;

  /**
   * Makes the terms of one column.
   *
   * @param column its lists
   * @param runs the rows of its values, for errors
   * @param position 0 for subjects, 1 predicates, 2 objects, 3 graphs
   * @param name the column in errors
   */
  ColumnTerms(TermDecoder t, ColumnFields column, ColumnRuns runs, int position, String name) {
    this.in = t.in;
    this.t = t;
    this.column = column;
    this.runs = runs;
    this.position = position;
    this.name = name;
    this.tags = new DirectedLanguages(t);
    this.triples = new TripleTermDecoder(t, tags);
  }

  /** Sets the terms that may occur from now on. */
  void version(RdfVersion version) {
    tags.version(version);
    triples.version(version);
  }

  /**
   * Makes the terms of the batch's values.
   *
   * @param start the start of the column in the chunk, for errors
   * @return a term for each value, valid until the next call
   */
  int[] read(int start) throws JellyParseException {
    at = start;
    if (position != 2) {
      requireNone(column.lexicalForms.size, LITERAL);
      requireNone(column.tripleTerms.size, KINDS - 1);
    }
    if (position == 1) {
      requireNone(column.labels.size, BNODE);
    }
    int count = column.values();
    checkKinds(count);
    terms = room(terms, count);
    readIris();
    int end = column.nameIds.size;
    readLiterals(end);
    end += column.lexicalForms.size;
    for (int i = 0; i < column.labels.size; i++) {
      terms[end++] = t.bnode(column.labels.start(i), column.labels.end(i), true);
    }
    triples.startColumn();
    for (int i = 0; i < column.tripleTerms.size; i++) {
      terms[end++] = triples.read(column.tripleTerms.start(i), column.tripleTerms.end(i), 1);
    }
    return column.kindsEnd == column.kindsStart ? terms : mixed(count);
  }

  private void requireNone(int count, int kind) throws JellyParseException {
    if (count > 0) {
      throw in.error(at, "no " + NAMES[kind] + " in " + name, count + " of them");
    }
  }

  /** Checks that the kinds are those of the values in the lists. */
  private void checkKinds(int count) throws JellyParseException {
    int[] values = {
      column.nameIds.size, column.lexicalForms.size, column.labels.size, column.tripleTerms.size
    };
    int from = column.kindsStart;
    int bytes = column.kindsEnd - from;
    if (bytes == 0) {
      if (Math.max(Math.max(values[0], values[1]), Math.max(values[2], values[3])) != count) {
        throw in.error(at, "kinds (1) in " + name + ", whose values are of several kinds", "none");
      }
      return;
    }
    if (bytes != count + 3 >> 2) {
      throw in.error(
          from,
          (count + 3 >> 2) + " bytes of kinds (1) for " + count + " values in " + name,
          "" + bytes);
    }
    int[] found = found(from, count);
    for (int kind = 0; kind < KINDS; kind++) {
      if (found[kind] != values[kind]) {
        throw in.error(
            from,
            "as many " + NAMES[kind] + " in kinds (1) of " + name + " as values: " + values[kind],
            "" + found[kind]);
      }
    }
    for (int i = count; i < bytes << 2; i++) {
      if (kind(from, i) != 0) {
        throw in.error(from + bytes - 1, "0 in the unused bits of kinds (1) in " + name, "others");
      }
    }
  }

  /** Counts the values of each kind. */
  private int[] found(int from, int count) {
    int literals = 0;
    int labels = 0;
    int tripleTerms = 0;
    int[] found = new int[KINDS];
    int i = 0;
    for (; i <= count - PER_WORD; i += PER_WORD) {
      long low = (long) LONGS.get(in.data, from + (i >> 2));
      long high = low >>> 1;
      literals += Long.bitCount(low & ~high & LOW_BITS);
      labels += Long.bitCount(~low & high & LOW_BITS);
      tripleTerms += Long.bitCount(low & high & LOW_BITS);
    }
    found[IRI] = i - literals - labels - tripleTerms;
    found[LITERAL] = literals;
    found[BNODE] = labels;
    found[KINDS - 1] = tripleTerms;
    for (; i < count; i++) {
      found[kind(from, i)]++;
    }
    return found;
  }

  private int kind(int from, int i) {
    return in.data[from + (i >> 2)] >>> ((i & 3) << 1) & 3;
  }

  private int[] mixed(int count) {
    mixed = room(mixed, count);
    int[] from = terms;
    int[] to = mixed;
    int start = column.kindsStart;
    int[] next = new int[KINDS];
    next[LITERAL] = column.nameIds.size;
    next[BNODE] = next[LITERAL] + column.lexicalForms.size;
    next[KINDS - 1] = next[BNODE] + column.labels.size;
    if (count > next[BNODE]) {
      for (int i = 0; i < count; i++) {
        to[i] = from[next[kind(start, i)]++];
      }
      return to;
    }
    // Usually there are IRIs and literals, in an unpredictable order.
    int iri = 0;
    int literal = next[LITERAL];
    for (int i = 0; i < count; i++) {
      int kind = kind(start, i);
      to[i] = from[iri + (literal - iri & -kind)];
      literal += kind;
      iri += 1 - kind;
    }
    return to;
  }

  private static int[] room(int[] array, int needed) {
    return array.length >= needed ? array : new int[Math.max(needed, 2 * array.length)];
  }

  // ---- IRIs ------------------------------------------------------------------------------------

  private void readIris() throws JellyParseException {
    int count = column.nameIds.size;
    requireLength(column.prefixIds, count, "prefix_ids (4)");
    t.terms.makeRoom(count);
    int[] prefixes = column.prefixIds.values;
    int made = t.iris.terms(column.nameIds.values, count, prefixes, column.prefixIds.size, terms);
    if (made < count) {
      throw undefined(made);
    }
  }

  /** Returns the error of an IRI one of whose entries is not defined. */
  private JellyParseException undefined(int iri) throws JellyParseException {
    int name = 0;
    int prefix = 0;
    for (int i = 0; i <= iri; i++) {
      int id = column.nameIds.values[i];
      name = id == 0 ? name + 1 : id;
      id = i < column.prefixIds.size ? column.prefixIds.values[i] : 0;
      prefix = id == 0 ? prefix : id;
    }
    try {
      t.iris.check(prefix, name, column.nameIds.at);
    } catch (JellyParseException e) {
      return atValue(IRI, iri, e);
    }
    throw new IllegalStateException("an IRI without a term has both entries");
  }

  /** Returns the error with the row of the i-th value of a kind. */
  private JellyParseException atValue(int kind, int i, JellyParseException e) {
    int value = i;
    if (column.kindsEnd > column.kindsStart) {
      int left = i;
      value = -1;
      do {
        value++;
        left -= kind(column.kindsStart, value) == kind ? 1 : 0;
      } while (left >= 0);
    }
    in.row = runs.rowOf(value);
    return in.error((int) (e.byteOffset() - in.base), e.expected(), e.found());
  }

  private void requireLength(Numbers numbers, int count, String field) throws JellyParseException {
    if (numbers.size > 1 && numbers.size != count || numbers.size == 1 && count == 0) {
      throw in.error(
          numbers.at,
          count == 0
              ? "no " + field + " in " + name
              : "0, 1 or " + count + " " + field + " in " + name,
          "" + numbers.size);
    }
  }

  // ---- literals --------------------------------------------------------------------------------

  /** Makes the terms of literals, the first one at an index of {@link #terms}. */
  private void readLiterals(int start) throws JellyParseException {
    Slices texts = column.lexicalForms;
    int count = texts.size;
    texts.checkUtf8(in, "a lexical form");
    Numbers kinds = column.literalKinds;
    requireLength(kinds, count, "literal_kinds (6)");
    int[] languages = languages();
    TermTable table = t.terms;
    table.makeRoom(count);
    Arrays.fill(symbols, UNKNOWN);
    symbols[0] = 0;
    boolean many = kinds.size > 1;
    int kind = kinds.size == 1 ? kinds.values[0] : 0;
    for (int i = 0; i < count; i++) {
      int from = texts.start(i);
      int to = texts.end(i);
      if (many) {
        kind = kinds.values[i];
      }
      long symbol = Integer.compareUnsigned(kind, symbols.length) < 0 ? symbols[kind] : UNKNOWN;
      if (symbol == UNKNOWN) {
        symbol = symbol(kind, languages, i);
      }
      terms[start + i] =
          table.addLiteralInRoom(from, to - from, (int) (symbol >>> Integer.SIZE), (int) symbol);
    }
  }

  /** Looks up the symbols of the kind of the i-th literal; see {@link #symbols}. */
  private long symbol(int kind, int[] languages, int i) throws JellyParseException {
    int at = column.literalKinds.at;
    long symbol;
    if ((kind & 1) != 0) {
      int datatype = (kind >>> 1) + 1;
      try {
        t.checkDatatype(datatype, at);
      } catch (JellyParseException e) {
        throw atValue(LITERAL, i, e);
      }
      symbol = t.datatypes.symbol(datatype);
    } else {
      int language = (kind >>> 1) - 1;
      if (language >= languages.length) {
        String most = "a language tag number below " + languages.length + " in " + name;
        throw atValue(LITERAL, i, in.error(at, most, "" + language));
      }
      symbol = (long) languages[language] << Integer.SIZE;
    }
    if (Integer.compareUnsigned(kind, symbols.length) < 0) {
      symbols[kind] = symbol;
    }
    return symbol;
  }

  private int[] languages() throws JellyParseException {
    int count = column.languages.size;
    Numbers directed = column.directions;
    if (directed.size != 0 && directed.size != count) {
      throw in.error(
          directed.at,
          "0 or " + count + " langtag_directions (8) in " + name + ", as many as langtags",
          "" + directed.size);
    }
    int[] symbols = new int[count];
    for (int i = 0; i < count; i++) {
      int from = column.languages.start(i);
      int direction = directed.size == 0 ? 0 : directed.values[i];
      int at = direction == 0 ? from : directed.at;
      symbols[i] = tags.symbol(from, column.languages.end(i), direction, at);
    }
    return symbols;
  }
}
