package io.github.jellybridge.spark.patch;

import io.github.jellybridge.patch.PatchWriteOptions;
import io.github.jellybridge.patch.PatchWriter;
import io.github.jellybridge.spark.terms.TermColumn;
import io.github.jellybridge.spark.write.RowFileEncoder;
import io.github.jellybridge.spark.write.RowFileFormat;
import java.io.OutputStream;
import java.util.List;

/**
 * Files of patches for the rows of a query.
 *
 * @param codec how to write
 * @param terms the columns {@code s, p, o, g, value}; null for each one that is missing
 * @param op position of column {@code op} in the rows
 * @param name position of column {@code name}; -1 if it is missing
 * @param patch column {@code patch}; null if it is missing, so that all rows are one patch
 * @param seq column {@code seq}
 */
record PatchFileFormat(
    PatchWriteOptions codec,
    List<TermColumn> terms,
    int op,
    int name,
    OrderColumn patch,
    OrderColumn seq)
    implements RowFileFormat {
  private static final long serialVersionUID = 1L;

  @Override
  public String extension() {
    return ".jellyp";
  }

  @Override
  public RowFileEncoder open(OutputStream out) {
    return new PatchFileEncoder(PatchWriter.open(out, codec), this);
  }
}
