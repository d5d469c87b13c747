package io.github.jellybridge.jelly.wire;

import io.github.jellybridge.jelly.JellyParseException;
import io.github.jellybridge.rdf.StatementReader;
import io.github.jellybridge.rdf.Utf8;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * The buffered bytes, one chunk of the file at a time. Provides the primitives of the Protocol
 * Buffers wire format and tracks the position in the file.
 */
public final class WireReader {
  /**
   * Bytes after {@link #limit} that may be read without leaving the array; their values are not
   * used.
   */
  static final int SLACK = 16;

  /**
   * Maximum size of one read from the stream, in bytes. The JDK reads files through its own buffer
   * of the requested size, which has to fit in the core's cache together with the chunk.
   */
  private static final int PIECE = 1 << 19;

  /** Wire types of Protocol Buffers ("Message structure"). */
  public static final int VARINT = 0;

  static final int FIXED64 = 1;
  public static final int LEN = 2;
  static final int FIXED32 = 5;

  public final String file;
  private final InputStream in;

  /** The chunk; bytes from 0 to limit are valid. */
  public byte[] data;

  /** The next byte to decode. */
  public int pos;

  /** One past the last buffered byte. */
  public int limit;

  /** Offset in the file of {@code data[0]}; may be negative, as carried bytes precede the input. */
  public long base;

  /** 0-based number of the current frame, and of the current row in it (-1 outside rows). */
  public long frame;

  public long row = -1;

  /** Whether the file has no bytes after limit. */
  public boolean ended;

  /**
   * The failure of the stream after the buffered bytes, thrown by the next read; set by the reading
   * thread.
   */
  private Exception failure;

  /** The end of the last read varint. */
  public int next;

  /** The body of the field last read by {@link #field}, without its tag and length. */
  public int bodyStart;

  public int bodyEnd;

  public WireReader(InputStream in, String file) {
    this.in = in;
    this.file = file;
    this.data = new byte[SLACK];
  }

  public long fileOffset(int at) {
    return base + at;
  }

  public JellyParseException error(int at, String expected, String found) {
    return new JellyParseException(file, frame, fileOffset(at), row, expected, found);
  }

  /** Moves the rest of the chunk to another array, which becomes the chunk. */
  void moveTo(byte[] target, int at) {
    int left = limit - pos;
    System.arraycopy(data, pos, target, at, left);
    base += pos - at;
    data = target;
    pos = at;
    limit = at + left;
  }

  /** Adds bytes to the chunk that another component has read into its array. */
  void append(int length, boolean last) {
    limit += length;
    ended = last && failure == null;
    clearSlack();
  }

  /**
   * Reads until the given number of bytes is buffered, the file ends or the stream fails. The array
   * must have room. The next call throws the failure.
   */
  void fill(int wanted) throws IOException {
    int missing = wanted - (limit - pos);
    if (missing > 0 && !ended) {
      int n = read(data, limit, missing);
      append(n, n < missing);
    } else {
      clearSlack();
    }
  }

  /**
   * Reads the requested number of bytes, or all remaining ones. If the stream fails, the next call
   * throws the failure, so that the bytes before it can be used.
   *
   * @return the number of bytes read: fewer than requested at the end or before a failure
   */
  public int read(byte[] target, int at, int length) throws IOException {
    throwFailure();
    int got = 0;
    try {
      while (got < length) {
        int n = in.read(target, at + got, Math.min(PIECE, length - got));
        if (n < 0) {
          break;
        }
        got += n;
      }
    } catch (IOException | RuntimeException e) {
      failure = e;
    }
    return got;
  }

  /** Throws the failure of the stream, if it has failed. */
  public void throwFailure() throws IOException {
    StatementReader.failAgain(failure);
  }

  /** Returns whether no more bytes are available: the stream has ended or failed. */
  public boolean exhausted() {
    return ended || failure != null;
  }

  /**
   * Reads until the given number of bytes is buffered or the file ends. Keeps all bytes of the
   * chunk.
   */
  public void buffer(int wanted) throws IOException {
    long needed = (long) pos + wanted + SLACK;
    if (needed > data.length) {
      long larger = Math.max(needed, data.length + (data.length >> 1));
      data = Arrays.copyOf(data, (int) Math.min(larger, Integer.MAX_VALUE - SLACK));
    }
    while (limit - pos < wanted && !ended) {
      fill(wanted);
    }
    clearSlack();
  }

