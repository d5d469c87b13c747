package io.github.jellybridge.spark.common.write;

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
   * Writes what is left; called once, after the last row.
   *
   * @throws RowRefusedException when one of the last rows cannot be written
   */
  void finish() throws IOException;
}
