package io.github.jellybridge.files;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/** Reads a file bit by bit, highest bit of a byte first, and tracks the position in the file. */
final class Bzip2Bits implements Closeable {
  private static final int BUFFER_BYTES = 64 * 1024;

  private final InputStream in;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private int next;
  private int limit;
  // Buffered bits: the lowest `count` bits of `cache`; the last `padding` ones are after the file.
  private long cache;
  private int count;
  private int padding;
  // Offset in the file of the bits after the buffered ones, in bits.
  private long loaded;

  /**
   * Wraps a stream, which {@link #close} closes.
   *
   * @param start offset in the file of the first byte of the stream, in bytes
   */
  Bzip2Bits(InputStream in, long start) {
    this.in = in;
    this.loaded = start * 8;
  }

  /** Returns the offset in the file of the next bit, in bits. */
  long position() {
    return loaded - count;
  }

  /** Returns the next bits, at most 56, without skipping them; zeros after the end of the file. */
  long peek(int bits) throws IOException {
    while (count < bits) {
      if (next == limit) {
        fill();
      }
      if (next < limit) {
        cache = cache << 8 | buffer[next++] & 0xff;
      } else {
        cache <<= 8;
        padding += 8;
      }
      count += 8;
      loaded += 8;
    }
    return cache >>> (count - bits) & (1L << bits) - 1;
  }

  private void fill() throws IOException {
    next = 0;
    limit = 0;
    int n = padding > 0 ? -1 : in.read(buffer, 0, BUFFER_BYTES);
    while (n == 0) {
      n = in.read(buffer, 0, BUFFER_BYTES);
    }
    limit = Math.max(0, n);
  }

  /** Skips bits after {@link #peek}. */
  void skip(int bits) throws IOException {
    count -= bits;
    if (count < padding) {
      throw new EOFException("the file ends too early");
    }
  }

  /** Reads the next bits, at most 56. */
  long read(int bits) throws IOException {
    long value = peek(bits);
    skip(bits);
    return value;
  }

  /** Skips the remaining bits of the current byte. */
  void align() throws IOException {
    skip((int) (-position() & 7));
  }

  /** Returns whether the file has no more bits. */
  boolean atEnd() throws IOException {
    peek(1);
    return count <= padding;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
