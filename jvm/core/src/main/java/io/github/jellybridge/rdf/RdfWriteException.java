package io.github.jellybridge.rdf;

import java.io.IOException;

/**
 * Reports a statement that a format cannot represent with the given options: its number, the
 * expected and the found statement or term.
 */
public abstract class RdfWriteException extends IOException {
  private static final long serialVersionUID = 1L;

  private final long statement;
  private final String expected;
  private final String found;

  /**
   * Creates an error.
   *
   * @param format the name of the format
   * @param statement 0-based number of the statement in the input of the writer
   * @param expected what can be written
   * @param found the term or statement that cannot be written
   * @param advice text to append to the message; may be empty
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

  /** Returns the 0-based number of the statement in the input of the writer. */
  public final long statement() {
    return statement;
  }

  /** Returns what can be written. */
  public final String expected() {
    return expected;
  }

  /** Returns the term or statement that cannot be written. */
  public final String found() {
    return found;
  }

  /** Replaces the error on its way to a driver that does not have this class. */
  protected Object writeReplace() {
    return TaskErrors.sent(this);
  }
}
