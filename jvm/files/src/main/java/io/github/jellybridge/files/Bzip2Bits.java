package io.github.jellybridge.files;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/** Reads a file bit by bit, the highest bit of a byte first, and knows where in the file it is. */
final class Bzip2Bits implements Closeable {
  private static final int BUFFER_BYTES = 64 * 1024;

  private final InputStream in;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private int next;
  private int limit;
  // Bits at hand: the lowest `count` ones of `cache`, of which the last `behind` are not there.
  private long cache;
  private int count;
  private int behind;
  // Offset in the file, in bits, of what follows the bits at hand.
  private long loaded;

  /**
   * Wraps a stream, which {@link #close} closes.
   *
   * @param start offset in the file, in bytes, of the first byte of the stream
   */
  Bzip2Bits(InputStream in, long start) {
    this.in = in;
    this.loaded = start * 8;
  }

  /** Returns the offset in the file of the next bit, in bits. */
  long position() {
    return loaded - count;
  }

  /** Returns the next bits, 56 at most, without passing them; zeros behind the end of the file. */
  long peek(int bits) throws IOException {
    while (count < bits) {
      if (next == limit) {
        fill();
      }
      if (next < limit) {
        cache = cache << 8 | buffer[next++] & 0xff;
      } else {
        cache <<= 8;
        behind += 8;
      }
      count += 8;
      loaded += 8;
    }
    return cache >>> (count - bits) & (1L << bits) - 1;
  }

  private void fill() throws IOException {
    next = 0;
    limit = 0;
    int n = behind > 0 ? -1 : in.read(buffer, 0, BUFFER_BYTES);
    while (n == 0) {
      n = in.read(buffer, 0, BUFFER_BYTES);
    }
    limit = Math.max(0, n);
  }

  /** Passes bits that were looked at. */
  void skip(int bits) throws IOException {
    count -= bits;
    if (count < behind) {
      throw new EOFException("the file ends too early");
    }
  }

  /** Returns the next bits, 56 at most, and passes them. */
  long read(int bits) throws IOException {
    long value = peek(bits);
    skip(bits);
    return value;
  }

  /** Passes the bits that are left of the current byte. */
  void align() throws IOException {
    skip((int) (-position() & 7));
  }

  /** Tells whether nothing is left. */
  boolean atEnd() throws IOException {
    peek(1);
    return count <= behind;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
