package io.github.jellybridge.spark.write;

import java.io.IOException;
import org.apache.spark.sql.catalyst.InternalRow;

/** Encodes the rows of one file, in their order. */
public interface RowFileEncoder {
  /**
   * Takes a row with all columns of the query. The row may be reused by the caller.
   *
   * @throws RowRefusedException when this or an earlier row cannot be written
   */
  void write(InternalRow row) throws IOException;

  /**
   * Takes a row if the file has room for it, in formats whose files can be full.
   *
   * @return false if the row belongs into the next file; nothing of it was taken then
   * @throws RowRefusedException as {@link #write}
   */
  default boolean offer(InternalRow row) throws IOException {
    write(row);
    return true;
  }

  /**
   * Tells whether a new file may start with a row, because of the number of rows in this one. Rows
   * that belong together stay in one file.
   */
  default boolean mayEndBefore(InternalRow row) {
    return true;
  }

  /**
   * Writes all remaining rows; called once, after the last row.
   *
   * @throws RowRefusedException if one of the last rows cannot be written
   */
  void finish() throws IOException;
}
