package io.github.jellybridge.syntax;

import java.io.IOException;

/** A statement that a syntax cannot hold: says which, what was expected and what was found. */
public final class SyntaxWriteException extends IOException {
  private static final long serialVersionUID = 1L;

  private final long statement;
  private final String expected;
  private final String found;

  SyntaxWriteException(String syntax, long statement, String expected, String found) {
    super(
        "cannot write statement "
            + statement
            + " as "
            + syntax
            + ": expected "
            + expected
            + ", found "
            + found);
    this.statement = statement;
    this.expected = expected;
    this.found = found;
  }

  /** Returns the 0-based number of the statement in what was to be written. */
  public long statement() {
    return statement;
  }

  /** Returns what can be written. */
  public String expected() {
    return expected;
  }

  /** Returns what was to be written. */
  public String found() {
    return found;
  }
}
