package io.github.jellybridge.jelly;

import io.github.jellybridge.rdf.RdfWriteException;

/** A statement that cannot be written as asked: says also which option changes that. */
public final class JellyWriteException extends RdfWriteException {
  private static final long serialVersionUID = 1L;

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
        "Jelly", statement, expected, found, option == null ? "" : " (see option " + option + ")");
    this.option = option;
  }

  /** Returns the name of the option to change, or null. */
  public String option() {
    return option;
  }
}
