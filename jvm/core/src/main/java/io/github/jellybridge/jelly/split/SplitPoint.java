package io.github.jellybridge.jelly.split;

import java.io.Serializable;

/**
 * A position in a delimited file where reading may start: the start of a frame, and the state of
 * the stream before it.
 *
 * @param offset the first byte of the frame's length, in the decompressed file
 * @param frame 0-based number of the frame in the file
 * @param statement 0-based number in the file of the first statement from there on
 * @param message number of messages that end before it; 0 in streams without messages
 * @param state the state of the stream; null at a checkpoint, where the stream restarts
 */
public record SplitPoint(long offset, long frame, long statement, long message, StreamState state)
    implements Serializable {
  private static final long serialVersionUID = 2L;

  /** Checks the ranges; throws IllegalArgumentException. */
  public SplitPoint {
    if (offset < 0 || frame < 0 || statement < 0 || message < 0) {
      throw new IllegalArgumentException(
          "negative: offset %d, frame %d, statement %d, message %d"
              .formatted(offset, frame, statement, message));
    }
  }

  /** Creates a split point of a stream without messages. */
  public SplitPoint(long offset, long frame, long statement, StreamState state) {
    this(offset, frame, statement, 0, state);
  }
}
