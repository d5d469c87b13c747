package io.github.jellybridge.spark.vectors;

import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.unsafe.types.UTF8String;

/** A column with one value for all rows of a file: a partition value or a fact about the file. */
public final class ConstantVector extends ReadOnlyVector {
  private Object value;
  private int rows;

  ConstantVector(DataType type) {
    super(type);
  }

  /** Sets the value, in Spark's internal form; null for null. */
  void set(Object newValue) {
    value = newValue;
  }

  /** Sets the number of rows of the batch. */
  void load(int newRows) {
    rows = newRows;
  }

  @Override
  public boolean isNullAt(int rowId) {
    return value == null;
  }

  @Override
  public boolean hasNull() {
    return value == null;
  }

  @Override
  public int numNulls() {
    return value == null ? rows : 0;
  }

  @Override
  public boolean getBoolean(int rowId) {
    return (Boolean) value;
  }

  @Override
  public byte getByte(int rowId) {
    return (Byte) value;
  }

  @Override
  public short getShort(int rowId) {
    return (Short) value;
  }

  @Override
  public int getInt(int rowId) {
    return (Integer) value;
  }

  @Override
  public long getLong(int rowId) {
    return (Long) value;
  }

  @Override
  public float getFloat(int rowId) {
    return (Float) value;
  }

  @Override
  public double getDouble(int rowId) {
    return (Double) value;
  }

  @Override
  public Decimal getDecimal(int rowId, int precision, int scale) {
    return (Decimal) value;
  }

  @Override
  public UTF8String getUTF8String(int rowId) {
    return (UTF8String) value;
  }

  @Override
  public byte[] getBinary(int rowId) {
    return (byte[]) value;
  }
}
