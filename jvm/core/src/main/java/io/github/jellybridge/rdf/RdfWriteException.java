package io.github.jellybridge.rdf;

import java.io.IOException;

/**
 * A statement that one of our formats cannot hold, or not as asked: says which, what was expected
 * and what was found.
 */
public abstract class RdfWriteException extends IOException {
  private static final long serialVersionUID = 1L;

  private final long statement;
  private final String expected;
  private final String found;

  /**
   * Makes an error.
   *
   * @param format what was to be written
   * @param statement 0-based number of the statement in what was to be written
   * @param expected what can be written
   * @param found what was to be written
   * @param advice what else to say; may be empty
   */
  protected RdfWriteException(
      String format, long statement, String expected, String found, String advice) {
    super(
        "cannot write statement "
            + statement
            + " as "
            + format
            + ": expected "
            + expected
            + ", found "
            + found
            + advice);
    this.statement = statement;
    this.expected = expected;
    this.found = found;
  }

  /** Returns the 0-based number of the statement in what was to be written. */
  public final long statement() {
    return statement;
  }

  /** Returns what can be written. */
  public final String expected() {
    return expected;
  }

  /** Returns what was to be written. */
  public final String found() {
    return found;
  }

  /** A driver without this class gets another one. */
  protected Object writeReplace() {
    return TaskErrors.sent(this);
  }
}
