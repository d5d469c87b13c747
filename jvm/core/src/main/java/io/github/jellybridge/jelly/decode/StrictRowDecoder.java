package io.github.jellybridge.jelly.decode;

import io.github.jellybridge.jelly.JellyParseException;
import io.github.jellybridge.rdf.StatementBatch;

/**
 * Decodes rows one at a time, in any form, and checks them; {@link FastRowDecoder} is the other.
 */
public interface StrictRowDecoder {
  /**
   * Decodes the row at {@code at}, or passes another field of a frame, and sets {@code in.pos} to
   * its end. The terms of a statement are the last terms of the {@link DecoderState} then.
   *
   * @return the kind of the row; 0 for a field of the frame that is no row; -1 if not all of it is
   *     buffered
   */
  int decode(int at, int end, boolean whole) throws JellyParseException;

  /** Tells whether a statement may come next. */
  boolean statementAllowed();

  /** Completes the entries [from, to) of a batch, whose terms and operations are set. */
  default void complete(StatementBatch into, int from, int to) {
    // Statements have only terms.
  }

  /**
   * Adds a row that is no statement, the one decoded last, to a batch of operations if it is one.
   */
  default void put(StatementBatch into, int kind) {
    // Only patches have such rows.
  }
}
