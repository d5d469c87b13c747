package io.github.jellybridge.spark.io;

import io.github.jellybridge.files.ColonNames;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.TaskContext;

/**
 * A file of a Hadoop file system that other threads may read on behalf of a task.
 *
 * <p>Spark takes the input size in its UI from Hadoop's statistics of the task's own thread. {@link
 * #account()} adds the bytes that other threads have read.
 *
 * <p>Reads fail once the task is cancelled, because Spark does not interrupt its thread by default.
 *
 * <p>Hadoop reports failures of local disks as errors. This stream throws exceptions instead, as
 * other file systems do: an exception gets the name of the file, and options may allow to skip it.
 */
public final class TaskInputStream extends FilterInputStream {
  private final Thread task = Thread.currentThread();

  /** Null outside of a task. */
  private final TaskContext context = TaskContext.get();

  private final FileSystem.Statistics statistics;
  private final AtomicLong elsewhere = new AtomicLong();

  private TaskInputStream(InputStream in, FileSystem.Statistics statistics) {
    super(in);
    this.statistics = statistics;
  }

  /**
   * Opens a file for the task that runs in this thread.
   *
   * @throws java.io.FileNotFoundException if the file does not exist
   */
  public static TaskInputStream open(Path file, Configuration conf) throws IOException {
    return open(file, conf, 0);
  }

  /**
   * Opens a file like {@link #open(Path, Configuration)} at an offset.
   *
   * @param offset the first byte to read
   */
  public static TaskInputStream open(Path file, Configuration conf, long offset)
      throws IOException {
    FileSystem system = ColonNames.fileSystem(file, conf);
    InputStream in = ColonNames.open(system, file, offset);
    return new TaskInputStream(in, statistics(system));
  }

  // Deprecated in favour of a class without numbers per thread, but Spark reads those.
  @SuppressWarnings("deprecation")
  private static FileSystem.Statistics statistics(FileSystem system) {
    return FileSystem.getStatistics(system.getUri().getScheme(), system.getClass());
  }

  /** Tells whether the task was cancelled. */
  public boolean isCancelled() {
    return context != null && context.isInterrupted();
  }

  private void requireTask() throws IOException {
    if (isCancelled()) {
      throw new InterruptedIOException("the task was cancelled");
    }
  }

  @Override
  public int read() throws IOException {
    requireTask();
    int value;
    try {
      value = super.read();
    } catch (FSError e) {
      throw failure(e);
    }
    count(value < 0 ? 0 : 1);
    return value;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    requireTask();
    int n;
    try {
      n = super.read(target, offset, length);
    } catch (FSError e) {
      throw failure(e);
    }
    count(n);
    return n;
  }

  private static IOException failure(FSError e) {
    return e.getCause() instanceof IOException cause ? cause : new IOException(e);
  }

  private void count(int n) {
    if (n > 0 && Thread.currentThread() != task) {
      elsewhere.addAndGet(n);
    }
  }

  /**
   * Adds the bytes that other threads have read to the statistics of this thread, the task's own.
   */
  public void account() {
    long n = elsewhere.getAndSet(0);
    if (n > 0) {
      statistics.incrementBytesRead(n);
    }
  }
}
