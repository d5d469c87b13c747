package io.github.jellybridge.ntriples;

import io.github.jellybridge.rdf.StatementReader;
import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.rdf.text.TokenScan;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * Reads whole lines into memory, chunk by chunk, in an array that terms may refer to. A chunk ends
 * with a line; the bytes after it are carried over to the next chunk.
 */
final class ChunkedLines implements Closeable {
  /** Returned by {@link #next} at the end of the part. */
  static final int END = -1;

  /** Returned by {@link #next} at a line that is longer than allowed. */
  static final int TOO_LONG = -2;

  /** Follows the last buffered byte and stops each scan for the end of a token. */
  private static final byte[] STOP =
      "\n>\"\n>\"\n>\"\n>\"\n>\"\n".getBytes(StandardCharsets.US_ASCII);

  /** Size of the first read of a stream that does not report how many bytes are available. */
  private static final int FIRST_CHUNK = 1 << 13;

  private final InputStream in;
  private final TermTable terms;
  private final ByteRange part;
  private final int chunkBytes;
  private final int maxLineBytes;

  /** The chunk. */
  byte[] data = new byte[0];

  /** One past the complete lines in the chunk. */
  int stop;

  /** Offset in the file of {@code data[0]}. */
  long base;

  // One past the buffered bytes.
  private int limit;
  private boolean ended;
  // The failure of the stream after the buffered bytes.
  private Exception failure;

  ChunkedLines(InputStream in, TermTable terms, ByteRange part, int chunkBytes, int maxLineBytes) {
    this.in = in;
    this.terms = terms;
    this.part = part;
    this.chunkBytes = chunkBytes;
    this.maxLineBytes = maxLineBytes;
    this.base = part.start();
  }

  /** Returns the offset in the file of the byte after the complete lines. */
  long offset() {
    return base + Math.min(stop, limit);
  }

  /**
   * Advances to the next lines and clears the term table. If the stream fails after some whole
   * lines, these are returned first.
   *
   * @return the start of the lines; {@link #END} at the end of the part, {@link #TOO_LONG} if a
   *     line is too long
   */
  int next() throws IOException {
    boolean first = data.length == 0;
    if (!first && (ended && stop >= limit || base + stop > part.end())) {
      return END;
    }
    // The first line of a file belongs to its first part, even after a byte order mark.
    boolean opens = first && part.start() == 0;
    int from = first ? 0 : stop;
    int left = limit - from;
    int wanted = first ? firstChunk() : chunkBytes;
    int start = 0;
    while (true) {
      read(from, Math.max(wanted, left + 1));
      from = 0;
      if (first) {
        start = firstLine();
        first = start < 0;
        if (first && !ended) {
          // No line of this part has started yet. Keep the last byte, which may be a carriage
          // return.
          from = Math.max(0, limit - 1);
          left = limit - from;
          continue;
        }
      }
      if (start < 0 || base + start > part.end() && !opens || ended && start >= limit) {
        stop = limit;
        return END;
      }
      boolean whole = endLines(start);
      if (limit - start > maxLineBytes && TokenScan.lineEnd(data, start) - start > maxLineBytes) {
        // Only the first line can be too long, as the rest of a chunk is shorter than the limit.
        stop = start;
        return TOO_LONG;
      }
      if (whole) {
        terms.reset(data, limit + STOP.length);
        return start;
      }
      left = limit;
      wanted = (int) Math.min(2L * limit, maxLineBytes + (long) chunkBytes);
    }
  }

  private int firstChunk() throws IOException {
    long left = Math.max(in.available() + 1L, FIRST_CHUNK);
    return (int) Math.min(left, chunkBytes);
  }

  /**
   * Moves the bytes from a position on to the front, and reads up to {@code wanted} bytes in all.
   */
  private void read(int from, int wanted) throws IOException {
    StatementReader.failAgain(failure);
    int left = limit - from;
    byte[] old = data;
    byte[] target = terms.data().length > old.length ? terms.data() : old;
    int size = room(wanted);
    if (target.length < size || target.length > 8L * size) {
      target = new byte[size];
    }
    System.arraycopy(old, from, target, 0, left);
    data = target;
    base += from;
    limit = left;
    try {
      while (limit < wanted && !ended) {
        int n = in.read(data, limit, wanted - limit);
        if (n < 0) {
          ended = true;
        } else {
          limit += n;
        }
      }
    } catch (IOException | RuntimeException e) {
      failure = e;
    }
    System.arraycopy(STOP, 0, data, limit, STOP.length);
  }

  /** Returns the size of an array with room for the input and for terms assembled after it. */
  private static int room(int wanted) {
    return (int) Math.min(wanted + wanted / 4L + STOP.length, Integer.MAX_VALUE - 16);
  }

  /** Returns the start of the first line of the part, or -1 if it is not buffered. */
  private int firstLine() {
    if (part.start() > 0) {
      int start = lineAfter(0);
      boolean half = start > 0 && data[start - 1] == '\r' && data[start] == '\n';
      if (half && start == limit && !ended) {
        // The line feed found is from STOP; the next byte of the file may be another one.
        return -1;
      }
      return half && start < limit ? start + 1 : start;
    }
    boolean mark =
        limit >= 3 && data[0] == (byte) 0xef && data[1] == (byte) 0xbb && data[2] == (byte) 0xbf;
    return mark ? 3 : 0;
  }

  /** Returns one past the first line end from a position on, or -1 if it is not buffered. */
  private int lineAfter(int from) {
    int end = TokenScan.lineEnd(data, from);
    return end < limit ? end + 1 : -1;
  }

  /** Finds the end of the complete lines; returns false if no line is complete. */
  private boolean endLines(int start) {
    if (part.end() - base < limit) {
      int end = lineAfter((int) Math.max(start, part.end() - base));
      if (end >= 0) {
        stop = end;
        return true;
      }
    }
    if (ended) {
      // The line feed in STOP ends a last line without a line end.
      boolean whole = limit > start && (data[limit - 1] == '\n' || data[limit - 1] == '\r');
      stop = whole ? limit : limit + 1;
      return true;
    }
    // The line feed of a final carriage return may be in the next chunk.
    int undecided = failure == null ? limit - 1 : limit;
    int end = limit - 1;
    while (end >= start && data[end] != '\n' && (data[end] != '\r' || end == undecided)) {
      end--;
    }
    stop = end + 1;
    return end >= start;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
