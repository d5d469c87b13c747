package io.github.jellybridge.jelly;

import io.github.jellybridge.rdf.NTriplesParseException;
import io.github.jellybridge.rdf.NTriplesParser;
import io.github.jellybridge.rdf.SymbolTable;
import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.rdf.Utf8;
import java.nio.charset.StandardCharsets;

/**
 * Turns terms into bytes: IRIs, blank nodes, literals, and the lookup entries that they need.
 *
 * <p>A row is written in two steps, as its entries have to stand before it: {@link #prepare} finds
 * or writes the entries of a term, {@link #write} the term.
 */
final class TermEncoder {
  /** Languages and datatypes of quoted triples that are kept from row to row. */
  private static final int MAX_SYMBOLS = 1 << 12;

  private static final byte[] NOTHING = {};
  private static final String LABEL = "blank node label";

  static final String[] POSITIONS = {"subject", "predicate", "object", "graph name"};

  private final JellyWriteOptions options;
  final IriEncoder iris;
  private final DatatypeEncoder datatypes;

  /** The terms of the quoted triples of a row. */
  private final TermTable parts = new TermTable();

  private final NTriplesParser parser = new NTriplesParser(parts);

  private TermTable terms;
  private long epoch;
  private int size;

  /**
   * Makes an encoder.
   *
   * @param nameKind the kind of name rows; those of prefix and datatype rows are the next fields
   */
  TermEncoder(FrameBuffer out, JellyWriteOptions options, int nameKind) {
    this.options = options;
    this.iris = new IriEncoder(out, options, nameKind);
    this.datatypes = new DatatypeEncoder(out, options, iris, nameKind + 16);
  }

  /** Starts over: a reader that begins here knows no entries. */
  void restart() {
    iris.restart();
    datatypes.restart();
  }

