package io.github.jellybridge.files;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.junit.Test;

/** Checks that operations in several threads give the results and errors of a single thread. */
public class ParallelFileOperationsTest {
  /** A disk that is always full. */
  private static final class FullDisk extends RawLocalFileSystem {
    void write() throws IOException {
      initialize(URI.create("file:///"), new Configuration());
      try (OutputStream out = createOutputStream(new Path("/dev/full"), false)) {
        out.write(new byte[1 << 16]);
      }
    }
  }

  private static List<Integer> numbers(int count) {
    return IntStream.range(0, count).boxed().toList();
  }

  /** Callers expect the error that Hadoop throws for local disks. */
  @Test
  public void aFailingDiskIsReportedAsByOneThread() {
    for (int files : new int[] {1, 100}) {
      List<FullDisk> disks = Collections.nCopies(files, new FullDisk());
      assertThrows(FSError.class, () -> ParallelFileOperations.forEach(disks, FullDisk::write));
    }
  }

  @Test
  public void resultsAreInTheOrderOfTheFiles() {
    for (int files : new int[] {0, 1, 7, 8, 200}) {
      List<Integer> expected = new ArrayList<>();
      numbers(files).forEach(i -> expected.add(2 * i));
      assertEquals(expected, ParallelFileOperations.map(numbers(files), i -> 2 * i));
    }
  }

  @Test
  public void theFirstFileThatFailsNamesTheFailure() {
    IOException error =
        assertThrows(
            IOException.class,
            () ->
                ParallelFileOperations.map(
                    numbers(100),
                    i -> {
                      if (i == 7 || i == 90) {
                        throw new IOException("file " + i);
                      }
                      return i;
                    }));
    assertEquals("file 7", error.getMessage());
  }

  @Test
  public void nothingIsUnderWayAfterAnInterrupt() {
    AtomicInteger running = new AtomicInteger();
    CountDownLatch started = new CountDownLatch(16);
    Thread caller = Thread.currentThread();
    assertThrows(
        UncheckedIOException.class,
        () ->
            ParallelFileOperations.map(
                numbers(100),
                i -> {
                  running.incrementAndGet();
                  started.countDown();
                  if (started.getCount() == 0) {
                    caller.interrupt();
                  }
                  Thread.yield();
                  running.decrementAndGet();
                  return i;
                }));
    assertTrue(Thread.interrupted());
    assertEquals(0, running.get());
  }
}
