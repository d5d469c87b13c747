package io.github.jellybridge.rdf;

import java.io.Closeable;
import java.io.IOException;
import java.util.Map;

/**
 * Reads the statements of one file as batches of term ids, whatever its format. What a batch and
 * its terms say is valid until the next call of {@link #nextBatch}.
 */
public interface StatementReader extends Closeable {
  /**
   * Reads statements until the batch is full, has some megabytes of text, or the file ends; a batch
   * holds at least one.
   *
   * @param maxStatements how many statements to stop at, at least one
   * @return false at the end of the file
   * @throws IllegalArgumentException if that is less than one
   * @throws IllegalStateException if the reader is closed
   * @throws RdfParseException if the input breaks a rule or a limit; the statements before that
   *     were handed out, unless the format has files checked as a whole
   */
  boolean nextBatch(int maxStatements) throws IOException;

  /** Refuses a batch that has no room for a statement. */
  static void requireRoom(int maxStatements) {
    if (maxStatements < 1) {
      throw new IllegalArgumentException(
          "a batch holds at least one statement, not " + maxStatements);
    }
  }

  /** Refuses to read on where that would go on in memory that may be another reader's by now. */
  static void requireOpen(boolean closed) {
    if (closed) {
      throw new IllegalStateException("the reader is closed");
    }
  }

  /**
   * Fails as an input has failed before, as nobody knows what is behind that.
   *
   * @param failure how it has failed; null if it has not
   */
  static void failAgain(Exception failure) throws IOException {
    if (failure instanceof IOException e) {
      throw e;
    }
    if (failure != null) {
      throw (RuntimeException) failure;
    }
  }

  /** Returns the statements that were read last. */
  StatementBatch batch();

  /** Returns the terms that the batch refers to. */
  TermTable terms();

  /**
   * Counts the statements from here to the end, and reads no terms if it need not.
   *
   * @throws IllegalStateException if the reader is closed
   * @throws RdfParseException if the input breaks a rule that is checked on the way
   */
  long countStatements() throws IOException;

  /** Returns the number of frames read to their end; a file of a format without frames is one. */
  long framesRead();

  /** Returns the number of statements read. */
  long statementsRead();

  /** Returns the number of bytes read, after a decompression of the whole file if it has one. */
  long bytesRead();

  /** Returns the short names of namespaces declared so far, in formats that declare such. */
  default Map<String, String> prefixes() {
    return Map.of();
  }

  /** Returns how many violations of the specification were let pass, as options had it. */
  default long violations() {
    return 0;
  }

  /** Returns how many malformed lines were left out, as options had it. */
  default long malformedLines() {
    return 0;
  }
}
