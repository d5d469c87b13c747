package io.github.jellybridge.spark.vectors;

import org.apache.spark.sql.types.DataTypes;

/** A column of numbers without nulls: frame numbers or statement numbers. */
public final class LongVector extends ReadOnlyVector {
  private long[] values = new long[0];

  LongVector() {
    super(DataTypes.LongType);
  }

  /** Returns space for the numbers of a batch, to be filled before Spark reads the vector. */
  long[] room(int rows) {
    if (values.length < rows) {
      values = new long[rows];
    }
    return values;
  }

  @Override
  public long getLong(int rowId) {
    return values[rowId];
  }

  @Override
  public boolean isNullAt(int rowId) {
    return false;
  }

  @Override
  public boolean hasNull() {
    return false;
  }

  @Override
  public int numNulls() {
    return 0;
  }
}
