package io.github.jellybridge.spark.aggregate;

import io.github.jellybridge.spark.filter.TermPart;
import java.util.Arrays;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * Columns of group keys in the form that Spark reads: views of the key dictionaries, strings for
 * fields and structs for whole terms.
 */
final class KeyVectors {
  private KeyVectors() {}

  /**
   * The column of one key.
   *
   * @param type the type in the table's schema
   * @param keys the key of each row in {@code part}
   */
  static ColumnVector of(DataType type, FieldKey part, int[] keys) {
    return part instanceof FieldKey.Whole whole
        ? new Terms((StructType) type, whole, keys)
        : new Strings(part, keys);
  }

  private static final class Strings extends ResultVectors.Base {
    private final FieldKey part;
    private final int[] keys;

    Strings(FieldKey part, int[] keys) {
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
    private final FieldKey.Whole whole;
    private final int[] keys;
    private final ColumnVector[] fields;

    Terms(StructType type, FieldKey.Whole whole, int[] keys) {
      super(type, keys.length);
      this.whole = whole;
      this.keys = keys;
      this.fields =
          Arrays.stream(type.fieldNames())
              .map(name -> new Field(whole, TermPart.ofField(name), keys))
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
    private final FieldKey.Whole whole;
    private final TermPart part;
    private final int[] keys;

    Field(FieldKey.Whole whole, TermPart part, int[] keys) {
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
