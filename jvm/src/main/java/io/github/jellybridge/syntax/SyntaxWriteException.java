package io.github.jellybridge.syntax;

import io.github.jellybridge.rdf.RdfWriteException;

/** A statement that a syntax cannot hold. */
public final class SyntaxWriteException extends RdfWriteException {
  private static final long serialVersionUID = 1L;

  SyntaxWriteException(String syntax, long statement, String expected, String found) {
    super(syntax, statement, expected, found, "");
  }
}
