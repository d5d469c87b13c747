package io.github.jellybridge.spark.filter;

import io.github.jellybridge.rdf.TermTable;
import java.util.Arrays;

/**
 * Remembers the verdict of a one-column predicate for each term of a table.
 *
 * <p>A byte a term id; forgets all when the table or its epoch changes.
 */
final class TermFilterCache {
  private final FilterNode node;
  private final int column;
  private final FilterNode.Scratch scratch = new FilterNode.Scratch();
  private final int[] ids = new int[TermPath.ALL_COLUMNS];
  private final EpochGuard watch = new EpochGuard();
  private byte[] verdicts = new byte[0];

  /**
   * @param node a predicate over exactly one column of terms
   */
  TermFilterCache(FilterNode node) {
    this.node = node;
    this.column = Integer.numberOfTrailingZeros(node.columns());
  }

  int column() {
    return column;
  }

  /** Prepares for a batch whose ids are of this table. */
  private byte[] sync(TermTable terms) {
    if (watch.changed(terms)) {
      Arrays.fill(verdicts, TruthValue.UNDECIDED);
    }
    if (verdicts.length < terms.size()) {
      verdicts = Arrays.copyOf(verdicts, EpochGuard.capacity(verdicts.length, terms.size()));
    }
    return verdicts;
  }

  /** Whether the verdict on one term is TRUE. */
  boolean accepts(TermTable terms, int id) {
    byte verdict = sync(terms)[id];
    return (verdict == TruthValue.UNDECIDED ? decide(terms, id) : verdict) == TruthValue.TRUE;
  }

  /** Fills the selection with the rows whose verdict is TRUE. */
  int select(int[] column, int rows, TermTable terms, int[] selection) {
    byte[] known = sync(terms);
    int selected = 0;
    for (int row = 0; row < rows; row++) {
      int id = column[row];
      byte verdict = known[id];
      if (verdict == TruthValue.UNDECIDED) {
        verdict = decide(terms, id);
      }
      selection[selected] = row;
      selected += verdict == TruthValue.TRUE ? 1 : 0;
    }
    return selected;
  }

  /** Keeps of the selection the rows whose verdict is TRUE. */
  int refine(int[] column, int[] selection, int count, TermTable terms) {
    byte[] known = sync(terms);
    int selected = 0;
    for (int i = 0; i < count; i++) {
      int row = selection[i];
      int id = column[row];
      byte verdict = known[id];
      if (verdict == TruthValue.UNDECIDED) {
        verdict = decide(terms, id);
      }
      selection[selected] = row;
      selected += verdict == TruthValue.TRUE ? 1 : 0;
    }
    return selected;
  }

  /** Writes the verdicts of the selected rows, in their order. */
  void verdicts(int[] column, int[] selection, int count, TermTable terms, byte[] out) {
    byte[] known = sync(terms);
    for (int i = 0; i < count; i++) {
      int id = column[selection[i]];
      byte verdict = known[id];
      out[i] = verdict == TruthValue.UNDECIDED ? decide(terms, id) : verdict;
    }
  }

  private byte decide(TermTable terms, int id) {
    ids[column] = id;
    byte verdict = node.test(terms, ids, scratch);
    verdicts[id] = verdict;
    return verdict;
  }
}
