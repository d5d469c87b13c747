package io.github.jellybridge.jelly.decode;

import io.github.jellybridge.jelly.JellyParseException;
import io.github.jellybridge.rdf.StatementBatch;

/**
 * Decodes and checks rows one at a time, in any form; the slow counterpart of {@link
 * FastRowDecoder}.
 */
public interface StrictRowDecoder {
  /**
   * Decodes the row at {@code at}, or skips another field of a frame, and sets {@code in.pos} to
   * its end. The terms of a statement become the last terms of the {@link DecoderState}.
   *
   * @return the kind of the row; 0 for another field of the frame; -1 if the row is only partly
   *     buffered
   */
  int decode(int at, int end, boolean whole) throws JellyParseException;

  /** Returns whether a statement may come next. */
  boolean statementAllowed();

  /** Completes the entries [from, to) of a batch, whose terms and operations are already set. */
  default void complete(StatementBatch into, int from, int to) {
    // Statements have only terms.
  }

  /** Adds the last decoded row to a batch if it is an operation other than a statement. */
  default void put(StatementBatch into, int kind) {
    // Only patches have such rows.
  }
}
