package io.github.jellybridge.jelly;

import io.github.jellybridge.rdf.RdfParseException;

/**
 * Reports input that breaks a rule of the specification or exceeds a limit: the position, the
 * expected and the found input.
 */
public final class JellyParseException extends RdfParseException {
  private static final long serialVersionUID = 1L;

  private final long frame;
  private final long row;

  /**
   * Creates an error.
   *
   * @param file the name under which the stream was opened
   * @param frame 0-based number of the frame
   * @param byteOffset 0-based offset in the decompressed file
   * @param row 0-based number of the row in its frame, or of the statement in the column layout; -1
   *     outside rows and statements
   * @param expected the input that the specification requires
   * @param found the actual input
   */
  public JellyParseException(
      String file, long frame, long byteOffset, long row, String expected, String found) {
    super(
        file,
        "frame " + frame + ", byte " + byteOffset + (row < 0 ? "" : ", row " + row),
        byteOffset,
        expected,
        found);
    this.frame = frame;
    this.row = row;
  }

  /** Returns the 0-based number of the frame. */
  public long frame() {
    return frame;
  }

  /**
   * Returns the 0-based number of the row in its frame, or of the statement in the column layout;
   * -1 outside rows and statements.
   */
  public long row() {
    return row;
  }
}
