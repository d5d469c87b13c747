package io.github.jellybridge.spark.write;

import io.github.jellybridge.rdf.TaskErrors;
import java.io.IOException;

/** A row that cannot be written; says why, and which row of its file it is. */
public final class RowRefusedException extends IOException {
  private static final long serialVersionUID = 1L;

  private final long row;

  /**
   * Makes an error.
   *
   * @param row 0-based number of the row in what the encoder was given
   * @param message what was expected, what was found, and which option helps
   */
  public RowRefusedException(long row, String message, Exception cause) {
    super(message, cause);
    this.row = row;
  }

  /** 0-based number of the row in what the encoder was given. */
  public long row() {
    return row;
  }

  /** A driver without this class gets another one. */
  private Object writeReplace() {
    return TaskErrors.sent(this);
  }
}
