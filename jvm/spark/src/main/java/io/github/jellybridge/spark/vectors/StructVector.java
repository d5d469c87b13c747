package io.github.jellybridge.spark.vectors;

import io.github.jellybridge.rdf.TermTable;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnVector;

/** A struct column: a term with some of its fields, or the metadata of the statements. */
public final class StructVector extends ReadOnlyVector {
  private final ColumnVector[] children;
  private int[] ids;
  private int rows;

  StructVector(StructType type, ColumnVector[] children) {
    super(type);
    this.children = children;
  }

  /** Sets the ids that decide which rows are null (id 0); null for a struct that is never null. */
  void load(int[] newIds, int newRows) {
    ids = newIds;
    rows = newRows;
  }

  @Override
  public ColumnVector getChild(int ordinal) {
    return children[ordinal];
  }

  @Override
  public boolean isNullAt(int rowId) {
    return ids != null && ids[rowId] == TermTable.NO_TERM;
  }

  @Override
  public boolean hasNull() {
    return numNulls() > 0;
  }

  @Override
  public int numNulls() {
    int nulls = 0;
    for (int row = 0; row < rows; row++) {
      if (isNullAt(row)) {
        nulls++;
      }
    }
    return nulls;
  }
}
