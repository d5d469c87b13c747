package io.github.jellybridge.spark.patch;

import java.io.Serializable;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.LongType;

/**
 * A column {@code patch} or {@code seq} in the rows of a query.
 *
 * @param ordinal its position in the rows
 * @param type one of {@link #TYPES}
 */
public record OrderColumn(int ordinal, DataType type) implements Serializable {
  private static final long serialVersionUID = 1L;

  /** The types of whole numbers. */
  public static final List<DataType> TYPES =
      List.of(DataTypes.LongType, DataTypes.IntegerType, DataTypes.ShortType, DataTypes.ByteType);

  boolean isNullAt(InternalRow row) {
    return row.isNullAt(ordinal);
  }

  long of(InternalRow row) {
    return type instanceof LongType
        ? row.getLong(ordinal)
        : ((Number) row.get(ordinal, type)).longValue();
  }
}
