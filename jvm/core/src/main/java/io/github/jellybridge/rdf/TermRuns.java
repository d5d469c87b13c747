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

  /** Adds statements with a term. */
  public void add(int term, int statements) {
    int at = terms.size();
    ensureCapacity(at + 1);
    column()[at] = term;
    lengths[at] = statements;
    terms.size(at + 1);
  }

  /** Returns the terms of the runs: the array of the only column. */
  public int[] column() {
    return terms.s != null
        ? terms.s
        : terms.p != null ? terms.p : terms.o != null ? terms.o : terms.g;
  }

  /** Makes room for at least the given number of runs. */
  public void ensureCapacity(int capacity) {
    terms.ensureCapacity(capacity);
    if (lengths.length < capacity) {
      lengths = Arrays.copyOf(lengths, Math.max(capacity, terms.capacity(Integer.MAX_VALUE)));
    }
  }
}
