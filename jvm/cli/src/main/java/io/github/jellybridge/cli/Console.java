package io.github.jellybridge.cli;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.util.ShutdownHookManager;

/**
 * Standard input, output and error of a command. Data goes to standard output, messages and
 * progress go to standard error; both are UTF-8 in every locale.
 */
final class Console {
  private static final int BUFFER_CHARS = 1 << 13;

  private final InputStream in;
  private final OutputStream rawOut;
  private final Writer out;
  private final Writer err;
  private final Integer columns;
  private int shownProgress;

  /**
   * Wraps the streams.
   *
   * @param columns the width of the terminal in characters; null if standard error is not a
   *     terminal
   */
  Console(InputStream in, OutputStream out, OutputStream err, Integer columns) {
    this.in = in;
    this.rawOut = out;
    this.out =
        new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8), BUFFER_CHARS);
    this.err = new OutputStreamWriter(err, StandardCharsets.UTF_8);
    this.columns = columns;
  }

  /** Reports that standard output cannot be written. */
  static final class OutputException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    OutputException(IOException cause) {
      super("cannot write to standard output: " + cause.getMessage(), cause);
    }
  }

  /** Reports that the reader of standard output or standard error has closed it. */
  static final class ClosedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ClosedException(Throwable cause) {
      super(cause);
    }
  }

  /** Returns standard input. */
  InputStream in() {
    return in;
  }

  /** Returns standard output, for bytes. */
  OutputStream out() {
    return rawOut;
  }

  /** Returns whether standard error is a terminal. */
  boolean isTerminal() {
    return columns != null;
  }

  /** Writes a line of data. */
  void print(String line) {
    clearProgress();
    try {
      out.write(line);
      out.write('\n');
    } catch (IOException e) {
      throw failure(e);
    }
  }

  /** Writes the buffered data. */
  void flush() {
    try {
      out.flush();
    } catch (IOException e) {
      throw failure(e);
    }
  }

  private static RuntimeException failure(IOException e) {
    return isClosed(e) ? new ClosedException(e) : new OutputException(e);
  }

  /** Returns whether an exception means that the reader of a pipe has closed it. */
  static boolean isClosed(Throwable e) {
    return e.getMessage() != null && e.getMessage().endsWith("Broken pipe");
  }

  /** Writes a message on one line. Writes nothing while the process is being ended. */
  void complain(String message) {
    complain(message, "");
  }

  /** Writes a message after the text {@code before}. */
  void complain(String message, String before) {
    if (!ShutdownHookManager.get().isShutdownInProgress()) {
      clearProgress();
      writeError(
          before + "jelly-bridge: " + String.join(" ", message.strip().split("\\s+")) + "\n");
    }
  }

  /** Replaces the shown progress. */
  synchronized void showProgress(String text) {
    boolean fits = columns == null || columns <= 0 || text.length() < columns;
    String shown = fits ? text : text.substring(0, columns - 1);
    writeError("\r" + shown + " ".repeat(Math.max(0, shownProgress - shown.length())));
    shownProgress = shown.length();
  }

  /** Removes the progress from the terminal. */
  synchronized void clearProgress() {
    if (shownProgress > 0) {
      writeError("\r" + " ".repeat(shownProgress) + "\r");
      shownProgress = 0;
    }
  }

  /**
   * Writes to standard error. Ignores failures such as a full disk: the exit code reports the
   * error.
   */
  private void writeError(String text) {
    try {
      err.write(text);
      err.flush();
    } catch (IOException e) {
      if (isClosed(e)) {
        throw new ClosedException(e);
      }
    }
  }
}
