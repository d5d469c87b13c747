package io.github.jellybridge.spark.jelly.pushdown;

import java.util.Arrays;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * Columns of group keys, as Spark reads them: views of the key dictionaries, strings for fields and
 * structs for whole terms.
 */
final class KeyVectors {
  private KeyVectors() {}

  /**
   * The column of one key.
   *
   * @param type the type in the table's schema
   * @param keys the key of each row in {@code part}
   */
  static ColumnVector of(DataType type, PartKey part, int[] keys) {
    return part instanceof PartKey.Whole whole
        ? new Terms((StructType) type, whole, keys)
        : new Strings(part, keys);
  }

  private static final class Strings extends ResultVectors.Base {
    private final PartKey part;
    private final int[] keys;

    Strings(PartKey part, int[] keys) {
      super(DataTypes.StringType, keys.length);
      this.part = part;
      this.keys = keys;
    }

    @Override
    public boolean isNullAt(int row) {
      return part.isNull(keys[row]);
    }

    @Override
    public UTF8String getUTF8String(int row) {
      return part.text(keys[row]);
    }
  }

  private static final class Terms extends ResultVectors.Base {
    private final PartKey.Whole whole;
    private final int[] keys;
    private final ColumnVector[] fields;

    Terms(StructType type, PartKey.Whole whole, int[] keys) {
      super(type, keys.length);
      this.whole = whole;
      this.keys = keys;
      this.fields =
          Arrays.stream(type.fieldNames())
              .map(name -> new Field(whole, Part.ofField(name), keys))
              .toArray(ColumnVector[]::new);
    }

    @Override
    public boolean isNullAt(int row) {
      return whole.isNull(keys[row]);
    }

    @Override
    public ColumnVector getChild(int ordinal) {
      return fields[ordinal];
    }
  }

  private static final class Field extends ResultVectors.Base {
    private final PartKey.Whole whole;
    private final Part part;
    private final int[] keys;

    Field(PartKey.Whole whole, Part part, int[] keys) {
      super(DataTypes.StringType, keys.length);
      this.whole = whole;
      this.part = part;
      this.keys = keys;
    }

    @Override
    public boolean isNullAt(int row) {
      return whole.isNull(keys[row]) || whole.field(keys[row], part) == null;
    }

    @Override
    public UTF8String getUTF8String(int row) {
      return whole.field(keys[row], part);
    }
  }
}
