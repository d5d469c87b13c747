package io.github.jellybridge.syntax;

import io.github.jellybridge.rdf.ByteBuilder;
import io.github.jellybridge.rdf.NTriples;
import io.github.jellybridge.rdf.TermTable;
import java.util.Arrays;

/** The previous term in a position, to be compared with the next one, also of another table. */
final class PreviousTerm {
  private final ByteBuilder text = new ByteBuilder();
  private final ByteBuilder next = new ByteBuilder();
  private TermTable table;
  private long epoch;
  private int id = -1;

  void forget() {
    id = -1;
  }

  /** Tells whether a term differs from the previous one, and remembers it. */
  boolean changes(TermTable terms, int other) {
    boolean known = id >= 0;
    if (known && other == id && table == terms && epoch == terms.epoch()) {
      return false;
    }
    next.clear();
    if (other != TermTable.NO_TERM) {
      NTriples.append(terms, other, next);
    }
    boolean same =
        known && Arrays.equals(text.array(), 0, text.length(), next.array(), 0, next.length());
    text.clear();
    text.append(next.array(), 0, next.length());
    id = other;
    table = terms;
    epoch = terms.epoch();
    return !same;
  }
}
