package io.github.jellybridge.jelly;

import io.github.jellybridge.rdf.RdfParseException;

/**
 * Input that breaks a rule of the specification or a limit: says where, what was expected and what
 * was found.
 */
public final class JellyParseException extends RdfParseException {
  private static final long serialVersionUID = 1L;

  private final long frame;
  private final long row;

  /**
   * Makes an error.
   *
   * @param file the name the stream was opened under
   * @param frame 0-based number of the frame
   * @param byteOffset 0-based offset in the decompressed file
   * @param row 0-based number of the row in its frame, -1 when outside rows
   * @param expected what the specification asks for
   * @param found what the file holds
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

  /** Returns the 0-based number of the row in its frame, -1 when outside rows. */
  public long row() {
    return row;
  }
}
