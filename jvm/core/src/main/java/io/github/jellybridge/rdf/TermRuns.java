package io.github.jellybridge.rdf;

import java.util.Arrays;

/**
 * Statements with one column as runs: {@code lengths[i]} statements that follow each other have the
 * term of entry i. A longer run may be divided into several. The arrays are public because they are
 * on the hot path.
 */
public final class TermRuns {
  /** The terms of the runs. */
  public final StatementBatch terms;

  /** The number of statements of each run. */
  public int[] lengths = new int[0];

  /**
   * Creates an empty list.
   *
   * @param column the column, as a bit of {@link StatementBatch}
   */
  public TermRuns(int column) {
    terms = StatementBatch.ofColumns(column);
  }

  /** Makes room for at least the given number of runs. */
  public void ensureCapacity(int capacity) {
    terms.ensureCapacity(capacity);
    if (lengths.length < capacity) {
      lengths = Arrays.copyOf(lengths, Math.max(capacity, terms.capacity(Integer.MAX_VALUE)));
    }
  }
}
