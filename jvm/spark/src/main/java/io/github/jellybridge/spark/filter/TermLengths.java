package io.github.jellybridge.spark.filter;

import io.github.jellybridge.rdf.TermTable;
import java.util.Arrays;

/**
 * Remembers the length of one part of each term of a table.
 *
 * <p>Uses one int for each term id; forgets all lengths when the table or its epoch changes.
 */
public final class TermLengths {
  private final TermPart part;
  private final LengthUnit unit;
  private final TermBytes scratch = new TermBytes();
  private final EpochGuard watch = new EpochGuard();
  // By term id: the length + 2, or 1 for null, or 0 when not measured yet.
  private int[] known = new int[0];

  public TermLengths(TermPart part, LengthUnit unit) {
    this.part = part;
    this.unit = unit;
  }

  /** Prepares for a batch with ids of this table. */
  public void sync(TermTable terms) {
    if (watch.changed(terms)) {
      Arrays.fill(known, 0);
    }
    if (known.length < terms.size()) {
      known = Arrays.copyOf(known, EpochGuard.capacity(known.length, terms.size()));
    }
  }

  /** Returns the length of the part of a term, or {@link LengthUnit#ABSENT}. */
  public int length(TermTable terms, int id) {
    int length = known[id];
    return (length == 0 ? measure(terms, id) : length) - 2;
  }

  private int measure(TermTable terms, int id) {
    int length = unit.measure(terms, id, part, scratch);
    known[id] = length + 2;
    return length + 2;
  }
}
