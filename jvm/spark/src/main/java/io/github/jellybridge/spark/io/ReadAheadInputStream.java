package io.github.jellybridge.spark.io;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Reads (and decompresses) a stream ahead in a second thread.
 *
 * <p>The thread starts after the first {@value #DIRECT_BYTES} bytes, so small files need none. It
 * fills a circular buffer in small pieces, so that neither thread waits for the other to finish a
 * large one. An exception of the thread reaches the reader after the bytes that were read before
 * it.
 *
 * <p>Supports a single reading thread; {@link #close()} waits until the stream is no longer in use.
 */
public final class ReadAheadInputStream extends InputStream {
  private static final int BUFFER_BYTES = 2 << 20;
  private static final int PIECE_BYTES = 128 << 10;
  static final int DIRECT_BYTES = 256 << 10;

  private final InputStream in;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition moreBytes = lock.newCondition();
  private final Condition moreRoom = lock.newCondition();
  private int direct = DIRECT_BYTES;
  private byte[] buffer;
  private Thread thread;

  // Guarded by the lock: the bytes put into and taken from the buffer so far, and how the stream
  // ended.
  private long filled;
  private long taken;
  private boolean ended;
  private Throwable failure;
  private boolean closed;

  /** Wraps a stream and closes it together with this one. */
  public ReadAheadInputStream(InputStream in) {
    super();
    this.in = in;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    if (direct > 0) {
      int n = in.read(target, offset, Math.min(length, direct));
      direct -= Math.max(n, 0);
      return n;
    }
    if (thread == null) {
      start();
    }
    long bytes = await();
    if (bytes == 0) {
      return -1;
    }
    // The other thread does not write to bytes that are still to be taken.
    int from = (int) (taken % BUFFER_BYTES);
    int n = (int) Math.min(Math.min(bytes, length), BUFFER_BYTES - from);
    System.arraycopy(buffer, from, target, offset, n);
    lock.lock();
    try {
      taken += n;
      moreRoom.signal();
    } finally {
      lock.unlock();
    }
    return n;
  }

  private void start() {
    buffer = new byte[BUFFER_BYTES];
    thread = new Thread(this::fill, "jelly-bridge-read-ahead");
    thread.setDaemon(true);
    thread.start();
  }

  /** Waits for bytes; returns their number, 0 at the end. */
  private long await() throws IOException {
    lock.lock();
    try {
      while (filled == taken && !ended && !closed) {
        moreBytes.await();
      }
      if (closed) {
        throw new IOException("the stream is closed");
      }
      if (filled == taken && failure != null) {
        throw failed();
      }
      return filled - taken;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      InterruptedIOException interrupted = new InterruptedIOException("interrupted while reading");
      interrupted.initCause(e);
      throw interrupted;
    } finally {
      lock.unlock();
    }
  }

  private IOException failed() {
    if (failure instanceof RuntimeException e) {
      throw e;
    }
    if (failure instanceof Error e) {
      throw e;
    }
    return (IOException) failure;
  }

  /** Fills the buffer; runs in the second thread. */
  private void fill() {
    Throwable thrown = null;
    try {
      long at = 0;
      int n;
      while ((n = fillPiece(at)) >= 0) {
        at += n;
      }
    } catch (IOException | RuntimeException | Error e) {
      thrown = e;
    }
    lock.lock();
    try {
      failure = thrown;
      ended = true;
      moreBytes.signal();
    } finally {
      lock.unlock();
    }
  }

  /** Reads a piece into the free part of the buffer; returns -1 at the end or when closed. */
  private int fillPiece(long at) throws IOException {
    int to = (int) (at % BUFFER_BYTES);
    long room;
    lock.lock();
    try {
      while (at - taken == BUFFER_BYTES && !closed) {
        moreRoom.awaitUninterruptibly();
      }
      if (closed) {
        return -1;
      }
      room = BUFFER_BYTES - (at - taken);
    } finally {
      lock.unlock();
    }
    int n = in.read(buffer, to, (int) Math.min(Math.min(room, PIECE_BYTES), BUFFER_BYTES - to));
    lock.lock();
    try {
      filled += Math.max(n, 0);
      moreBytes.signal();
    } finally {
      lock.unlock();
    }
    return n;
  }

  @Override
  public void close() throws IOException {
    lock.lock();
    try {
      closed = true;
      moreRoom.signal();
    } finally {
      lock.unlock();
    }
    if (thread != null) {
      joinThread();
    }
    in.close();
  }

  private void joinThread() {
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
