package io.github.jellybridge.jelly;

import io.github.jellybridge.rdf.RdfWriteException;

/** Reports a statement that cannot be written with the given options, and the option to change. */
public final class JellyWriteException extends RdfWriteException {
  private static final long serialVersionUID = 1L;

  private final String option;

  /**
   * Creates an error.
   *
   * @param statement 0-based number of the statement in the input of the writer
   * @param expected what can be written
   * @param found the term or statement that cannot be written
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
