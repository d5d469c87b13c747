package io.github.jellybridge.jelly;

import io.github.jellybridge.rdf.SymbolTable;
import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.rdf.Utf8;
import java.util.Arrays;

/**
 * Turns terms into bytes: IRIs, blank nodes, literals, and the lookup entries that they need.
 *
 * <p>A row is written in two steps, as its entries have to stand before it: {@link #prepare} finds
 * or writes the entries of a term, {@link #write} the term.
 */
final class TermEncoder {
  private static final String XSD_STRING = "http://www.w3.org/2001/XMLSchema#string";
  private static final byte[] XSD_STRING_BYTES =
      XSD_STRING.getBytes(java.nio.charset.StandardCharsets.US_ASCII);

  static final String[] POSITIONS = {"subject", "predicate", "object", "graph name"};

  private final JellyWriteOptions options;
  final IriEncoder iris;
  private final EncoderLookup datatypes;
  private final EntryWriter datatypeEntries;

  private TermTable terms;
  private long epoch;
  private int size;

  // Per symbol of the table: the datatype entry, and when it was looked up.
  private int[] datatypeOf = new int[64];
  private int[] datatypeTime = new int[64];
  private SymbolTable symbols;
  private long symbolEpoch;
  private int symbolStart = 1;

  TermEncoder(FrameBuffer out, JellyWriteOptions options) {
    this.options = options;
    this.iris = new IriEncoder(out, options);
    this.datatypes = new EncoderLookup(options.maxDatatypeTableSize());
    this.datatypeEntries = new EntryWriter(out, RowReader.DATATYPE);
  }

  /** Starts over: a reader that begins here knows no entries. */
  void restart() {
    iris.restart();
    datatypes.clear();
    datatypeEntries.restart();
    symbolStart = ++iris.clock;
  }

  /**
   * Takes the table that ids refer to from now on.
   *
   * @return whether ids mean other terms than before
   */
  boolean use(TermTable table) {
    boolean changed = table != terms || table.epoch() != epoch;
    if (changed) {
      terms = table;
      epoch = table.epoch();
      if (iris.clock > 1 << 30) {
        datatypes.resetClock();
        Arrays.fill(datatypeTime, 0);
        symbolStart = 1;
      }
      iris.startTable(table.size());
    } else {
      iris.fit(table.size());
    }
    size = table.size();
    if (symbols != table.symbols() || symbolEpoch != table.symbols().epoch()) {
      symbols = table.symbols();
      symbolEpoch = symbols.epoch();
      symbolStart = ++iris.clock;
    }
    if (symbols.size() > datatypeOf.length) {
      int capacity = Math.max(symbols.size(), datatypeOf.length * 2);
      datatypeOf = Arrays.copyOf(datatypeOf, capacity);
      datatypeTime = Arrays.copyOf(datatypeTime, capacity);
    }
    return changed;
  }

  /** Finds or writes the entries that a term needs, and makes it the last one of its position. */
  boolean prepare(LastTerm last, int id, int position, long statement) throws JellyWriteException {
    if (id <= 0) {
      return noTerm(last, id, position, statement);
    }
    if (id >= size) {
      throw new IllegalArgumentException(
          "term id " + id + " is not in the table, which ends before " + size);
    }
    byte kind = terms.kind(id);
    if (kind == TermKind.IRI) {
      String problem = iris.find(terms, id);
      if (problem != null) {
        throw refused(problem, position, statement);
      }
      if (last.kind == kind
          && !iris.prefixless
          && last.name == iris.name
          && last.prefix == iris.prefix
          && iris.unchangedSince(iris.name, iris.prefix, last.time)) {
        last.id = id;
        return false;
      }
      last.name = iris.name;
      last.prefix = iris.prefix;
      last.time = iris.clock;
    } else {
      if (position != 2) {
        checkPlace(kind, position, statement);
      }
      if (last.equals(terms, id, kind)) {
        last.id = id;
        return false;
      }
      if (kind == TermKind.LITERAL) {
        last.datatype = datatype(id, statement);
      } else if (kind == TermKind.TRIPLE) {
        throw new JellyWriteException(statement, "no quoted triple", "one", "rdfStar");
      } else if (kind != TermKind.BNODE) {
        throw new JellyWriteException(
            statement, "an IRI, blank node, literal or quoted triple", "kind " + kind, null);
      }
    }
    last.kind = kind;
    last.id = id;
    return true;
  }

  private boolean noTerm(LastTerm last, int id, int position, long statement)
      throws JellyWriteException {
    if (id < 0 || position != 3) {
      throw new JellyWriteException(statement, "a " + POSITIONS[position], "none (null)", null);
    }
    boolean repeated = last.kind == TermKind.NONE;
    last.kind = TermKind.NONE;
    last.id = 0;
    return !repeated;
  }

  /** Refuses what only generalized RDF has in a place, unless it is asked for. */
  private void checkPlace(byte kind, int position, long statement) throws JellyWriteException {
    boolean fits =
        switch (position) {
          case 0 -> kind != TermKind.LITERAL;
          case 1 -> false;
          default -> kind == TermKind.BNODE;
        };
    if (fits) {
      return;
    }
    if (position == 3 && kind == TermKind.TRIPLE) {
      throw new JellyWriteException(
          statement, "an IRI or a blank node as the graph name", "a quoted triple", null);
    }
    if (!options.generalized()) {
      throw new JellyWriteException(
          statement,
          (position == 1 ? "an IRI" : "an IRI or a blank node") + " as the " + POSITIONS[position],
          "a " + label(kind),
          "generalized");
    }
  }

