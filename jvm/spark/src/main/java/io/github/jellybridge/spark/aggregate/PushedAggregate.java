package io.github.jellybridge.spark.aggregate;

import io.github.jellybridge.spark.filter.LengthUnit;
import io.github.jellybridge.spark.filter.TermPath;
import java.io.Serializable;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;

/**
 * One aggregate function of a pushed aggregation, as the driver has interpreted it.
 *
 * @param function the function to compute
 * @param path its argument; null for COUNT(*)
 * @param unit the unit of lengths; null if the function does not measure lengths
 */
record PushedAggregate(Function function, TermPath path, LengthUnit unit) implements Serializable {
  /** The functions whose partial results Spark can merge. */
  enum Function {
    COUNT_ALL,
    COUNT,
    MIN,
    MAX,
    SUM_LENGTH,
    MIN_LENGTH,
    MAX_LENGTH
  }

  static final PushedAggregate COUNT_ALL = new PushedAggregate(Function.COUNT_ALL, null, null);

  /** The columns that must be decoded, as a mask of {@code JellyReadOptions}. */
  int columns() {
    return path == null ? 0 : path.mask();
  }

  /** The type of the partial result, which is also the type of Spark's own function. */
  DataType type() {
    return switch (function) {
      case COUNT_ALL, COUNT, SUM_LENGTH -> DataTypes.LongType;
      case MIN_LENGTH, MAX_LENGTH -> DataTypes.IntegerType;
      case MIN, MAX -> DataTypes.StringType;
    };
  }

  /** Whether the result of a group can be null. */
  boolean nullable() {
    return function != Function.COUNT_ALL && function != Function.COUNT;
  }

  /** Returns the function as SQL writes it. */
  @Override
  public String toString() {
    return switch (function) {
      case COUNT_ALL -> "COUNT(*)";
      case COUNT -> "COUNT(" + path + ")";
      case MIN -> "MIN(" + path + ")";
      case MAX -> "MAX(" + path + ")";
      case SUM_LENGTH -> "SUM(" + unit + "(" + path + "))";
      case MIN_LENGTH -> "MIN(" + unit + "(" + path + "))";
      case MAX_LENGTH -> "MAX(" + unit + "(" + path + "))";
    };
  }
}
