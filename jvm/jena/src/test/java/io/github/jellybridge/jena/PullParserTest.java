package io.github.jellybridge.jena;

import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.io.InterruptedIOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.Test;

/** A parser that computes for long ends with its task, cancelled or interrupted. */
public class PullParserTest {
  private static final long MAX_NANOS = TimeUnit.SECONDS.toNanos(2);

  private final AtomicBoolean computing = new AtomicBoolean(true);
  private final CountDownLatch started = new CountDownLatch(1);
  private final PullParser parser = new PullParser("computing");

  private void compute() {
    started.countDown();
    while (computing.get()) {
      Thread.onSpinWait();
    }
  }

  private void endsSoon() {
    long start = System.nanoTime();
    assertThrows(InterruptedIOException.class, () -> parser.take(this::compute));
    parser.end(() -> {});
    assertTrue(System.nanoTime() - start < MAX_NANOS);
    computing.set(false);
  }

  @Test(timeout = 20_000)
  public void aCancelledTaskDoesNotWaitForIt() {
    parser.stopWhen(() -> started.getCount() == 0);
    endsSoon();
    assertFalse(Thread.currentThread().isInterrupted());
  }

  @Test(timeout = 20_000)
  public void anInterruptedTaskDoesNotWaitForIt() {
    Thread task = Thread.currentThread();
    new Thread(
            () -> {
              try {
                started.await();
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
              task.interrupt();
            })
        .start();
    endsSoon();
    assertTrue(Thread.interrupted());
  }
}
