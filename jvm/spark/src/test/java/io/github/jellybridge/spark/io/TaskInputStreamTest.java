package io.github.jellybridge.spark.io;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.spark.TaskContext;
import org.apache.spark.TaskContext$;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** Tests that bytes read for a task are counted for the task, whichever thread reads them. */
public class TaskInputStreamTest {
  @Rule public final TemporaryFolder temporary = new TemporaryFolder();

  @Test
  public void bytesReadInAnotherThreadAreThoseOfTheTask() throws Exception {
    Path file = temporary.getRoot().toPath().resolve("a.jelly");
    Files.write(file, new byte[393_216]);
    org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(file.toString());
    // Multiples of the buffer size, as buffered bytes count for the thread that filled the buffer.
    Configuration conf = new Configuration();
    long before = bytesOfThisThread();
    try (TaskInputStream in = TaskInputStream.open(path, conf)) {
      assertEquals(131_072, in.readNBytes(new byte[131_072], 0, 131_072));
      AtomicInteger elsewhere = new AtomicInteger();
      Thread other =
          new Thread(
              () -> {
                try {
                  elsewhere.set(in.readNBytes(new byte[262_144], 0, 262_144));
                } catch (IOException e) {
                  throw new AssertionError(e);
                }
              });
      other.start();
      other.join();
      assertEquals(262_144, elsewhere.get());
      in.account();
      in.account();
    }
    assertEquals(393_216, bytesOfThisThread() - before);
  }

  /** Spark does not interrupt the thread by default. */
  @Test
  public void readsOfACancelledTaskFail() throws IOException {
    Path file = temporary.getRoot().toPath().resolve("b.jelly");
    Files.write(file, new byte[100]);
    TaskContext context = TaskContext$.MODULE$.empty();
    TaskContext$.MODULE$.setTaskContext(context);
    try (TaskInputStream in =
        TaskInputStream.open(new org.apache.hadoop.fs.Path(file.toString()), new Configuration())) {
      assertEquals(0, in.read());
      assertFalse(in.isCancelled());
      context.markInterrupted("cancelled");
      assertTrue(in.isCancelled());
      assertThrows(InterruptedIOException.class, in::read);
      assertThrows(InterruptedIOException.class, () -> in.read(new byte[10], 0, 10));
    } finally {
      TaskContext$.MODULE$.unset();
    }
  }

  /** The number of bytes as Spark computes it. */
  @SuppressWarnings("deprecation")
  private static long bytesOfThisThread() {
    return FileSystem.getAllStatistics().stream()
        .mapToLong(statistics -> statistics.getThreadStatistics().getBytesRead())
        .sum();
  }
}
