package io.github.jellybridge.spark.publish;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FSError;

/** Does one thing to many files or folders, several at a time; on the driver. */
final class ParallelFileOperations {
  /** From this many on, threads are worth it: on object stores each step takes a while. */
  private static final int PARALLEL_FROM = 16;

  private static final int THREADS = 16;

  /** What is done to a file. */
  interface Action<T> {
    void run(T file) throws IOException;
  }

  private ParallelFileOperations() {}

  /**
   * Does it to all of them, or stops when it fails for one or this thread is interrupted. Nothing
   * is under way any more when this returns.
   *
   * @throws InterruptedIOException when it was interrupted; the thread is so still
   */
  static <T> void each(List<T> files, Action<T> action) throws IOException {
    each(files, action, Future::get);
  }

  /** As {@link #each}, but heeds no interrupt: what has begun is better done. */
  static <T> void eachToTheEnd(List<T> files, Action<T> action) throws IOException {
    boolean[] interrupted = {Thread.interrupted()};
    try {
      each(files, action, done -> getToTheEnd(done, interrupted));
    } finally {
      if (interrupted[0]) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static void getToTheEnd(Future<Void> done, boolean[] interrupted)
      throws ExecutionException {
    while (true) {
      try {
        done.get();
        return;
      } catch (InterruptedException e) {
        interrupted[0] = true;
      }
    }
  }

  /** How to wait for a file. */
  private interface Waiting {
    void until(Future<Void> done) throws InterruptedException, ExecutionException;
  }

  private static <T> void each(List<T> files, Action<T> action, Waiting waiting)
      throws IOException {
    if (files.size() < PARALLEL_FROM) {
      for (T file : files) {
        action.run(file);
      }
      return;
    }
    ExecutorService pool = Executors.newFixedThreadPool(THREADS, ParallelFileOperations::thread);
    try {
      List<Future<Void>> steps = new ArrayList<>();
      for (T file : files) {
        steps.add(pool.submit(step(action, file)));
      }
      for (Future<Void> step : steps) {
        waiting.until(step);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("publishing was interrupted");
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException cause) {
        throw cause;
      }
      if (e.getCause() instanceof FSError cause) {
        throw cause; // what one thread would have met, and who calls expects
      }
      throw new UncheckedIOException(new IOException("publishing failed", e.getCause()));
    } finally {
      end(pool);
    }
  }

  private static <T> Callable<Void> step(Action<T> action, T file) {
    return () -> {
      action.run(file);
      return null;
    };
  }

  /** Waits for steps under way, also when interrupted: nobody would take back what comes later. */
  private static void end(ExecutorService pool) {
    pool.shutdownNow();
    boolean interrupted = Thread.interrupted();
    while (!pool.isTerminated()) {
      try {
        pool.awaitTermination(1, TimeUnit.MINUTES);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static Thread thread(Runnable task) {
    Thread thread = new Thread(task, "jelly-bridge-publishing");
    thread.setDaemon(true);
    return thread;
  }
}
