package io.github.jellybridge.jelly.wire;

import io.github.jellybridge.jelly.FrameMetadata;
import java.io.IOException;

/**
 * Guesses where a frame starts behind some byte of a delimited file: where whole rows end before a
 * length and more rows. Every byte is looked at a few times, whatever the size of frames. Who reads
 * the file up to there knows whether the guess was right.
 */
public final class FrameFinder {
  /** How many bytes to look at first, and twice as many as long as nothing is found. */
  public static final int FIRST_WINDOW = 1 << 16;

  /** How many bytes to look at, at most. */
  public static final int MAX_WINDOW = 1 << 22;

  /** How many rows behind a length make a guess, in one frame or several. */
  private static final int ROWS = 16;

  private final WireReader in;

  /** One past the last byte that is looked at. */
  private int limit;

  /** Whether the file ends there. */
  private boolean ended;

  /** Looks at the bytes from {@code in.pos} on. */
  public FrameFinder(WireReader in) {
    this.in = in;
  }

  /**
   * Moves {@code in.pos} to the start of a frame, or to the end of the file if it ends before. The
   * answer depends on the bytes of the file only, not on how many of them were at hand.
   *
   * @return false if there is no frame near
   */
  public boolean find() throws IOException {
    for (int window = FIRST_WINDOW; window <= MAX_WINDOW; window *= 2) {
      in.atHand(window);
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

  /** Returns where a frame starts; -1 if that cannot be seen. */
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

  /** Returns where the rows end that seem to start here, one behind the other. */
  private int rowsEnd(int from) {
    int at = from;
    for (int next = fieldEnd(at, limit); next > at; next = fieldEnd(at, limit)) {
      at = next;
    }
    return at;
  }

  /** Tells whether frames seem to start here, as far as one can see. */
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
      // A frame without rows is one, too.
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

  /** Returns the end of a row, or of an entry of the metadata; -1 if it is neither. */
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

  /** Returns one past the end of a varint of up to four bytes, or -1 if it is none. */
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
