package io.github.jellybridge.spark.write;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiPredicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.util.Progressable;

/** Local files with calls that fail on request, and a count of the files being written. */
public final class FaultyFileSystem extends RawLocalFileSystem {
  private static final AtomicInteger WRITING = new AtomicInteger();
  private static volatile BiPredicate<String, Path> faults = (call, path) -> false;

  /** Settings that map local paths to this class. */
  public static Configuration conf() {
    Configuration conf = new Configuration();
    conf.set("fs.file.impl", FaultyFileSystem.class.getName());
    conf.setBoolean("fs.file.impl.disable.cache", true);
    return conf;
  }

  /**
   * Sets which calls of {@code create}, {@code write}, {@code status}, {@code rename} and {@code
   * delete} fail; a rename is identified by its target.
   */
  public static void failAt(BiPredicate<String, Path> calls) {
    faults = calls;
  }

  public static void failNowhere() {
    faults = (call, path) -> false;
  }

  /** The number of files that are open for writing. */
  public static int writing() {
    return WRITING.get();
  }

  private static void check(String call, Path path) throws IOException {
    if (faults.test(call, path)) {
      throw new IOException("the store does not answer");
    }
  }

  @Override
  public FSDataOutputStream create(
      Path path,
      boolean overwrite,
      int bufferSize,
      short replication,
      long blockSize,
      Progressable progress)
      throws IOException {
    check("create", path);
    OutputStream out = super.create(path, overwrite, bufferSize, replication, blockSize, progress);
    WRITING.incrementAndGet();
    return new FSDataOutputStream(new Written(out, path), null);
  }

  private static final class Written extends FilterOutputStream {
    private final Path path;
    private boolean closed;

    Written(OutputStream out, Path path) {
      super(out);
      this.path = path;
    }

    @Override
    public void write(int b) throws IOException {
      check("write", path);
      out.write(b);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      check("write", path);
      out.write(bytes, offset, length);
    }

    @Override
    public void close() throws IOException {
      if (!closed) {
        closed = true;
        WRITING.decrementAndGet();
        out.close();
      }
    }
  }

  @Override
  public FileStatus getFileStatus(Path path) throws IOException {
    check("status", path);
    return super.getFileStatus(path);
  }

  @Override
  public boolean exists(Path path) throws IOException {
    check("status", path);
    return super.exists(path);
  }

  @Override
  public boolean rename(Path from, Path to) throws IOException {
    check("rename", to);
    return super.rename(from, to);
  }

  @Override
  public boolean delete(Path path, boolean recursive) throws IOException {
    check("delete", path);
    return super.delete(path, recursive);
  }
}
