package io.github.jellybridge.spark.filter;

import io.github.jellybridge.rdf.TermTable;
import java.util.Arrays;

/**
 * Remembers the result of a one-column predicate for each term of a table.
 *
 * <p>Uses one byte for each term id; forgets all results when the table or its epoch changes.
 */
public final class TermFilterCache {
  private final FilterNode node;
  private final int column;
  private final FilterNode.Scratch scratch = new FilterNode.Scratch();
  private final int[] ids = new int[TermPath.ALL_COLUMNS];
  private final EpochGuard watch = new EpochGuard();
  private byte[] values = new byte[0];

  /**
   * @param node a predicate over exactly one column of terms
   */
  public TermFilterCache(FilterNode node) {
    this.node = node;
    this.column = Integer.numberOfTrailingZeros(node.columns());
  }

  public int column() {
    return column;
  }

  /** Prepares for a batch with ids of this table. */
  private byte[] sync(TermTable terms) {
    if (watch.changed(terms)) {
      Arrays.fill(values, TruthValue.UNDECIDED);
    }
    if (values.length < terms.size()) {
      values = Arrays.copyOf(values, EpochGuard.capacity(values.length, terms.size()));
    }
    return values;
  }

  /** Whether the result for one term is TRUE. */
  public boolean accepts(TermTable terms, int id) {
    byte value = sync(terms)[id];
    return (value == TruthValue.UNDECIDED ? decide(terms, id) : value) == TruthValue.TRUE;
  }

  /** Fills the selection with the rows for which the predicate is TRUE. */
  public int select(int[] column, int rows, TermTable terms, int[] selection) {
    byte[] known = sync(terms);
    int selected = 0;
    for (int row = 0; row < rows; row++) {
      int id = column[row];
      byte value = known[id];
      if (value == TruthValue.UNDECIDED) {
        value = decide(terms, id);
      }
      selection[selected] = row;
      selected += value == TruthValue.TRUE ? 1 : 0;
    }
    return selected;
  }

  /** Keeps those rows of the selection for which the predicate is TRUE. */
  public int refine(int[] column, int[] selection, int count, TermTable terms) {
    byte[] known = sync(terms);
    int selected = 0;
    for (int i = 0; i < count; i++) {
      int row = selection[i];
      int id = column[row];
      byte value = known[id];
      if (value == TruthValue.UNDECIDED) {
        value = decide(terms, id);
      }
      selection[selected] = row;
      selected += value == TruthValue.TRUE ? 1 : 0;
    }
    return selected;
  }

  /** Writes the results for the selected rows, in their order. */
  public void evaluate(int[] column, int[] selection, int count, TermTable terms, byte[] out) {
    byte[] known = sync(terms);
    for (int i = 0; i < count; i++) {
      int id = column[selection[i]];
      byte value = known[id];
      out[i] = value == TruthValue.UNDECIDED ? decide(terms, id) : value;
    }
  }

  private byte decide(TermTable terms, int id) {
    ids[column] = id;
    byte value = node.test(terms, ids, scratch);
    values[id] = value;
    return value;
  }
}
