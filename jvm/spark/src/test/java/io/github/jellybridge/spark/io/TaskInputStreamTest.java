package io.github.jellybridge.spark.io;

import static org.junit.Assert.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
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

  /** The number of bytes as Spark computes it. */
  @SuppressWarnings("deprecation")
  private static long bytesOfThisThread() {
    return FileSystem.getAllStatistics().stream()
        .mapToLong(statistics -> statistics.getThreadStatistics().getBytesRead())
        .sum();
  }
}