  private void clearSlack() {
    Arrays.fill(data, limit, Math.min(limit + SLACK, data.length), (byte) 0);
  }

  /** Returns how many bytes after the buffered ones the stream reports as available. */
  int available() throws IOException {
    return in.available();
  }

  void close() throws IOException {
    in.close();
  }

  /**
   * Reads a varint of up to ten bytes and sets {@link #next} to its end.
   *
   * @return its low 64 bits
   */
  public long varint(int from, int end) throws JellyParseException {
    long value = 0;
    for (int i = 0; i < 10; i++) {
      int at = from + i;
      if (at >= end) {
        throw error(from, "a varint", "the end of the message after " + i + " bytes of it");
      }
      byte b = data[at];
      value |= (long) (b & 0x7f) << (7 * i);
      if (b >= 0) {
        next = at + 1;
        return value;
      }
    }
    throw error(from, "a varint of at most 10 bytes", "a longer one");
  }

  /**
   * Reads the tag of the field at {@code from} and finds its body.
   *
   * @return the tag: field number * 8 + wire type
   */
  public int field(int from, int end) throws JellyParseException {
    long tag = varint(from, end);
    int number = (int) (tag >>> 3);
    if (tag >>> 32 != 0 || number == 0) {
      throw error(from, "a field tag", "the number " + tag);
    }
    bodyStart = next;
    switch ((int) tag & 7) {
      case VARINT -> {
        varint(bodyStart, end);
        bodyEnd = next;
      }
      case FIXED64 -> bodyEnd = bodyStart + 8;
      case FIXED32 -> bodyEnd = bodyStart + 4;
      case LEN -> {
        long length = varint(bodyStart, end);
        bodyStart = next;
        if (length < 0 || length > end - bodyStart) {
          throw error(
              from,
              "a field of at most " + (end - bodyStart) + " bytes",
              "field " + number + " of " + Long.toUnsignedString(length) + " bytes");
        }
        bodyEnd = bodyStart + (int) length;
      }
      default ->
          throw error(from, "wire type 0, 1, 2 or 5", "field " + number + " of type " + (tag & 7));
    }
    if (bodyEnd > end) {
      throw error(from, "a whole field", "field " + number + " cut off by the end of its message");
    }
    return (int) tag;
  }

  /** Rejects text that is not valid UTF-8; {@code what} names the text in the message. */
  public void checkUtf8(int from, int to, String what) throws JellyParseException {
    int bad = Utf8.firstInvalid(data, from, to);
    if (bad >= 0) {
      throw error(
          bad,
          "valid UTF-8 in " + what,
          "a malformed sequence at 0x%02x".formatted(data[bad] & 0xff));
    }
  }

  /**
   * Returns whether the tag, the length and the body of a field are all before end. Also returns
   * false for malformed fields, which fail when more bytes are buffered. Called at the end of each
   * chunk, so it does not use exceptions.
   */
  public boolean isFieldBuffered(int at, int end) {
    int body = varintEnd(at, end);
    if (body < 0) {
      return false;
    }
    int to = varintEnd(body, end);
    return switch (data[at] & 7) {
      case VARINT -> to >= 0;
      case FIXED64 -> end - body >= 8;
      case FIXED32 -> end - body >= 4;
      case LEN -> to >= 0 && Long.compareUnsigned(bits(body, to), end - to) <= 0;
      default -> false;
    };
  }

  /** Returns whether the varint at the next byte is buffered, or is too long. */
  public boolean isVarintBuffered() {
    return limit - pos >= 10 || varintEnd(pos, limit) >= 0;
  }

  /** Returns one past the end of a varint, or -1 if it is cut or too long. */
  private int varintEnd(int from, int end) {
    for (int i = from; i < end && i < from + 10; i++) {
      if (data[i] >= 0) {
        return i + 1;
      }
    }
    return -1;
  }

  /** Returns the low 64 bits of a varint whose end is known. */
  private long bits(int from, int to) {
    long value = 0;
    for (int i = to - 1; i >= from; i--) {
      value = value << 7 | data[i] & 0x7f;
    }
    return value;
  }

  /** Checks that a known field has the wire type of the schema. */
  public void expectType(int tag, int type, String name, int at) throws JellyParseException {
    if ((tag & 7) != type) {
      throw error(at, name + " with wire type " + type, "wire type " + (tag & 7));
    }
  }
}
