package io.github.jellybridge.jena;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;

/** The bytes of a file for a parser in another thread: counts them and can be cancelled. */
final class CancellableInput extends FilterInputStream {
  /** Carries an unchecked exception of the storage through a parser. */
  static final class StorageException extends IOException {
    private static final long serialVersionUID = 1L;

    StorageException(RuntimeException cause) {
      super(cause);
    }

    /** Returns the exception as the storage has thrown it. */
    RuntimeException thrown() {
      return (RuntimeException) getCause();
    }
  }

  private volatile long count;
  private volatile boolean cancelled;

  CancellableInput(InputStream in) {
    super(in);
  }

  /** Returns the number of bytes read so far. */
  long count() {
    return count;
  }

  /** Makes the next read fail. */
  void cancel() {
    cancelled = true;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  // Only one thread writes the field.
  @SuppressWarnings("NonAtomicVolatileUpdate")
  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    if (cancelled) {
      throw new InterruptedIOException("the consumer of this file was closed");
    }
    int n;
    try {
      n = in.read(buffer, offset, length);
    } catch (RuntimeException e) {
      throw new StorageException(e);
    }
    count += Math.max(n, 0);
    return n;
  }

  @Override
  public long skip(long n) throws IOException {
    return read(new byte[(int) Math.min(n, 1 << 12)], 0, (int) Math.min(n, 1 << 12));
  }

  @Override
  public boolean markSupported() {
    return false;
  }
}
