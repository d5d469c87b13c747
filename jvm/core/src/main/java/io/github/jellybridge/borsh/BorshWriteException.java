package io.github.jellybridge.borsh;

import io.github.jellybridge.rdf.RdfWriteException;

/** A statement that an RDF/Borsh file cannot hold. */
public final class BorshWriteException extends RdfWriteException {
  private static final long serialVersionUID = 1L;

  /**
   * Makes an error.
   *
   * @param statement 0-based number of the statement in what was to be written
   * @param expected what can be written
   * @param found what was to be written
   */
  public BorshWriteException(long statement, String expected, String found) {
    super("RDF/Borsh", statement, expected, found, "");
  }
}
