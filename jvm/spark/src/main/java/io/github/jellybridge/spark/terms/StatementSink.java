package io.github.jellybridge.spark.terms;

import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.spark.write.RowRefusedException;
import java.io.IOException;

/** Where {@link StatementRowEncoder} puts the statements of rows: the writer of some format. */
public interface StatementSink {
  /**
   * Writes all statements of a batch.
   *
   * @throws RowRefusedException if a statement cannot be written
   */
  void write(StatementBatch batch, TermTable terms) throws IOException;

  /** Ends a frame, in formats that have such. */
  default void endFrame() throws IOException {
    throw new IllegalStateException("a format without frames");
  }

  /** Writes what is left. */
  void finish() throws IOException;
}
