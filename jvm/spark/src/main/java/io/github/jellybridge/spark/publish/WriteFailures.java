package io.github.jellybridge.spark.publish;

import io.github.jellybridge.spark.write.RowRefusedException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedByInterruptException;
import org.apache.hadoop.fs.FSError;

/** Names what could not be written: file systems, and full disks, do not always. */
public final class WriteFailures {
  private WriteFailures() {}

  /** As {@link #at}, for where none may be thrown that is checked. */
  public static UncheckedIOException uncheckedAt(String path, Throwable e) {
    IOException failure = at(path, e);
    return new UncheckedIOException(failure.getMessage(), failure);
  }

  /**
   * Returns a failure that says where it was.
   *
   * @param path of the table, or of a file of it
   * @param e an {@link IOException}, or the error that Hadoop makes of those of this machine's
   *     disks
   */
  public static IOException at(String path, Throwable e) {
    Throwable cause = e instanceof FSError && e.getCause() != null ? e.getCause() : e;
    String message = String.valueOf(cause.getMessage());
    boolean clear =
        message.contains(path)
            || e.getCause() instanceof RowRefusedException
            || e instanceof InterruptedIOException
            || e instanceof ClosedByInterruptException;
    return clear && e instanceof IOException io
        ? io
        : new IOException("Cannot write to " + path + ": " + message, e);
  }
}
