package io.github.jellybridge.jena;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Pulls from a parser that pushes: it runs in a thread of its own, which goes on only while the
 * caller of {@link #take} waits. So nothing needs a lock, and no more than one core is used.
 */
final class PullParser {
  /**
   * Parsers recurse into nested input. Its depth is limited so that this stack is more than enough,
   * whatever the size of other stacks; unused pages are never allocated.
   */
  private static final long STACK_BYTES = 64L << 20;

  /** How long to wait for a parser that was cancelled within its turn, in milliseconds. */
  private static final long CANCEL_MILLIS = 500;

  /** How often a waiting caller looks whether it is to stop, in milliseconds. */
  private static final long POLL_MILLIS = 100;

  private final String name;
  private final Semaphore parser = new Semaphore(0);
  private final Semaphore caller = new Semaphore(0);
  private BooleanSupplier stop = () -> false;
  private Thread thread;
  private boolean over;
  private volatile boolean cancelled;
  private Throwable failure;

  PullParser(String name) {
    this.name = name;
  }

  /** The work of the parser, in all its turns. */
  interface Work {
    void run() throws IOException;
  }

  /** Ends the work of a parser whose reader was closed. */
  private static final class Cancelled extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Cancelled() {
      super("cancelled", null, false, false);
    }
  }

  /** Tells whether an exception only ends the work; code that catches exceptions rethrows it. */
  static boolean isCancelled(Throwable e) {
    return e instanceof Cancelled;
  }

  /** Ends waits of the caller when something says so, as an interrupt does. */
  void stopWhen(BooleanSupplier says) {
    stop = says;
  }

  /**
   * Lets the parser go on until it passes the turn or ends.
   *
   * @return false if its work is done
   * @throws IOException the failure of the work, on every call after it
   */
  boolean take(Work work) throws IOException {
    if (!over) {
      turn(work);
    }
    if (failure instanceof IOException e) {
      throw e;
    }
    if (failure instanceof RuntimeException e) {
      throw e;
    }
    if (failure instanceof Error e) {
      throw e;
    }
    return !over;
  }

  private void turn(Work work) throws InterruptedIOException {
    if (thread == null) {
      thread = new Thread(null, () -> run(work), name, STACK_BYTES);
      thread.setDaemon(true);
      thread.start();
    } else {
      parser.release();
    }
    try {
      while (!caller.tryAcquire(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
        if (stop.getAsBoolean()) {
          throw new InterruptedIOException(name + " was cancelled");
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      InterruptedIOException interrupted = new InterruptedIOException(name + " was interrupted");
      interrupted.initCause(e);
      throw interrupted;
    }
  }

  private void run(Work work) {
    try {
      work.run();
    } catch (Throwable e) {
      // Errors also belong to the task that waits for the result.
      failure = e;
    } finally {
      over = true;
      caller.release();
    }
  }

  /** Passes the turn; called by the parser when a batch is full. */
  void pass() {
    caller.release();
    parser.acquireUninterruptibly();
    if (cancelled) {
      throw new Cancelled();
    }
  }

  /**
   * Ends the thread.
   *
   * @param cancel stops a parser within its turn, which goes on if the caller was interrupted
   */
  void end(Runnable cancel) {
    if (thread == null || !thread.isAlive()) {
      return;
    }
    cancelled = true;
    cancel.run();
    parser.release();
    boolean interrupted = Thread.interrupted();
    try {
      thread.join(CANCEL_MILLIS);
    } catch (InterruptedException e) {
      interrupted = true;
    }
    if (thread.isAlive()) {
      thread.interrupt();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
