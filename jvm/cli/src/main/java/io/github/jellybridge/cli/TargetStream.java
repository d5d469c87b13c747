package io.github.jellybridge.cli;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.apache.hadoop.fs.FSError;

/**
 * The target of a conversion. Its failures are {@link FailedException}s, unlike those of the
 * sources. Hadoop reports a full local disk as an {@link FSError}, which is not an exception.
 */
final class TargetStream extends FilterOutputStream {
  private final String name;

  TargetStream(OutputStream out, String name) {
    super(out);
    this.name = name;
  }

  /** Reports a target that cannot be written. */
  static final class FailedException extends IOException {
    private static final long serialVersionUID = 1L;

    FailedException(String name, Throwable cause) {
      super(name + ": " + Failure.oneLine(cause), cause);
    }
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    try {
      out.write(bytes, offset, length);
    } catch (IOException | FSError e) {
      throw new FailedException(name, e);
    }
  }

  @Override
  public void flush() throws IOException {
    try {
      out.flush();
    } catch (IOException | FSError e) {
      throw new FailedException(name, e);
    }
  }

  @Override
  public void close() throws IOException {
    try {
      out.close();
    } catch (IOException | FSError e) {
      throw new FailedException(name, e);
    }
  }
}
