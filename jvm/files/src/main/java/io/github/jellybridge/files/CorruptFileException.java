package io.github.jellybridge.files;

import io.github.jellybridge.rdf.TaskErrors;
import java.io.IOException;

/**
 * Reports a corrupt compressed file: it is truncated, fails a checksum or has another format.
 * Failures to read the bytes (a lost connection, an interrupted task) never cause this exception.
 */
public final class CorruptFileException extends IOException {
  private static final long serialVersionUID = 1L;

  /** Creates an error; the message names the file. */
  CorruptFileException(String message, Throwable cause) {
    super(message, cause);
  }

  /** Replaces the error on its way to a driver that does not have this class. */
  private Object writeReplace() {
    return TaskErrors.sent(this);
  }
}
