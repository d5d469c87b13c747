package io.github.jellybridge.borsh;

import io.github.jellybridge.rdf.RdfWriteException;

/** Reports a statement that an RDF/Borsh file cannot represent. */
public final class BorshWriteException extends RdfWriteException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates an error.
   *
   * @param statement 0-based number of the statement in the input
   * @param expected what can be written
   * @param found the term or statement that cannot be written
   */
  public BorshWriteException(long statement, String expected, String found) {
    super("RDF/Borsh", statement, expected, found, "");
  }
}