  /** Makes everything known as old as it gets, when the clock is about to overflow. */
  void resetClock() {
    iris.resetClock();
    datatypes.resetClock();
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
      iris.startTable(table.size());
    } else {
      iris.fit(table.size());
    }
    size = table.size();
    datatypes.use(table);
    return changed;
  }

  /** Starts a row: no entries are in use. */
  void startRow() {
    iris.startRow();
    if (parts.size() > 1) {
      parts.reset(NOTHING, 0);
      if (parts.symbols().size() > MAX_SYMBOLS) {
        parts.symbols().clear();
      }
    }
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
        last.quoted = quoted(id, statement);
      } else if (kind != TermKind.BNODE) {
        throw new JellyWriteException(
            statement, "an IRI, blank node, literal or quoted triple", label(kind), null);
      }
    }
    last.kind = kind;
    last.id = id;
    return true;
  }

  private boolean noTerm(LastTerm last, int id, int position, long statement)
      throws JellyWriteException {
    if (id < 0 || position != 3) {
      throw new JellyWriteException(
          statement, (position == 2 ? "an " : "a ") + POSITIONS[position], "none (null)", null);
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
          case 2 -> true;
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

  private JellyWriteException refused(String problem, int position, long statement) {
    if (problem.equals(IriEncoder.TOO_MANY_NAMES)) {
      return new JellyWriteException(
          statement,
          "at most " + iris.names.size() + " different IRIs in one statement",
          "more",
          "maxNameTableSize");
    }
    return new JellyWriteException(
        statement, "an IRI as the " + POSITIONS[position] + " that is valid UTF-8", problem, null);
  }

  // ---- quoted triples ------------------------------------------------------------------------

  private QuotedTriple quoted(int id, long statement) throws JellyWriteException {
    if (!options.rdfStar()) {
      throw new JellyWriteException(statement, "no quoted triples", "a quoted triple", "rdfStar");
    }
    int length = terms.valueLength(id);
    int offset = terms.valueOffset(id);
    int from = parts.addBytes(terms.data(), offset, length);
    QuotedTriple triple = new QuotedTriple();
    prepareParts(triple, from, from + length, 1, statement);
    return triple;
  }

  /** Makes a quoted triple of its text in the table of parts. */
  private void prepareParts(QuotedTriple triple, int from, int to, int depth, long statement)
      throws JellyWriteException {
    if (depth > JellyReadOptions.MAX_NESTING_LIMIT) {
      throw new JellyWriteException(
          statement,
          "quoted triples nested at most " + JellyReadOptions.MAX_NESTING_LIMIT + " deep",
          "a deeper one",
          null);
    }
    int[] ids = new int[3];
    try {
      parser.quotedTriple(parts.data(), from, to, ids);
    } catch (NTriplesParseException e) {
      throw new JellyWriteException(
          statement,
          "the N-Triples-star text of a quoted triple",
          new String(parts.data(), from, to - from, StandardCharsets.UTF_8)
              + " ("
              + e.getMessage()
              + ")",
          null);
    }
    triple.kind = TermKind.TRIPLE;
    triple.parts = new QuotedTriple[3];
    for (int i = 0; i < 3; i++) {
      QuotedTriple part = new QuotedTriple();
      triple.parts[i] = part;
      part.id = ids[i];
      part.kind = parts.kind(ids[i]);
      if (part.kind != TermKind.IRI) {
        checkPlace(part.kind, i, statement);
      }
      preparePart(part, i, depth, statement);
    }
  }

  private void preparePart(QuotedTriple part, int position, int depth, long statement)
      throws JellyWriteException {
    switch (part.kind) {
      case TermKind.IRI -> {
        String problem = iris.split(parts, part.id);
        if (problem != null) {
          throw refused(problem, position, statement);
        }
        part.name = iris.name;
        part.prefix = iris.prefix;
      }
      case TermKind.LITERAL -> {
        int symbol = parts.datatypeId(part.id);
        part.datatype = symbol == 0 ? 0 : datatypes.of(parts.symbols().bytes(symbol), statement);
      }
      case TermKind.TRIPLE -> {
        int from = parts.valueOffset(part.id);
        int to = from + parts.valueLength(part.id);
        prepareParts(part, from, to, depth + 1, statement);
      }
      default -> {
        // Blank nodes need no entries.
      }
    }
  }

  private long room(QuotedTriple part) {
    if (part.kind != TermKind.TRIPLE) {
      return room(parts, part.kind, part.id);
    }
    return 16L + room(part.parts[0]) + room(part.parts[1]) + room(part.parts[2]);
  }

  /** Writes the length and the fields of a triple message; returns the place after. */
  private int quoted(byte[] d, int at, QuotedTriple triple, long statement)
      throws JellyWriteException {
    int body = at + 1;
    int p = body;
    for (int i = 0; i < 3; i++) {
      QuotedTriple part = triple.parts[i];
      int tag = 4 * i + part.kind << 3 | 2;
      d[p++] = (byte) tag;
      p =
          switch (part.kind) {
            case TermKind.IRI -> iris.write(d, p, part.prefix, part.name);
            case TermKind.BNODE -> text(d, p, parts, part.id, LABEL, statement);
            case TermKind.LITERAL -> literal(d, p, parts, part.id, part.datatype, statement);
            default -> quoted(d, p, part, statement);
          };
    }
    int length = p - body;
    int shift = FrameBuffer.varintLength(length) - 1;
    if (shift > 0) {
      System.arraycopy(d, body, d, body + shift, length);
    }
    FrameBuffer.varint(d, at, length);
    return p + shift;
  }

  // ---- literals ------------------------------------------------------------------------------

  /** Returns the lookup id of the datatype of a literal, 0 for none. */
  private int datatype(int id, long statement) throws JellyWriteException {
    int symbol = terms.datatypeId(id);
    if (symbol == 0) {
      return 0;
    }
    if (terms.langId(id) != 0) {
      SymbolTable symbols = terms.symbols();
      throw new JellyWriteException(
          statement,
          "a literal with a language tag or a datatype",
          "both, " + symbols.text(terms.langId(id)) + " and " + symbols.text(symbol),
          null);
    }
    return datatypes.ofSymbol(symbol, statement);
  }

  /** Returns the most bytes that {@link #write} takes for a term that was prepared. */
  long room(LastTerm term) {
    return term.kind == TermKind.TRIPLE ? room(term.quoted) : room(terms, term.kind, term.id);
  }

  private static long room(TermTable terms, byte kind, int id) {
    if (kind == TermKind.IRI) {
      return IriEncoder.MAX_BYTES + 2L;
    }
    if (kind == TermKind.NONE) {
      return 2;
    }
    int lang = terms.langId(id);
    return terms.valueLength(id) + 32L + (lang == 0 ? 0 : terms.symbols().bytes(lang).length);
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
        return text(d, at + 1, terms, term.id, LABEL, statement);
      }
      case TermKind.LITERAL -> {
        d[at] = (byte) (tag + 16);
        return literal(d, at + 1, term, statement);
      }
      case TermKind.TRIPLE -> {
        d[at] = (byte) (tag + 24);
        return quoted(d, at + 1, term.quoted, statement);
      }
      default -> throw new IllegalStateException("kind " + term.kind);
    }
  }

  /** Writes the length and the bytes of a value. */
  private static int text(byte[] d, int at, TermTable terms, int id, String what, long statement)
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

  /** Writes the length and the fields of a literal message; returns the place after. */
  int literal(byte[] d, int at, LastTerm term, long statement) throws JellyWriteException {
    return literal(d, at, terms, term.id, term.datatype, statement);
  }

  private static int literal(
      byte[] d, int at, TermTable terms, int id, int datatype, long statement)
      throws JellyWriteException {
    int length = terms.valueLength(id);
    int langId = terms.langId(id);
    byte[] lang = langId == 0 ? null : terms.symbols().bytes(langId);
    int body = length == 0 ? 0 : 1 + FrameBuffer.varintLength(length) + length;
    if (lang != null) {
      body += 1 + FrameBuffer.varintLength(lang.length) + lang.length;
    } else if (datatype != 0) {
      body += 1 + FrameBuffer.varintLength(datatype);
    }
    int p = FrameBuffer.varint(d, at, body);
    if (length > 0) {
      d[p] = 0x0a;
      p = text(d, p + 1, terms, id, "lexical form", statement);
    }
    if (lang != null) {
      if (Utf8.firstInvalid(lang, 0, lang.length) >= 0) {
        throw new JellyWriteException(
            statement, "a language tag that is valid UTF-8", "a malformed sequence", null);
      }
      d[p] = 0x12;
      p = FrameBuffer.varint(d, p + 1, lang.length);
      System.arraycopy(lang, 0, d, p, lang.length);
      p += lang.length;
    } else if (datatype != 0) {
      d[p] = 0x18;
      p = FrameBuffer.varint(d, p + 1, datatype);
    }
    return p;
  }
}
