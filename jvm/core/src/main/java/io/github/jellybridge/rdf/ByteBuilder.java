package io.github.jellybridge.rdf;

import java.util.Arrays;

/** A growing byte array for assembling text. */
public final class ByteBuilder {
  private byte[] bytes;
  private int length;

  /** Creates an empty builder. */
  public ByteBuilder() {
    this.bytes = new byte[64];
  }

  /** Removes the content and keeps the array. */
  public void clear() {
    length = 0;
  }

  /** Returns the number of bytes so far. */
  public int length() {
    return length;
  }

  /** Returns the backing array; only the first {@link #length()} bytes are valid. */
  public byte[] array() {
    return bytes;
  }

  /** Appends one byte. */
  public void append(int b) {
    if (length == bytes.length) {
      bytes = Arrays.copyOf(bytes, length * 2);
    }
    bytes[length++] = (byte) b;
  }

  /** Appends a slice. */
  public void append(byte[] source, int offset, int count) {
    int needed = Math.addExact(length, count);
    if (needed > bytes.length) {
      bytes = Arrays.copyOf(bytes, (int) Math.max(needed, Math.min(length * 2L, 1 << 30)));
    }
    System.arraycopy(source, offset, bytes, length, count);
    length = needed;
  }

  /** Appends a whole array. */
  public void append(byte[] source) {
    append(source, 0, source.length);
  }

  /** Returns a copy of the content. */
  public byte[] toByteArray() {
    return Arrays.copyOf(bytes, length);
  }
}
