package io.github.jellybridge.rdf;

import java.io.Closeable;
import java.io.IOException;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * Reads the statements of a file as batches of term ids, whatever its format. A batch and its terms
 * are valid until the next call of {@link #nextBatch}.
 */
public interface StatementReader extends Closeable {
  /**
   * Reads statements until the batch is full, has some megabytes of text, or the file ends. A batch
   * holds at least one statement.
   *
   * @param maxStatements the number of statements at which the batch is full, at least 1
   * @return false at the end of the file
   * @throws IllegalArgumentException if maxStatements is less than 1
   * @throws IllegalStateException if the reader is closed
   * @throws RdfParseException if the input breaks a rule or a limit; earlier calls have returned
   *     the statements before the error, unless the format checks files as a whole
   */
  boolean nextBatch(int maxStatements) throws IOException;

  /** Rejects a batch without room for a statement. */
  static void requireRoom(int maxStatements) {
    if (maxStatements < 1) {
      throw new IllegalArgumentException(
          "a batch holds at least one statement, not " + maxStatements);
    }
  }

  /** Rejects reading after close, when another reader may use the memory. */
  static void requireOpen(boolean closed) {
    if (closed) {
      throw new IllegalStateException("the reader is closed");
    }
  }

  /**
   * Throws the earlier failure of an input again, as the position after it is undefined.
   *
   * @param failure the earlier failure; null for none
   */
  static void failAgain(Exception failure) throws IOException {
    if (failure instanceof IOException e) {
      throw e;
    }
    if (failure != null) {
      throw (RuntimeException) failure;
    }
  }

  /**
   * Ends a read that waits for another thread when its task is cancelled, as an interrupt does. A
   * reader that works in the calling thread notices it in the stream that it reads.
   *
   * @param cancelled tells so; is asked several times a second
   */
  default void cancelWhen(BooleanSupplier cancelled) {
    // Nothing to wait for.
  }

  /** Returns the statements that were read last. */
  StatementBatch batch();

  /** Returns the terms that the batch refers to. */
  TermTable terms();

  /**
   * Counts the remaining statements, if possible without reading terms.
   *
   * @throws IllegalStateException if the reader is closed
   * @throws RdfParseException if the input breaks a rule that counting checks
   */
  long countStatements() throws IOException;

  /** Returns the number of frames read to their end. A file without frames counts as one frame. */
  long framesRead();

  /** Returns the number of statements read. */
  long statementsRead();

  /** Returns the number of bytes read, counted after decompression of the whole file, if any. */
  long bytesRead();

  /** Returns the namespaces declared so far, by short name; empty if the format declares none. */
  default Map<String, String> prefixes() {
    return Map.of();
  }

  /**
   * Returns how many violations of the specification were accepted because the options allow it.
   */
  default long violations() {
    return 0;
  }

  /** Returns how many malformed lines were skipped because the options allow it. */
  default long malformedLines() {
    return 0;
  }
}
