package io.github.jellybridge.borsh;

import java.io.IOException;

/** A statement that cannot be written: says which, what was expected and what was found. */
public final class BorshWriteException extends IOException {
  private static final long serialVersionUID = 1L;

  private final long statement;
  private final String expected;
  private final String found;

  /**
   * Makes an error.
   *
   * @param statement 0-based number of the statement in what was to be written
   * @param expected what can be written
   * @param found what was to be written
   */
  public BorshWriteException(long statement, String expected, String found) {
    super(
        "cannot write statement "
            + statement
            + " as RDF/Borsh: expected "
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
