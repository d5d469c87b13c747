package io.github.jellybridge.rdf;

/** Reports a statement that a syntax cannot represent. */
public final class SyntaxWriteException extends RdfWriteException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates an error.
   *
   * @param syntax the name of the syntax
   * @param statement the 0-based number of the statement in the file
   * @param expected the kind of term or statement that the syntax can represent
   * @param found the actual term or statement
   */
  public SyntaxWriteException(String syntax, long statement, String expected, String found) {
    super(syntax, statement, expected, found, "");
  }
}
