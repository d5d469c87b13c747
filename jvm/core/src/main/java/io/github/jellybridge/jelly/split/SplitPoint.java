package io.github.jellybridge.jelly.split;

import java.io.Serializable;

/**
 * A position in a delimited file of the 1.x layout where reading may start: the start of a frame,
 * and the state of the stream before it.
 *
 * @param offset the first byte of the frame's length, in the decompressed file
 * @param frame 0-based number of the frame in the file
 * @param statement 0-based number in the file of the first statement from there on
 * @param state the state of the stream; null at a checkpoint, where the stream restarts
 */
public record SplitPoint(long offset, long frame, long statement, StreamState state)
    implements Serializable {
  private static final long serialVersionUID = 1L;

  /** Checks the ranges; throws IllegalArgumentException. */
  public SplitPoint {
    if (offset < 0 || frame < 0 || statement < 0) {
      throw new IllegalArgumentException(
          "negative: offset " + offset + ", frame " + frame + ", statement " + statement);
    }
  }
}
