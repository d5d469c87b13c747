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
 * progress to standard error; both are UTF-8, whatever the locale says.
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
   * @param columns the width of the terminal that standard error is; null when it is not a terminal
   */
  Console(InputStream in, OutputStream out, OutputStream err, Integer columns) {
    this.in = in;
    this.rawOut = out;
    this.out =
        new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8), BUFFER_CHARS);
    this.err = new OutputStreamWriter(err, StandardCharsets.UTF_8);
    this.columns = columns;
  }

  /** Standard output cannot be written. */
  static final class OutputException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    OutputException(IOException cause) {
      super("cannot write to standard output: " + cause.getMessage(), cause);
    }
  }

  /** The reader of standard output or standard error has closed it. */
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

  /** Tells whether standard error is a terminal. */
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

  /** Writes buffered data. */
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

  /** Tells whether the reader of a pipe has closed it. */
  static boolean isClosed(Throwable e) {
    return e.getMessage() != null && e.getMessage().endsWith("Broken pipe");
  }

  /** Writes a message, on one line. A process that is told to end writes none. */
  void complain(String message) {
    complain(message, "");
  }

  /** Writes a message after some lines. */
  void complain(String message, String before) {
    if (!ShutdownHookManager.get().isShutdownInProgress()) {
      clearProgress();
      writeError(
          before + "jelly-bridge: " + String.join(" ", message.strip().split("\\s+")) + "\n");
    }
  }

  /** Shows progress in place of what was shown before. */
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

  /** A message that cannot be written, as on a full disk, is lost: the exit code tells. */
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
