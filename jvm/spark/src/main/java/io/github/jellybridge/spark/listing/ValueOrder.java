package io.github.jellybridge.spark.listing;

import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;
import org.apache.spark.unsafe.types.UTF8String;

/** Compares two non-null Catalyst values of one type as Spark's SQL does. */
final class ValueOrder {
  private ValueOrder() {}

  /** Tells whether values of a type can be compared here; strings only without a collation. */
  static boolean supports(DataType type) {
    return type.equals(DataTypes.StringType)
        || type instanceof BooleanType
        || type instanceof ByteType
        || type instanceof ShortType
        || type instanceof IntegerType
        || type instanceof LongType
        || type instanceof FloatType
        || type instanceof DoubleType
        || type instanceof DecimalType
        || type instanceof DateType
        || type instanceof TimestampType
        || type instanceof TimestampNTZType;
  }

  /**
   * Returns a negative number, zero or a positive one, as {@link java.util.Comparator#compare}
   * does.
   */
  static int compare(Object left, Object right) {
    if (left instanceof UTF8String text) {
      return text.compareTo((UTF8String) right);
    }
    if (left instanceof Boolean flag) {
      return flag.compareTo((Boolean) right);
    }
    if (left instanceof Decimal decimal) {
      return decimal.compare((Decimal) right);
    }
    if (left instanceof Double || left instanceof Float) {
      double a = ((Number) left).doubleValue();
      double b = ((Number) right).doubleValue();
      // In SQL 0.0 and -0.0 are equal; NaN equals itself and is the greatest.
      return a == b ? 0 : Double.compare(a, b);
    }
    return Long.compare(((Number) left).longValue(), ((Number) right).longValue());
  }
}
