package io.github.jellybridge.jelly.wire;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Reads the next bytes of a stream in another thread while the bytes before them are decoded. Only
 * one read runs at a time, so two threads never use the stream at once.
 */
public final class ReadAhead {
  private static final ExecutorService THREADS =
      new ThreadPoolExecutor(
          0,
          Integer.MAX_VALUE,
          10,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          task -> {
            Thread thread = new Thread(task, "jelly-bridge-read-ahead");
            thread.setDaemon(true);
            return thread;
          });

  private final Reading in;
  private Future<Integer> pending;

  /** The failure of an interrupted wait, or null. */
  private IOException failure;

  /** Reads up to {@code length} bytes into an array; returns the number read. */
  public interface Reading {
    int read(byte[] target, int at, int length) throws IOException;
  }

  public ReadAhead(Reading in) {
    this.in = in;
  }

  boolean pending() {
    return pending != null;
  }

  /** Starts to read the requested number of bytes, or all remaining ones. */
  void start(byte[] target, int at, int length) {
    pending = THREADS.submit(() -> in.read(target, at, length));
  }

  /**
   * Waits for the read to end.
   *
   * @return the number of bytes read: fewer than requested at the end of the stream or before a
   *     failure
   * @throws InterruptedIOException if this thread is interrupted, and in all later calls: the
   *     interrupted reader is in an undefined state
   */
  int await() throws IOException {
    if (failure != null) {
      throw failure;
    }
    try {
      int n = pending.get();
      pending = null;
      return n;
    } catch (InterruptedException e) {
      failure = interrupted(e, "reading");
      throw failure;
    } catch (ExecutionException e) {
      pending = null;
      throw failure(e.getCause());
    }
  }

  /** Waits until the stream is no longer in use. */
  void close() {
    boolean interrupted = false;
    while (pending != null) {
      try {
        pending.get();
        pending = null;
      } catch (InterruptedException e) {
        interrupted = true;
      } catch (ExecutionException | CancellationException e) {
        // The bytes are no longer needed.
        pending = null;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Returns an interruption as a failure to read, and sets the interrupt flag of the thread again.
   */
  public static InterruptedIOException interrupted(InterruptedException e, String what) {
    Thread.currentThread().interrupt();
    InterruptedIOException interrupted = new InterruptedIOException("interrupted while " + what);
    interrupted.initCause(e);
    return interrupted;
  }

  /** Returns the cause of another thread's failure as an IOException; throws an unchecked cause. */
  public static IOException failure(Throwable cause) {
    if (cause instanceof RuntimeException e) {
      throw e;
    }
    if (cause instanceof Error e) {
      throw e;
    }
    return cause instanceof IOException e ? e : new IOException(cause);
  }
}
