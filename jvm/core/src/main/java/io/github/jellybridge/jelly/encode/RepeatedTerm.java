package io.github.jellybridge.jelly.encode;

import io.github.jellybridge.rdf.SymbolTable;
import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TermTable;
import java.util.Arrays;

/**
 * The last written term of one position (Jelly-RDF 1.1, "Repeated terms"), in a form that outlives
 * its term table.
 */
public final class RepeatedTerm {
  /** No term has been written yet. */
  static final byte NEVER = -1;

  /** Replaces the id if the term came from another table; not a valid id. */
  static final int NO_ID = Integer.MIN_VALUE;

  private static final byte[] NOTHING = {};

  /** One of {@link TermKind}, or {@link #NEVER}; {@link TermKind#NONE} is the default graph. */
  byte kind = NEVER;

  /** The id in the current table, or {@link #NO_ID}. */
  public int id = NO_ID;

  /** The lookup entries of an IRI, and the time of that lookup. */
  int name;

  int prefix;
  int time;

  /** The lookup id of the datatype of a literal; 0 for none. */
  int datatype;

  /** The terms of a quoted triple. */
  QuotedTriple quoted;

  // Copies of the texts of a term other than an IRI, for use after its table has changed.
  private byte[] value = NOTHING;
  private int length;
  private byte[] lang;
  private byte[] type;

  /** Clears the term: the next one has to be written in full. */
  void forget() {
    kind = NEVER;
    id = NO_ID;
  }

  /** Copies the texts before their table changes. */
  void detach(TermTable terms) {
    if (id > 0 && kind != TermKind.IRI) {
      int from = terms.valueOffset(id);
      length = terms.valueLength(id);
      if (value.length < length) {
        value = new byte[length + (length >> 1)];
      }
      System.arraycopy(terms.data(), from, value, 0, length);
      lang = symbol(terms, terms.langId(id));
      type = symbol(terms, terms.datatypeId(id));
    }
    id = NO_ID;
  }

  private static byte[] symbol(TermTable terms, int symbol) {
    SymbolTable symbols = terms.symbols();
    return symbol == 0 ? null : symbols.bytes(symbol);
  }

  /** Returns whether a term other than an IRI equals this one. */
  boolean equals(TermTable terms, int other, byte otherKind) {
    if (kind != otherKind) {
      return false;
    }
    int n = terms.valueLength(other);
    if (id >= 0) {
      if (n != terms.valueLength(id)
          || terms.langId(other) != terms.langId(id)
          || terms.datatypeId(other) != terms.datatypeId(id)) {
        return false;
      }
      int a = terms.valueOffset(id);
      int b = terms.valueOffset(other);
      byte[] d = terms.data();
      return Arrays.equals(d, a, a + n, d, b, b + n);
    }
    if (n != length
        || !Arrays.equals(lang, symbol(terms, terms.langId(other)))
        || !Arrays.equals(type, symbol(terms, terms.datatypeId(other)))) {
      return false;
    }
    int b = terms.valueOffset(other);
    return Arrays.equals(value, 0, n, terms.data(), b, b + n);
  }
}
