package io.github.jellybridge.borsh;

import io.github.jellybridge.borsh.BorshParseException.Section;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** Reads the bytes of a file in order; allocates little more memory than the file really needs. */
final class FileBytes {
  /** Small, as a wrong size costs a small file this much; larger arrays are slow to allocate. */
  private static final int FIRST_ALLOCATION = 1 << 16;

  private final InputStream in;
  private final String file;
  private long offset;

  FileBytes(InputStream in, String file) {
    this.in = in;
    this.file = file;
  }

  /** Returns the name of the file. */
  String file() {
    return file;
  }

  /** Returns the offset of the next byte. */
  long offset() {
    return offset;
  }

  void close() throws IOException {
    in.close();
  }

  /**
   * Reads a number of bytes.
   *
   * @param what names these bytes in the error if the file ends too early
   */
  byte[] read(long count, String what) throws IOException {
    if (count > BorshConstants.MAX_ARRAY) {
      throw error(offset, "at most " + BorshConstants.MAX_ARRAY + " bytes of " + what, "" + count);
    }
    // Allocate the bytes reported as available, and more only after those were read.
    int there = Math.max(in.available(), FIRST_ALLOCATION);
    byte[] bytes = new byte[(int) Math.min(count, there)];
    int length = 0;
    while (length < count) {
      if (length == bytes.length) {
        bytes = Arrays.copyOf(bytes, (int) Math.min(count, bytes.length * 2L));
      }
      int n = in.readNBytes(bytes, length, bytes.length - length);
      length += n;
      if (length < bytes.length) {
        throw truncated(count, length, what);
      }
    }
    offset += count;
    return bytes;
  }

  /** Skips a number of bytes. */
  void skip(long count, String what) throws IOException {
    byte[] buffer = new byte[(int) Math.min(count, 1 << 16)];
    for (long left = count; left > 0; ) {
      int wanted = (int) Math.min(left, buffer.length);
      int n = in.readNBytes(buffer, 0, wanted);
      left -= n;
      if (n < wanted) {
        throw truncated(count, count - left, what);
      }
    }
    offset += count;
  }

  private BorshParseException truncated(long wanted, long there, String what) {
    return error(
        offset + there,
        wanted + " bytes of " + what,
        "the end of the file after " + there + " of them");
  }

  /** Reads an unsigned integer of four bytes. */
  long readInt(String what) throws IOException {
    return Integer.toUnsignedLong(intAt(read(BorshConstants.INT, what), 0));
  }

  /** Reads all remaining bytes, at most {@code limit}. */
  byte[] readRest(long limit) throws IOException {
    byte[] bytes = in.readNBytes((int) Math.min(limit, BorshConstants.MAX_ARRAY));
    offset += bytes.length;
    checkEnd();
    return bytes;
  }

  /** Checks that the file ends here. */
  void checkEnd() throws IOException {
    if (in.read() >= 0) {
      throw error(offset, "the end of the file", "more bytes");
    }
  }

  BorshParseException error(long at, String expected, String found) {
    return new BorshParseException(file, Section.FILE, at, expected, found);
  }

  /** Returns the little-endian integer at an index of an array. */
  static int intAt(byte[] b, int at) {
    return b[at] & 0xff | (b[at + 1] & 0xff) << 8 | (b[at + 2] & 0xff) << 16 | b[at + 3] << 24;
  }
}