  private static String label(byte kind) {
    return switch (kind) {
      case TermKind.BNODE -> "blank node";
      case TermKind.LITERAL -> "literal";
      case TermKind.TRIPLE -> "quoted triple";
      default -> "term of no known kind (" + kind + ")";
    };
  }

  private static JellyWriteException refused(String problem, int position, long statement) {
    return new JellyWriteException(statement, "a " + POSITIONS[position], problem, null);
  }

  /** Returns the lookup id of the datatype of a literal, 0 for none. */
  private int datatype(int id, long statement) throws JellyWriteException {
    int symbol = terms.datatypeId(id);
    if (symbol == 0) {
      return 0;
    }
    if (terms.langId(id) != 0) {
      throw new JellyWriteException(
          statement,
          "a literal with a language tag or a datatype",
          "both, " + symbols.text(terms.langId(id)) + " and " + symbols.text(symbol),
          null);
    }
    int time = datatypeTime[symbol];
    int known = datatypeOf[symbol];
    if (time >= symbolStart && datatypes.definedAt[known] <= time) {
      datatypes.usedAt[known] = iris.row;
      return known;
    }
    byte[] text = symbols.bytes(symbol);
    int found = Arrays.equals(text, XSD_STRING_BYTES) ? 0 : datatype(text, statement);
    datatypeOf[symbol] = found;
    datatypeTime[symbol] = iris.clock;
    return found;
  }

  private int datatype(byte[] text, long statement) throws JellyWriteException {
    if (datatypes.size() == 0) {
      throw new JellyWriteException(
          statement,
          "no typed literals, as the datatype table has no entries",
          "datatype " + new String(text, java.nio.charset.StandardCharsets.UTF_8),
          "maxDatatypeTableSize");
    }
    int hash = EncoderLookup.hash(text, 0, text.length);
    int found = datatypes.find(text, 0, text.length, hash);
    if (found == 0) {
      if (Utf8.firstInvalid(text, 0, text.length) >= 0) {
        throw new JellyWriteException(
            statement, "a datatype that is valid UTF-8", "a malformed sequence", null);
      }
      found = datatypes.define(text, 0, text.length, hash, iris.row, ++iris.clock);
      if (found == 0) {
        throw new JellyWriteException(
            statement,
            "at most " + datatypes.size() + " datatypes in one statement",
            "more",
            "maxDatatypeTableSize");
      }
      datatypeEntries.write(found, text, 0, text.length);
    }
    datatypes.usedAt[found] = iris.row;
    return found;
  }

  /** Returns the most bytes that {@link #write} takes for a term that was prepared. */
  long room(LastTerm term) {
    return switch (term.kind) {
      case TermKind.BNODE -> terms.valueLength(term.id) + 8L;
      case TermKind.LITERAL -> {
        int lang = terms.langId(term.id);
        yield terms.valueLength(term.id) + 32L + (lang == 0 ? 0 : symbols.bytes(lang).length);
      }
      default -> IriEncoder.MAX_BYTES + 2L;
    };
  }

  /**
   * Writes a field that holds a term that was prepared.
   *
   * @param field the number of the IRI field of the position
   * @return the place after
   */
  int write(byte[] d, int at, LastTerm term, int field, long statement) throws JellyWriteException {
    int tag = field << 3 | 2;
    switch (term.kind) {
      case TermKind.IRI -> {
        d[at] = (byte) tag;
        return iris.write(d, at + 1, term.prefix, term.name);
      }
      case TermKind.BNODE -> {
        d[at] = (byte) (tag + 8);
        return text(d, at + 1, term.id, "blank node label", statement);
      }
      case TermKind.LITERAL -> {
        d[at] = (byte) (tag + 16);
        return literal(d, at + 1, term, statement);
      }
      default -> throw new IllegalStateException("kind " + term.kind);
    }
  }

  /** Writes the length and the bytes of a value. */
  private int text(byte[] d, int at, int id, String what, long statement)
      throws JellyWriteException {
    int from = terms.valueOffset(id);
    int length = terms.valueLength(id);
    byte[] source = terms.data();
    if (Utf8.firstInvalid(source, from, from + length) >= 0) {
      throw new JellyWriteException(
          statement, "a " + what + " that is valid UTF-8", "a malformed sequence", null);
    }
    int p = FrameBuffer.varint(d, at, length);
    System.arraycopy(source, from, d, p, length);
    return p + length;
  }

  /** Writes the length and the fields of a literal message. */
  int literal(byte[] d, int at, LastTerm term, long statement) throws JellyWriteException {
    int length = terms.valueLength(term.id);
    int langId = terms.langId(term.id);
    byte[] lang = langId == 0 ? null : symbols.bytes(langId);
    int body = length == 0 ? 0 : 1 + FrameBuffer.varintLength(length) + length;
    if (lang != null) {
      body += 1 + FrameBuffer.varintLength(lang.length) + lang.length;
    } else if (term.datatype != 0) {
      body += 1 + FrameBuffer.varintLength(term.datatype);
    }
    int p = FrameBuffer.varint(d, at, body);
    if (length > 0) {
      d[p] = 0x0a;
      p = text(d, p + 1, term.id, "lexical form", statement);
    }
    if (lang != null) {
      d[p] = 0x12;
      p = FrameBuffer.varint(d, p + 1, lang.length);
      System.arraycopy(lang, 0, d, p, lang.length);
      p += lang.length;
    } else if (term.datatype != 0) {
      d[p] = 0x18;
      p = FrameBuffer.varint(d, p + 1, term.datatype);
    }
    return p;
  }
}
