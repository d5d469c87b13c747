package io.github.jellybridge.spark.filter;

import io.github.jellybridge.rdf.PatchOp;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TermTable;
import java.nio.charset.StandardCharsets;

/**
 * The result of a predicate on the operations of patches, looked up in a table by their letters.
 */
public final class OpFilterCache {
  private final byte[] values = new byte[PatchOp.HEADER + 1];

  /**
   * Evaluates the predicate for every operation.
   *
   * @param node a predicate that {@link #suits}
   */
  public OpFilterCache(FilterNode node) {
    TermTable letters = new TermTable();
    letters.reset(new byte[0], 0);
    int[] ids = new int[TermPath.ALL_COLUMNS];
    for (byte op = PatchOp.ADD; op <= PatchOp.HEADER; op++) {
      byte[] label = PatchOp.label(op).getBytes(StandardCharsets.US_ASCII);
      ids[TermPath.OP] = letters.addCopy(TermKind.LITERAL, label, 0, label.length);
      values[op] = node.test(letters, ids, new FilterNode.Scratch());
    }
  }

  /** Tells whether a predicate reads the operation and nothing else. */
  public static boolean suits(FilterNode node) {
    return node.columns() == 1 << TermPath.OP;
  }

  /** Fills the selection with the rows for which the predicate is TRUE. */
  public int select(StatementBatch batch, int[] selection) {
    int selected = 0;
    for (int row = 0; row < batch.size(); row++) {
      selection[selected] = row;
      selected += values[batch.op[row]] == TruthValue.TRUE ? 1 : 0;
    }
    return selected;
  }

  /** Writes the results for the selected rows, in their order. */
  public void evaluate(StatementBatch batch, int[] selection, int count, byte[] out) {
    for (int i = 0; i < count; i++) {
      out[i] = values[batch.op[selection[i]]];
    }
  }
}
