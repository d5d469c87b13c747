package io.github.jellybridge.spark.publish;

import io.github.jellybridge.spark.write.RowRefusedException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedByInterruptException;
import org.apache.hadoop.fs.FSError;

/**
 * Adds the path to failures of writes: file systems do not always name it, for example when a disk
 * is full.
 */
public final class WriteFailures {
  private WriteFailures() {}

  /** Returns the failure {@link #at} a path, for callers that cannot throw checked exceptions. */
  public static UncheckedIOException uncheckedAt(String path, Throwable e) {
    IOException failure = at(path, e);
    return new UncheckedIOException(failure.getMessage(), failure);
  }

  /**
   * Returns a failure that names the path.
   *
   * @param path the path of the table, or of one of its files
   * @param e an {@link IOException}, or the error by which Hadoop reports failures of local disks
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
