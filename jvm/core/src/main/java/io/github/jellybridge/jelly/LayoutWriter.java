package io.github.jellybridge.jelly;

import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermTable;
import java.io.IOException;

/** Writes the content of a stream in one layout. */
interface LayoutWriter {
  /** Writes a namespace declaration. */
  void namespace(String prefix, String iri) throws IOException;

  /** Writes the statements [from, to) of a batch. */
  void write(StatementBatch batch, TermTable terms, int from, int to) throws IOException;

  /** Ends the current frame, or the current message of a stream of messages. */
  void endFrame() throws IOException;

  /** Writes the last frame, and the options if nothing was written before. */
  void writeLast() throws IOException;

  /** Returns the number of statements written. */
  long statements();
}
