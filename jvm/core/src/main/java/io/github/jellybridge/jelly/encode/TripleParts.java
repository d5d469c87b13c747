package io.github.jellybridge.jelly.encode;

import io.github.jellybridge.jelly.JellyWriteException;
import io.github.jellybridge.rdf.NTriplesParseException;
import io.github.jellybridge.rdf.NTriplesParser;
import io.github.jellybridge.rdf.TermTable;
import java.nio.charset.StandardCharsets;

/** Takes apart triple terms, which term tables store as N-Triples text. */
public final class TripleParts {
  private static final byte[] NOTHING = {};

  /** The terms of the triple terms that were taken apart since {@link #clear}. */
  public final TermTable terms = new TermTable();

  private final NTriplesParser parser = new NTriplesParser(terms);

  /** Removes all terms. */
  public void clear() {
    if (terms.size() > 1) {
      terms.reset(NOTHING, 0);
      terms.symbols().clearIfLarge();
    }
  }

  /** Copies the text of a triple term into the table; returns its start there. */
  public int copy(TermTable from, int id) {
    return terms.addBytes(from.data(), from.valueOffset(id), from.valueLength(id));
  }

  /**
   * Returns the ids of subject, predicate and object of the triple term at [from, to) of the table.
   *
   * @param statement the number of the statement, for errors
   */
  public int[] apart(int from, int to, long statement) throws JellyWriteException {
    int[] ids = new int[3];
    try {
      parser.quotedTriple(terms.data(), from, to, ids);
    } catch (NTriplesParseException e) {
      String text = new String(terms.data(), from, to - from, StandardCharsets.UTF_8);
      throw new JellyWriteException(
          statement,
          "the N-Triples text of a triple term",
          text + " (" + e.getMessage() + ")",
          null);
    }
    return ids;
  }
}
