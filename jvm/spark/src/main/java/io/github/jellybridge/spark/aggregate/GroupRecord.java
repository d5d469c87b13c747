package io.github.jellybridge.spark.aggregate;

import io.github.jellybridge.spark.filter.Hashing;
import io.github.jellybridge.spark.filter.TermBytes;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.apache.spark.unsafe.Platform;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * One group as bytes, in the form written to disk: the total length, the length of the keys, the
 * keys, the results.
 *
 * <p>Equal keys are equal bytes. A string is its length and its UTF-8 bytes; a struct a 0 and its
 * fields; a long a 0 and eight bytes; an int the same as a long. Null is -1 in place of the length
 * or the 0.
 */
final class GroupRecord {
  static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  static final int NULL = -1;
  private static final int KEY_LENGTH = Integer.BYTES;
  private static final int KEYS = 2 * Integer.BYTES;

  private final DataType[] types;
  private final int keys;

  /** The record, in the first {@link #length} bytes. */
  byte[] bytes = new byte[256];

  int length;

  /**
   * @param schema the columns of the rows
   * @param keys number of leading columns that are keys
   */
  GroupRecord(StructType schema, int keys) {
    this.types = Arrays.stream(schema.fields()).map(f -> f.dataType()).toArray(DataType[]::new);
    this.keys = keys;
  }

  /** Builds the record of a row. */
  void load(ColumnarBatch rows, int row) {
    length = KEYS;
    for (int i = 0; i < types.length; i++) {
      if (i == keys) {
        endKeys();
      }
      put(types[i], rows.column(i), row);
    }
    if (keys == types.length) {
      endKeys();
    }
    INTS.set(bytes, 0, length);
  }

  private void endKeys() {
    INTS.set(bytes, KEY_LENGTH, length - KEYS);
  }

  /** The length of the record at an offset. */
  static int length(byte[] bytes, int offset) {
    return (int) INTS.get(bytes, offset);
  }

  /** Points at the keys of the record at an offset. */
  static void keys(byte[] bytes, int offset, TermBytes keys) {
    keys.bytes = bytes;
    keys.offset = offset + KEYS;
    keys.length = (int) INTS.get(bytes, offset + KEY_LENGTH);
  }

  /** The hash of the keys of the record at an offset. */
  static int hash(byte[] bytes, int offset) {
    return Hashing.bytes(bytes, offset + KEYS, (int) INTS.get(bytes, offset + KEY_LENGTH));
  }

  private void put(DataType type, ColumnVector column, int row) {
    if (column.isNullAt(row)) {
      putInt(NULL);
    } else if (type instanceof StructType struct) {
      putInt(0);
      for (int i = 0; i < struct.length(); i++) {
        put(struct.apply(i).dataType(), column.getChild(i), row);
      }
    } else if (type.equals(DataTypes.LongType)) {
      putInt(0);
      putLong(column.getLong(row));
    } else if (type.equals(DataTypes.IntegerType)) {
      putInt(0);
      putLong(column.getInt(row));
    } else {
      put(column.getUTF8String(row));
    }
  }

  private void put(UTF8String text) {
    int bytesLong = text.numBytes();
    putInt(bytesLong);
    ensure(bytesLong);
    text.writeToMemory(bytes, Platform.BYTE_ARRAY_OFFSET + (long) length);
    length += bytesLong;
  }

  private void putInt(int value) {
    ensure(Integer.BYTES);
    INTS.set(bytes, length, value);
    length += Integer.BYTES;
  }

  private void putLong(long value) {
    ensure(Long.BYTES);
    LONGS.set(bytes, length, value);
    length += Long.BYTES;
  }

  private void ensure(int more) {
    int needed = Math.addExact(length, more);
    if (needed > bytes.length) {
      bytes = Arrays.copyOf(bytes, (int) Math.max(needed, Math.min(needed * 2L, 1 << 30)));
    }
  }
}
