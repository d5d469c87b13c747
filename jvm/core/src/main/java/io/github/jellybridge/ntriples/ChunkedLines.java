package io.github.jellybridge.ntriples;

import io.github.jellybridge.rdf.StatementReader;
import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.rdf.text.TokenScan;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * Gets whole lines into memory, one chunk after the other, in an array that terms may refer to. A
 * chunk ends with a line; what follows is carried over to the next.
 */
final class ChunkedLines implements Closeable {
  /** What {@link #next} returns at the end of the part. */
  static final int END = -1;

  /** What {@link #next} returns at a line that is longer than allowed. */
  static final int TOO_LONG = -2;

  /** What is behind the last byte at hand: where each scan for the end of a token stops. */
  private static final byte[] STOP =
      "\n>\"\n>\"\n>\"\n>\"\n>\"\n".getBytes(StandardCharsets.US_ASCII);

  /** What is read first of a stream that does not say how much it has. */
  private static final int FIRST_CHUNK = 1 << 13;

  private final InputStream in;
  private final TermTable terms;
  private final ByteRange part;
  private final int chunkBytes;
  private final int maxLineBytes;

  /** The chunk. */
  byte[] data = new byte[0];

  /** One past the lines at hand. */
  int stop;

  /** Offset in the file of {@code data[0]}. */
  long base;

  // One past the bytes at hand.
  private int limit;
  private boolean ended;
  // How the stream has failed behind the bytes at hand.
  private Exception failure;

  ChunkedLines(InputStream in, TermTable terms, ByteRange part, int chunkBytes, int maxLineBytes) {
    this.in = in;
    this.terms = terms;
    this.part = part;
    this.chunkBytes = chunkBytes;
    this.maxLineBytes = maxLineBytes;
    this.base = part.start();
  }

  /** Returns the offset in the file of the byte behind the lines at hand. */
  long offset() {
    return base + Math.min(stop, limit);
  }

  /**
   * Moves on to the next lines; terms of the table are forgotten. A stream that fails behind some
   * whole lines gives these first.
   *
   * @return where they start; {@link #END} at the end of the part, {@link #TOO_LONG} if a line is
   */
  int next() throws IOException {
    boolean first = data.length == 0;
    if (!first && (ended && stop >= limit || base + stop > part.end())) {
      return END;
    }
    // Whatever is in front of it, the first line of a file is one of its first part.
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
          // Nothing yet of any line that is ours; a carriage return is looked at again.
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
        // No other can be, as chunks are smaller but for the line that they start with.
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

  /** Takes what is left from a place on to the front, and reads up to so many bytes in all. */
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

  /** Room for what is read, and for terms that are put together behind it. */
  private static int room(int wanted) {
    return (int) Math.min(wanted + wanted / 4L + STOP.length, Integer.MAX_VALUE - 16);
  }

  /** Returns where the first line of the part starts, or -1 if that is not at hand. */
  private int firstLine() {
    if (part.start() > 0) {
      int start = lineBehind(0);
      boolean half = start > 0 && data[start - 1] == '\r' && data[start] == '\n';
      if (half && start == limit && !ended) {
        // That line feed is only what stops scans; the next byte may be another.
        return -1;
      }
      return half && start < limit ? start + 1 : start;
    }
    boolean mark =
        limit >= 3 && data[0] == (byte) 0xef && data[1] == (byte) 0xbb && data[2] == (byte) 0xbf;
    return mark ? 3 : 0;
  }

  /** Returns one past the first line end from a place on, or -1 if that is not at hand. */
  private int lineBehind(int from) {
    int end = TokenScan.lineEnd(data, from);
    return end < limit ? end + 1 : -1;
  }

  /** Finds the end of the lines at hand; false if not even one is whole. */
  private boolean endLines(int start) {
    if (part.end() - base < limit) {
      int end = lineBehind((int) Math.max(start, part.end() - base));
      if (end >= 0) {
        stop = end;
        return true;
      }
    }
    if (ended) {
      // The line feed behind the last byte ends a last line without one.
      boolean whole = limit > start && (data[limit - 1] == '\n' || data[limit - 1] == '\r');
      stop = whole ? limit : limit + 1;
      return true;
    }
    // A carriage return may have its line feed in the next chunk.
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
