package io.github.jellybridge.jelly;

import java.io.IOException;

/**
 * Guesses where a frame starts behind some byte of a delimited file: where a length stands before
 * so many bytes of rows, a few times. The first of these frames may be the end of one that only
 * looks like a whole one, as the byte before some row happens to be the right length; so it is the
 * second that counts. Who reads the file up to there knows whether the guess was right.
 */
final class FrameFinder {
  /** How many bytes to look at, as long as nothing is found. */
  private static final int[] WINDOWS = {1 << 16, 1 << 19, 1 << 22};

  /** How many frames make a guess. */
  private static final int FRAMES = 3;

  private final Input in;

  /** Looks at the bytes from {@code in.pos} on. */
  FrameFinder(Input in) {
    this.in = in;
  }

  /**
   * Moves {@code in.pos} to the start of a frame, or to the end of the file if it ends before.
   *
   * @return false if there is no frame near
   */
  boolean find() throws IOException {
    for (int window : WINDOWS) {
      in.atHand(window);
      for (int at = in.pos; at < in.limit; at++) {
        if (areFrames(at)) {
          in.pos = frameEnd(at);
          return true;
        }
      }
      if (in.ended) {
        in.pos = in.limit;
        return true;
      }
    }
    return false;
  }

  /** Tells whether frames seem to start here, one behind the other. */
  private boolean areFrames(int at) {
    int end = frameEnd(at);
    for (int i = 1; i < FRAMES && end > 0; i++) {
      if (end == in.limit && in.ended) {
        return true;
      }
      end = frameEnd(end);
    }
    return end > 0;
  }

  /** Returns the end of what seems to be a frame with rows, or -1 if it is none. */
  private int frameEnd(int at) {
    byte[] d = in.data;
    int body = varintEnd(at);
    if (body < 0 || body >= in.limit || d[body] != RowReader.ROW && d[body] != FrameMetadata.TAG) {
      return -1;
    }
    long end = body + varint(at, body);
    if (end > in.limit || end == body) {
      return -1;
    }
    int field = body;
    while (field >= 0 && field < end) {
      field = fieldEnd(field, (int) end);
    }
    return field;
  }

  /** Returns the end of a row, or of an entry of the metadata; -1 if it is neither. */
  private int fieldEnd(int at, int frameEnd) {
    int body = varintEnd(at + 1);
    if (body < 0 || body > frameEnd) {
      return -1;
    }
    long end = body + varint(at + 1, body);
    if (end > frameEnd || in.data[at] == FrameMetadata.TAG) {
      return end > frameEnd ? -1 : (int) end;
    }
    int kind = in.data[body];
    boolean row =
        in.data[at] == RowReader.ROW
            && end > body
            && (kind & 7) == Input.LEN
            && RowReader.isKind(kind >>> 3);
    return row ? (int) end : -1;
  }

  /** Returns one past the end of a varint of up to four bytes, or -1 if it is none. */
  private int varintEnd(int at) {
    for (int i = at; i < at + 4 && i < in.limit; i++) {
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
