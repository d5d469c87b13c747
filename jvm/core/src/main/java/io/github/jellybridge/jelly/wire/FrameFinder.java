package io.github.jellybridge.jelly.wire;

import io.github.jellybridge.jelly.FrameMetadata;
import java.io.IOException;

/**
 * Guesses the start of a frame after a given byte of a delimited file: a position where rows end,
 * followed by a length and more rows. Each byte is examined a few times, whatever the size of
 * frames. The reader of the bytes before that position later verifies the guess.
 */
public final class FrameFinder {
  /** Size of the first window in bytes; doubled until a frame is found. */
  public static final int FIRST_WINDOW = 1 << 16;

  /** Size of the largest window in bytes. */
  public static final int MAX_WINDOW = 1 << 22;

  /** How many rows after a length confirm a guess, in one or several frames. */
  private static final int ROWS = 16;

  private final WireReader in;

  /** One past the last byte to examine. */
  private int limit;

  /** Whether the file ends at the limit. */
  private boolean ended;

  /** Creates a finder that starts at {@code in.pos}. */
  public FrameFinder(WireReader in) {
    this.in = in;
  }

  /**
   * Moves {@code in.pos} to the start of a frame, or to the end of the file if it comes first. The
   * result depends only on the bytes of the file, not on the number of buffered bytes.
   *
   * @return false if no frame is near
   */
  public boolean find() throws IOException {
    for (int window = FIRST_WINDOW; window <= MAX_WINDOW; window *= 2) {
      in.buffer(window);
      limit = Math.min(in.limit, in.pos + window);
      ended = in.ended && limit == in.limit;
      int found = firstFrame();
      if (found >= 0) {
        in.pos = found;
        return true;
      }
    }
    return false;
  }

  /** Returns the start of a frame; -1 if none is found in the window. */
  private int firstFrame() {
    int at = in.pos;
    while (at < limit) {
      int end = rowsEnd(at);
      if (end > at && areFrames(end)) {
        return end;
      }
      at = Math.max(at + 1, end);
    }
    return ended ? limit : -1;
  }

  /** Returns the end of the consecutive rows that seem to start here. */
  private int rowsEnd(int from) {
    int at = from;
    for (int next = fieldEnd(at, limit); next > at; next = fieldEnd(at, limit)) {
      at = next;
    }
    return at;
  }

  /** Returns whether frames seem to start here, as far as the window shows. */
  private boolean areFrames(int from) {
    int at = from;
    int rows = 0;
    while (at < limit && rows < ROWS) {
      int body = varintEnd(at);
      if (body < 0) {
        return false;
      }
      long end = body + (long) varint(at, body);
      int seen = (int) Math.min(end, limit);
      // A frame without rows counts as one row.
      rows += end == body ? 1 : 0;
      at = body;
      while (at < seen && rows < ROWS) {
        at = fieldEnd(at, seen);
        if (at < 0) {
          return false;
        }
        rows++;
      }
      if (end > limit && rows < ROWS) {
        return false;
      }
    }
    return rows == ROWS || ended;
  }

  /** Returns the end of a row or of a metadata entry; -1 for anything else. */
  private int fieldEnd(int at, int frameEnd) {
    if (at >= frameEnd || in.data[at] != RowHeader.TAG && in.data[at] != FrameMetadata.TAG) {
      return -1;
    }
    int body = varintEnd(at + 1);
    if (body < 0) {
      return -1;
    }
    long end = body + (long) varint(at + 1, body);
    if (end > frameEnd) {
      return -1;
    }
    return in.data[at] == FrameMetadata.TAG || isRow(body, end) ? (int) end : -1;
  }

  private boolean isRow(int body, long end) {
    int kind = in.data[body];
    return end > body && (kind & 7) == WireReader.LEN && RowKind.isKind(kind >>> 3);
  }

  /** Returns the end of a varint of up to four bytes, or -1 for anything else. */
  private int varintEnd(int at) {
    for (int i = at; i < at + 4 && i < limit; i++) {
      if (in.data[i] >= 0) {
        return i + 1;
      }
    }
    return -1;
  }

  private int varint(int from, int to) {
    int value = 0;
    for (int i = to - 1; i >= from; i--) {
      value = value << 7 | in.data[i] & 0x7f;
    }
    return value;
  }
}
