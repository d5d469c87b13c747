package io.github.jellybridge.syntax;

import io.github.jellybridge.rdf.RdfWriteException;

/** A statement that a syntax cannot hold. */
public final class SyntaxWriteException extends RdfWriteException {
  private static final long serialVersionUID = 1L;

  /**
   * Makes an error.
   *
   * @param syntax what was to be written
   * @param statement 0-based number of the statement in what was to be written
   * @param expected what can be written
   * @param found what was to be written
   */
  public SyntaxWriteException(String syntax, long statement, String expected, String found) {
    super(syntax, statement, expected, found, "");
  }
}
