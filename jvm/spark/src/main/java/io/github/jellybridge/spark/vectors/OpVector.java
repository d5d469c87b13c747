package io.github.jellybridge.spark.vectors;

import io.github.jellybridge.rdf.PatchOp;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.unsafe.types.UTF8String;

/** The operations of patches, as the letters of RDF Patch. */
public final class OpVector extends ReadOnlyVector {
  private static final UTF8String[] LABELS = new UTF8String[PatchOp.HEADER + 1];

  static {
    for (byte op = PatchOp.ADD; op <= PatchOp.HEADER; op++) {
      LABELS[op] = UTF8String.fromString(PatchOp.label(op));
    }
  }

  private BatchRows rows;

  OpVector() {
    super(DataTypes.StringType);
  }

  /** Sets the rows whose operations are shown. */
  void load(BatchRows newRows) {
    rows = newRows;
  }

  /** Returns the letters of one row. */
  static UTF8String label(BatchRows rows, int row) {
    return LABELS[rows.batch().op[rows.position(row)]];
  }

  @Override
  public UTF8String getUTF8String(int rowId) {
    return label(rows, rowId);
  }

  @Override
  public boolean isNullAt(int rowId) {
    return false;
  }

  @Override
  public boolean hasNull() {
    return false;
  }

  @Override
  public int numNulls() {
    return 0;
  }
}
