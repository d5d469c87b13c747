package io.github.jellybridge.rdf;

import java.io.IOException;

/**
 * Reports input that breaks a rule of its format's specification or exceeds a limit: the position,
 * the expected and the found input.
 */
public abstract class RdfParseException extends IOException {
  private static final long serialVersionUID = 1L;

  private final String file;
  private final long byteOffset;
  private final String expected;
  private final String found;

  /**
   * Creates an error.
   *
   * @param file the name under which the stream was opened
   * @param position the position in the file, in words
   * @param byteOffset the position as a 0-based offset in bytes
   * @param expected the input that the specification requires
   * @param found the actual input
   */
  protected RdfParseException(
      String file, String position, long byteOffset, String expected, String found) {
    super(file + ": " + position + ": expected " + expected + ", found " + found);
    this.file = file;
    this.byteOffset = byteOffset;
    this.expected = expected;
    this.found = found;
  }

  /** Returns the name under which the stream was opened. */
  public String file() {
    return file;
  }

  /**
   * Returns the 0-based byte offset in the decompressed file, or in a section of it if the format
   * has sections; {@link SyntaxParseException#UNKNOWN_OFFSET} if it is unknown.
   */
  public long byteOffset() {
    return byteOffset;
  }

  /** Returns the input that the specification requires. */
  public String expected() {
    return expected;
  }

  /** Returns the actual input. */
  public String found() {
    return found;
  }

  /** Replaces the error on its way to a driver that does not have this class. */
  protected Object writeReplace() {
    return TaskErrors.sent(this);
  }
}
