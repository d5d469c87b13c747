package io.github.jellybridge.jena;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.Semaphore;

/**
 * Lets a parser that pushes be pulled: it runs in a thread of its own, which goes on only while the
 * caller of {@link #take} waits. So nothing needs a lock, and no more than one core is used.
 */
final class PullParser {
  /**
   * Parsers are recursive where their input is nested. Nesting is limited, so that this is more
   * than enough whatever the stacks of other threads are like; what is not used is not there.
   */
  private static final long STACK_BYTES = 64L << 20;

  /** How long to wait for a parser that was interrupted amid its turn, in milliseconds. */
  private static final long PATIENCE = 2_000;

  private final String name;
  private final Semaphore parser = new Semaphore(0);
  private final Semaphore caller = new Semaphore(0);
  private Thread thread;
  private boolean over;
  private volatile boolean cancelled;
  private Throwable failure;

  PullParser(String name) {
    this.name = name;
  }

  /** What the parser does, in all its turns. */
  interface Work {
    void run() throws IOException;
  }

  /** Ends the work of a parser that nobody wants any more; of no interest to anybody else. */
  private static final class Cancelled extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Cancelled() {
      super("cancelled", null, false, false);
    }
  }

  /** Whether an exception only ends the work; code that catches others must let it pass. */
  static boolean isCancelled(Exception e) {
    return e instanceof Cancelled;
  }

  /**
   * Lets the parser go on.
   *
   * @return false if its work is done
   * @throws IOException what the work has thrown, whenever it was
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
      caller.acquire();
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
      // An error, too, belongs to the task that waits for it.
      failure = e;
    } finally {
      over = true;
      caller.release();
    }
  }

  /** Called by the parser when a batch is full: waits for the next turn. */
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
   * @param cancel makes a parser stop that is amid its turn, because the caller was interrupted
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
      thread.join(PATIENCE);
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
