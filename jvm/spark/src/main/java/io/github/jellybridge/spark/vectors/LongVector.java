package io.github.jellybridge.spark.vectors;

import org.apache.spark.sql.types.DataTypes;

/** A column of the numbers of frames, statements or messages; a negative number is null. */
public final class LongVector extends ReadOnlyVector {
  private long[] values = new long[0];
  private int nulls;

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

  /** Counts the nulls after the numbers of a batch that may have some were filled in. */
  void sync(int rows) {
    nulls = 0;
    for (int i = 0; i < rows; i++) {
      nulls += values[i] < 0 ? 1 : 0;
    }
  }

  @Override
  public long getLong(int rowId) {
    return values[rowId];
  }

  @Override
  public boolean isNullAt(int rowId) {
    return nulls > 0 && values[rowId] < 0;
  }

  @Override
  public boolean hasNull() {
    return nulls > 0;
  }

  @Override
  public int numNulls() {
    return nulls;
  }
}
