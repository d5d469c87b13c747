package io.github.jellybridge.files;

import io.github.jellybridge.rdf.TaskErrors;
import java.io.IOException;

/**
 * The bytes of a compressed file are at fault: it is cut short, fails a checksum or is no such file
 * at all. Failures to get the bytes (a lost connection, an interrupted task) are never this.
 */
public final class CorruptFileException extends IOException {
  private static final long serialVersionUID = 1L;

  /** The message names the file. */
  CorruptFileException(String message, Throwable cause) {
    super(message, cause);
  }

  /** A driver without this class gets another one. */
  private Object writeReplace() {
    return TaskErrors.sent(this);
  }
}
