package io.github.jellybridge.jelly;

import java.io.IOException;

/**
 * Input that breaks a rule of the specification or a limit: says where, what was expected and what
 * was found.
 */
public final class JellyParseException extends IOException {
  private static final long serialVersionUID = 1L;

  private final String file;
  private final long frame;
  private final long byteOffset;
  private final long row;
  private final String expected;
  private final String found;

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
        file
            + ": frame "
            + frame
            + ", byte "
            + byteOffset
            + (row < 0 ? "" : ", row " + row)
            + ": expected "
            + expected
            + ", found "
            + found);
    this.file = file;
    this.frame = frame;
    this.byteOffset = byteOffset;
    this.row = row;
    this.expected = expected;
    this.found = found;
  }

  /** Returns the name the stream was opened under. */
  public String file() {
    return file;
  }

  /** Returns the 0-based number of the frame. */
  public long frame() {
    return frame;
  }

  /** Returns the 0-based byte offset in the decompressed file. */
  public long byteOffset() {
    return byteOffset;
  }

  /** Returns the 0-based number of the row in its frame, -1 when outside rows. */
  public long row() {
    return row;
  }

  /** Returns what the specification asks for. */
  public String expected() {
    return expected;
  }

  /** Returns what the file holds. */
  public String found() {
    return found;
  }
}
