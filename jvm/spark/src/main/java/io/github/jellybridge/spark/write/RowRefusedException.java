package io.github.jellybridge.spark.write;

import io.github.jellybridge.rdf.TaskErrors;
import java.io.IOException;

/**
 * Thrown for a row that cannot be written; gives the reason and the number of the row in its file.
 */
public final class RowRefusedException extends IOException {
  private static final long serialVersionUID = 1L;

  private final long row;

  /**
   * Creates an error.
   *
   * @param row 0-based number of the row among those passed to the encoder
   * @param message the expected and the actual value, and the option that helps
   */
  public RowRefusedException(long row, String message, Exception cause) {
    super(message, cause);
    this.row = row;
  }

  /** The 0-based number of the row among those passed to the encoder. */
  public long row() {
    return row;
  }

  /** Serializes another exception, for drivers that do not have this class. */
  private Object writeReplace() {
    return TaskErrors.sent(this);
  }
}
