package io.github.jellybridge.jelly;

import java.io.IOException;

/**
 * A statement that cannot be written as asked: says which, what was expected and found, and which
 * option changes that.
 */
public final class JellyWriteException extends IOException {
  private static final long serialVersionUID = 1L;

  private final long statement;
  private final String expected;
  private final String found;
  private final String option;

  /**
   * Makes an error.
   *
   * @param statement 0-based number of the statement in what was to be written
   * @param expected what can be written
   * @param found what was to be written
   * @param option the option of {@link JellyWriteOptions} to change, or null if none helps
   */
  public JellyWriteException(long statement, String expected, String found, String option) {
    super(
        "cannot write statement "
            + statement
            + " as Jelly: expected "
            + expected
            + ", found "
            + found
            + (option == null ? "" : " (see option " + option + ")"));
    this.statement = statement;
    this.expected = expected;
    this.found = found;
    this.option = option;
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

  /** Returns the name of the option to change, or null. */
  public String option() {
    return option;
  }
}
