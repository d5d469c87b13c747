package io.github.jellybridge.files;

import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Asks file systems for many things, several at a time; on the driver. On object stores the time
 * goes into waiting for answers. For questions only: when one fails, others may still be under way.
 */
public final class ConcurrentCalls {
  /** From this many on, threads are worth it. */
  private static final int PARALLEL_FROM = 8;

  private static final int THREADS = 16;

  /**
   * What is asked.
   *
   * @param <T> about what
   * @param <R> the answer
   * @param <E> how it fails
   */
  public interface Call<T, R, E extends Exception> {
    /** Asks about one of the things. */
    R about(T thing) throws E;
  }

  private ConcurrentCalls() {}

  /**
   * Asks about all of some things.
   *
   * @return the answers, in the order of the things
   * @throws E what the first one to fail, in this order, has failed with
   * @throws UncheckedIOException when this thread is interrupted meanwhile
   */
  public static <T, R, E extends Exception> List<R> map(List<T> things, Call<T, R, E> call)
      throws E {
    List<R> answers = new ArrayList<>(things.size());
    if (things.size() < PARALLEL_FROM) {
      for (T thing : things) {
        answers.add(call.about(thing));
      }
      return answers;
    }
    ExecutorService pool = Executors.newFixedThreadPool(THREADS, ConcurrentCalls::thread);
    try {
      List<Future<R>> futures = new ArrayList<>(things.size());
      for (T thing : things) {
        futures.add(pool.submit(() -> call.about(thing)));
      }
      for (Future<R> future : futures) {
        answers.add(future.get());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UncheckedIOException(new InterruptedIOException("listing interrupted"));
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Error cause) {
        throw cause;
      }
      throw Unchecked.rethrow((Exception) e.getCause());
    } finally {
      pool.shutdownNow();
    }
    return answers;
  }

  private static Thread thread(Runnable task) {
    Thread thread = new Thread(task, "jelly-bridge-file-listing");
    thread.setDaemon(true);
    return thread;
  }
}
