package io.github.jellybridge.spark.terms;

import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.spark.write.RowRefusedException;
import java.io.IOException;

/** Receives the statements of rows from {@link StatementRowEncoder}: the writer of some format. */
public interface StatementSink {
  /**
   * Writes all statements of a batch.
   *
   * @throws RowRefusedException if a statement cannot be written
   */
  void write(StatementBatch batch, TermTable terms) throws IOException;

  /** Ends a frame, in formats that have frames. */
  default void endFrame() throws IOException {
    throw new IllegalStateException("a format without frames");
  }

  /** Writes all remaining statements. */
  void finish() throws IOException;
}
