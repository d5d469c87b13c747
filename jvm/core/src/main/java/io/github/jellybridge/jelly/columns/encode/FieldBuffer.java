package io.github.jellybridge.jelly.columns.encode;

import io.github.jellybridge.jelly.wire.FrameBuffer;
import io.github.jellybridge.rdf.ShortText;
import java.util.Arrays;

/** A growing array of encoded fields or numbers. */
final class FieldBuffer {
  /** The limit of protobuf and the JVM, with a margin. */
  private static final int MAX_CAPACITY = Integer.MAX_VALUE - 64;

  byte[] data = new byte[256];
  int end;

  void clear() {
    end = 0;
  }

  /** Makes room for more bytes; may replace the array. */
  void ensure(long more) {
    long needed = end + more;
    if (needed > data.length) {
      if (needed > MAX_CAPACITY) {
        // Not an OutOfMemoryError: that would kill a Spark executor.
        throw new IllegalStateException(
            "a frame of more than 2 GiB: set frameSize or maxFrameBytes");
      }
      data = Arrays.copyOf(data, (int) Math.min(Math.max(needed, data.length * 2L), MAX_CAPACITY));
    }
  }

  /** Appends a varint. */
  void varint(int value) {
    ensure(5);
    varintInRoom(value);
  }

  /** Appends a varint, if the caller has made room for it. */
  void varintInRoom(int value) {
    byte[] d = data;
    int at = end;
    if (value >= 0 && value < 0x80) {
      d[at] = (byte) value;
      end = at + 1;
    } else if (value >= 0 && value < 0x4000) {
      d[at] = (byte) (value | 0x80);
      d[at + 1] = (byte) (value >> 7);
      end = at + 2;
    } else {
      end = FrameBuffer.varint(d, at, value);
    }
  }

  /** Appends copies of a byte. */
  void fill(int value, int count) {
    ensure(count);
    Arrays.fill(data, end, end + count, (byte) value);
    end += count;
  }

  /** Appends a numeric field, unless it is 0. */
  void number(int field, int value) {
    ensure(10);
    end = FrameBuffer.field(data, end, field, value);
  }

  /** Appends a field of bytes, even if it is empty. Its number is below 16. */
  void bytes(int field, byte[] source, int from, int length) {
    ensure(length + 6L + ShortText.UNIT);
    data[end] = (byte) (field << 3 | 2);
    end = FrameBuffer.varint(data, end + 1, length);
    ShortText.copy(source, from, data, end, length);
    end += length;
  }

  /** Inserts a length before the bytes that start at a position. */
  void insertLength(int start) {
    int length = end - start;
    int shift = FrameBuffer.varintLength(length);
    ensure(shift);
    System.arraycopy(data, start, data, start + shift, length);
    FrameBuffer.varint(data, start, length);
    end += shift;
  }

  /** Returns the length of a field with all bytes of this buffer; 0 if the buffer is empty. */
  int fieldLength() {
    return end == 0 ? 0 : 1 + FrameBuffer.varintLength(end) + end;
  }

  /**
   * Writes a field with all bytes of this buffer, which must have room; nothing if the buffer is
   * empty.
   */
  void writeField(FrameBuffer out, int field) {
    if (end > 0) {
      out.data[out.end] = (byte) (field << 3 | 2);
      out.end = FrameBuffer.varint(out.data, out.end + 1, end);
      write(out);
    }
  }

  /** Writes all bytes of this buffer, which must have room. */
  void write(FrameBuffer out) {
    System.arraycopy(data, 0, out.data, out.end, end);
    out.end += end;
  }
}
