package io.github.jellybridge.rdf;

/** A statement that a syntax cannot hold. */
public final class SyntaxWriteException extends RdfWriteException {
  private static final long serialVersionUID = 1L;

  /**
   * Makes an error for a statement that a syntax cannot hold.
   *
   * @param syntax its name
   * @param statement the 0-based number of the statement in the file
   * @param expected the kind of term or statement that it can hold
   * @param found what there is instead
   */
  public SyntaxWriteException(String syntax, long statement, String expected, String found) {
    super(syntax, statement, expected, found, "");
  }
}
