package io.github.jellybridge.spark.vectors;

import io.github.jellybridge.rdf.TermTable;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;

/**
 * One row after the other of a batch, in which terms are finished binary structs.
 *
 * <p>A struct is looked up when Spark asks for it, as an object that does not outlive its copying.
 * References that are kept in the row would mark cards of the heap with each row, which took longer
 * than all of this, and even longer next to another task.
 */
final class TermStructRow extends GenericInternalRow {
  private static final long serialVersionUID = 1L;

  // By ordinal; null where the column is no term.
  private final transient TermRows[] structs;
  private final transient int[][] ids;
  private int index;

  /**
   * Makes a row of columns.
   *
   * @param structs the structs of each column that is a term, by ordinal; null for other columns,
   *     which {@link #update} sets
   */
  TermStructRow(TermRows[] structs) {
    super(structs.length);
    this.structs = structs;
    this.ids = new int[structs.length][];
  }

  /** Takes the terms of a column of the next batch. */
  void load(int ordinal, int[] column) {
    ids[ordinal] = column;
  }

  /** Moves to a row of the batch. */
  void show(int row) {
    index = row;
  }

  @Override
  public boolean isNullAt(int ordinal) {
    return structs[ordinal] == null
        ? super.isNullAt(ordinal)
        : ids[ordinal][index] == TermTable.NO_TERM;
  }

  @Override
  public UnsafeRow getStruct(int ordinal, int numFields) {
    return structs[ordinal].struct(ids[ordinal][index]);
  }

  @Override
  public Object genericGet(int ordinal) {
    if (structs[ordinal] == null) {
      return super.genericGet(ordinal);
    }
    return isNullAt(ordinal) ? null : getStruct(ordinal, 0);
  }
}
