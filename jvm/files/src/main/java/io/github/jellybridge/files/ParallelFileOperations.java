package io.github.jellybridge.files;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Runs one operation on many files or folders, several at a time, on the driver. On object stores
 * most of the time is spent waiting for answers.
 *
 * <p>When a method returns or fails, no operation is still running, as a later one could not be
 * undone.
 */
public final class ParallelFileOperations {
  /** Number of files from which on threads are worth their cost. */
  private static final int PARALLEL_FROM = 8;

  private static final int THREADS = 16;

  /**
   * An operation that has a result.
   *
   * @param <T> the file or other object to work on
   * @param <R> the result
   * @param <E> the exception that the operation throws
   */
  public interface Operation<T, R, E extends Exception> {
    /** Runs the operation on one of the files. */
    R run(T file) throws E;
  }

  /**
   * An operation without a result.
   *
   * @param <T> the file or other object to work on
   */
  public interface Action<T> {
    /** Runs the operation on one of the files. */
    void run(T file) throws IOException;
  }

  private ParallelFileOperations() {}

  /**
   * Runs an operation on all files.
   *
   * @return the results, in the order of the files
   * @throws E the failure of the first failed file in this order
   * @throws UncheckedIOException if this thread is interrupted
   */
  public static <T, R, E extends Exception> List<R> map(List<T> files, Operation<T, R, E> operation)
      throws E {
    try {
      return run(files, operation, false);
    } catch (InterruptedException e) {
      throw new UncheckedIOException(interrupted(e));
    }
  }

  /**
   * Runs an operation on all files. Stops if it fails for one of them or this thread is
   * interrupted.
   *
   * @throws InterruptedIOException if the thread was interrupted; its interrupt flag stays set
   */
  public static <T> void forEach(List<T> files, Action<T> action) throws IOException {
    try {
      run(files, withoutResult(action), false);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  /** Runs an operation on all files like {@link #forEach}, but continues if interrupted. */
  public static <T> void forEachUninterruptibly(List<T> files, Action<T> action)
      throws IOException {
    boolean interrupted = Thread.interrupted();
    try {
      run(files, withoutResult(action), true);
    } catch (InterruptedException e) {
      throw new IllegalStateException("this thread waits uninterruptibly", e);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static <T> Operation<T, Void, IOException> withoutResult(Action<T> action) {
    return file -> {
      action.run(file);
      return null;
    };
  }

  private static InterruptedIOException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    InterruptedIOException interrupted =
        new InterruptedIOException("interrupted while working on files");
    interrupted.initCause(e);
    return interrupted;
  }

  private static <T, R, E extends Exception> List<R> run(
      List<T> files, Operation<T, R, E> operation, boolean uninterruptibly)
      throws E, InterruptedException {
    List<R> results = new ArrayList<>(files.size());
    if (files.size() < PARALLEL_FROM) {
      for (T file : files) {
        results.add(operation.run(file));
      }
      return results;
    }
    ExecutorService pool = Executors.newFixedThreadPool(THREADS, ParallelFileOperations::thread);
    try {
      List<Future<R>> futures = new ArrayList<>(files.size());
      for (T file : files) {
        futures.add(pool.submit(() -> operation.run(file)));
      }
      for (Future<R> future : futures) {
        results.add(uninterruptibly ? getUninterruptibly(future) : future.get());
      }
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Error cause) {
        throw cause;
      }
      throw Unchecked.rethrow((Exception) e.getCause());
    } finally {
      end(pool);
    }
    return results;
  }

  private static <R> R getUninterruptibly(Future<R> future) throws ExecutionException {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return future.get();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Waits until no operation is running, even if interrupted. */
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
    Thread thread = new Thread(task, "jelly-bridge-files");
    thread.setDaemon(true);
    return thread;
  }
}
