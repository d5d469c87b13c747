package io.github.jellybridge.spark.vectors;

import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * One string field of one term column.
 *
 * <p>The same final class serves every field, so that Spark's generated code sees one type of
 * string vector and can inline the access.
 */
public final class TermFieldVector extends ReadOnlyVector {
  private final TermStrings strings;
  private int[] ids;
  private int rows;
  private UTF8String[] table;

  TermFieldVector(TermStrings strings) {
    super(DataTypes.StringType);
    this.strings = strings;
  }

  /** Sets the ids to show; the strings must already be synced to their term table. */
  void load(int[] newIds, int newRows) {
    ids = newIds;
    rows = newRows;
    table = strings.table();
  }

  @Override
  public UTF8String getUTF8String(int rowId) {
    UTF8String string = string(rowId);
    return string == TermStrings.ABSENT ? null : string;
  }

  @Override
  public boolean isNullAt(int rowId) {
    return string(rowId) == TermStrings.ABSENT;
  }

  private UTF8String string(int rowId) {
    int id = ids[rowId];
    UTF8String string = table[id];
    return string != null ? string : strings.make(id);
  }

  @Override
  public boolean hasNull() {
    return numNulls() > 0;
  }

  @Override
  public int numNulls() {
    int nulls = 0;
    for (int row = 0; row < rows; row++) {
      if (isNullAt(row)) {
        nulls++;
      }
    }
    return nulls;
  }
}
