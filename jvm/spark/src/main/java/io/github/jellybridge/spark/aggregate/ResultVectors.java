package io.github.jellybridge.spark.aggregate;

import io.github.jellybridge.spark.vectors.ReadOnlyVector;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * Columns of partial results in the form that Spark reads: views of arrays, from one group to
 * another.
 *
 * <p>Only the getters of a column's own type work; Spark never calls the others.
 */
final class ResultVectors {
  private ResultVectors() {}

  /** The base of all result columns. */
  abstract static class Base extends ReadOnlyVector {
    private final int rows;

    Base(DataType type, int rows) {
      super(type);
      this.rows = rows;
    }

    @Override
    public boolean hasNull() {
      return numNulls() > 0;
    }

    @Override
    public int numNulls() {
      int nulls = 0;
      for (int row = 0; row < rows; row++) {
        nulls += isNullAt(row) ? 1 : 0;
      }
      return nulls;
    }
  }

  /** Counts and sums. */
  static final class Longs extends Base {
    private final long[] values;
    private final boolean[] present;
    private final int from;

    /**
     * @param present null when no value is null
     */
    Longs(long[] values, boolean[] present, int from, int to) {
      super(DataTypes.LongType, to - from);
      this.values = values;
      this.present = present;
      this.from = from;
    }

    @Override
    public boolean isNullAt(int row) {
      return present != null && !present[from + row];
    }

    @Override
    public long getLong(int row) {
      return values[from + row];
    }
  }

  /** Least and greatest lengths. */
  static final class Ints extends Base {
    private final int[] values;
    private final boolean[] present;
    private final int from;

    Ints(int[] values, boolean[] present, int from, int to) {
      super(DataTypes.IntegerType, to - from);
      this.values = values;
      this.present = present;
      this.from = from;
    }

    @Override
    public boolean isNullAt(int row) {
      return !present[from + row];
    }

    @Override
    public int getInt(int row) {
      return values[from + row];
    }
  }

  /** Least and greatest strings. */
  static final class Texts extends Base {
    private final byte[][] values;
    private final int from;

    Texts(byte[][] values, int from, int to) {
      super(DataTypes.StringType, to - from);
      this.values = values;
      this.from = from;
    }

    @Override
    public boolean isNullAt(int row) {
      return values[from + row] == null;
    }

    @Override
    public UTF8String getUTF8String(int row) {
      return UTF8String.fromBytes(values[from + row]);
    }
  }

  /** Keys: strings, or structs with a column for each field. */
  static final class Keys extends Base {
    private final boolean[] present;
    private final UTF8String[] texts;
    private final ColumnVector[] fields;

    Keys(DataType type, boolean[] present, UTF8String[] texts, ColumnVector[] fields) {
      super(type, present.length);
      this.present = present;
      this.texts = texts;
      this.fields = fields;
    }

    @Override
    public boolean isNullAt(int row) {
      return !present[row];
    }

    @Override
    public UTF8String getUTF8String(int row) {
      return texts[row];
    }

    @Override
    public ColumnVector getChild(int ordinal) {
      return fields[ordinal];
    }
  }
}
