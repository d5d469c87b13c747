package io.github.jellybridge.spark.vectors;

import io.github.jellybridge.rdf.TermTable;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;

/**
 * One row after the other of a batch, in which terms are complete binary structs.
 *
 * <p>A struct is looked up when Spark requests it, as an object that is discarded once it is
 * copied. If the row kept references to structs, each row would mark cards of the heap. That took
 * longer than everything else, and even longer with another task running.
 */
final class TermStructRow extends GenericInternalRow {
  private static final long serialVersionUID = 1L;

  // By ordinal; null if the column is not a term.
  private final transient TermRows[] structs;
  private final transient int[][] ids;
  private int index;

  /**
   * Creates a row of columns.
   *
   * @param structs the structs of each column that is a term, by ordinal; null for other columns,
   *     which {@link #update} sets
   */
  TermStructRow(TermRows[] structs) {
    super(structs.length);
    this.structs = structs;
    this.ids = new int[structs.length][];
  }

  /** Sets the terms of a column of the next batch. */
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
