package io.github.jellybridge.jelly.encode;

import io.github.jellybridge.jelly.JellyWriteException;
import io.github.jellybridge.jelly.JellyWriteOptions;
import io.github.jellybridge.jelly.wire.FrameBuffer;
import io.github.jellybridge.rdf.SymbolTable;
import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TermTable;

/**
 * Encodes terms: IRIs, blank nodes, literals, quoted triples, and the lookup entries that they
 * need.
 *
 * <p>A row is written in two steps, as its entries have to come before it: {@link #prepare} finds
 * or writes the entries of a term, {@link #write} writes the term.
 */
public final class TermEncoder {
  private final TermRoles roles;
  public final IriEncoder iris;
  private final DatatypeEncoder datatypes;
  private final QuotedTripleEncoder triples;

  private TermTable terms;
  private long epoch;
  private int size;

  /**
   * Creates an encoder.
   *
   * @param nameKind the tag of name rows; prefix and datatype rows have the next field numbers
   */
  public TermEncoder(FrameBuffer out, JellyWriteOptions options, int nameKind) {
    this.roles = new TermRoles(options);
    this.iris =
        new IriEncoder(
            options, new EntryEncoder(out, nameKind), new EntryEncoder(out, nameKind + 8));
    this.datatypes = new DatatypeEncoder(options, iris, new EntryEncoder(out, nameKind + 16));
    this.triples = new QuotedTripleEncoder(options, roles, iris, datatypes);
  }

  /** Restarts, for a reader that begins here and knows no entries. */
  void restart() {
    iris.restart();
    datatypes.restart();
  }

  /** Resets all times, when the clock is about to overflow. */
  void resetClock() {
    iris.resetClock();
    datatypes.resetClock();
  }

  /** Uses the ids of a table from now on. */
  void use(TermTable table) {
    if (table != terms || table.epoch() != epoch) {
      terms = table;
      epoch = table.epoch();
      iris.startTable(table.size());
    } else {
      iris.fit(table.size());
    }
    size = table.size();
    datatypes.use(table);
  }

  /** Starts a row, which uses no entries yet. */
  public void startRow() {
    iris.startRow();
    triples.startRow();
  }

  /**
   * Finds or writes the entries of a term, and makes it the last term of its position. Returns
   * false if it repeats the last term.
   */
  public boolean prepare(RepeatedTerm last, int id, int position, long statement)
      throws JellyWriteException {
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
        throw roles.refused(problem, position, statement);
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
        roles.check(kind, position, statement);
      }
      if (last.equals(terms, id, kind)) {
        last.id = id;
        return false;
      }
      if (kind == TermKind.LITERAL) {
        last.datatype = datatype(id, statement);
      } else if (kind == TermKind.TRIPLE) {
        last.quoted = triples.prepare(terms, id, statement);
      } else if (kind != TermKind.BNODE) {
        throw new JellyWriteException(
            statement, "an IRI, blank node, literal or quoted triple", TermRoles.label(kind), null);
      }
    }
    last.kind = kind;
    last.id = id;
    return true;
  }

  private boolean noTerm(RepeatedTerm last, int id, int position, long statement)
      throws JellyWriteException {
    if (id < 0 || position != 3) {
      throw new JellyWriteException(
          statement,
          (position == 2 ? "an " : "a ") + TermRoles.POSITIONS[position],
          "none (null)",
          null);
    }
    boolean repeated = last.kind == TermKind.NONE;
    last.kind = TermKind.NONE;
    last.id = 0;
    return !repeated;
  }

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
    return datatypes.required(datatypes.ofSymbol(symbol, statement), statement);
  }

  /** Returns the maximum number of bytes that {@link #write} takes for a prepared term. */
  public long room(RepeatedTerm term) {
    return term.kind == TermKind.TRIPLE
        ? triples.room(term.quoted)
        : TextEncoder.room(terms, term.kind, term.id);
  }

  /**
   * Writes a field with a prepared term.
   *
   * @param field the number of the IRI field of the position
   * @return the position after it
   */
  public int write(byte[] d, int at, RepeatedTerm term, int field, long statement)
      throws JellyWriteException {
    int tag = field << 3 | 2;
    switch (term.kind) {
      case TermKind.IRI -> {
        d[at] = (byte) tag;
        return iris.write(d, at + 1, term.prefix, term.name);
      }
      case TermKind.BNODE -> {
        d[at] = (byte) (tag + 8);
        return TextEncoder.bnode(d, at + 1, terms, term.id, statement);
      }
      case TermKind.LITERAL -> {
        d[at] = (byte) (tag + 16);
        return literal(d, at + 1, term, statement);
      }
      case TermKind.TRIPLE -> {
        d[at] = (byte) (tag + 24);
        return triples.write(d, at + 1, term.quoted, statement);
      }
      default -> throw new IllegalStateException("kind " + term.kind);
    }
  }

  /** Writes the length and the fields of a literal message; returns the position after it. */
  int literal(byte[] d, int at, RepeatedTerm term, long statement) throws JellyWriteException {
    return TextEncoder.literal(d, at, terms, term.id, term.datatype, statement);
  }
}
