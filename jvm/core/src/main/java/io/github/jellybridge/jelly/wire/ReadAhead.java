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
 * Reads the next bytes of a stream in another thread while those before are decoded. One read is
 * under way at a time, so the stream is never used by two threads at once.
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

  /** How waiting has failed; null if it has not. */
  private IOException failure;

  /** Reads up to so many bytes into an array; returns how many it got. */
  public interface Reading {
    int read(byte[] target, int at, int length) throws IOException;
  }

  public ReadAhead(Reading in) {
    this.in = in;
  }

  boolean pending() {
    return pending != null;
  }

  /** Starts to read as many bytes as asked for, or all that are to be had. */
  void start(byte[] target, int at, int length) {
    pending = THREADS.submit(() -> in.read(target, at, length));
  }

  /**
   * Waits for the read to end.
   *
   * @return how many bytes it got: fewer than asked for at the end of the stream, or before it
   *     fails
   * @throws InterruptedIOException if this thread is interrupted, and from then on: who waited does
   *     not know any more what it was doing
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
        // Nobody wants the bytes any more.
        pending = null;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Returns the interruption of a thread, which stays interrupted, as a failure to read. */
  public static InterruptedIOException interrupted(InterruptedException e, String what) {
    Thread.currentThread().interrupt();
    InterruptedIOException interrupted = new InterruptedIOException("interrupted while " + what);
    interrupted.initCause(e);
    return interrupted;
  }

  /**
   * Returns what made a thread fail, for the thread that waits for it; throws what is unchecked.
   */
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
