package io.github.jellybridge.rdf;

import java.io.IOException;

/**
 * Input of one of our formats that breaks a rule of its specification or a limit: says where, what
 * was expected and what was found.
 */
public abstract class RdfParseException extends IOException {
  private static final long serialVersionUID = 1L;

  private final String file;
  private final long byteOffset;
  private final String expected;
  private final String found;

  /**
   * Makes an error.
   *
   * @param file the name the stream was opened under
   * @param place where in the file, in words
   * @param byteOffset the place as a 0-based offset in bytes
   * @param expected what the specification asks for
   * @param found what the file holds
   */
  protected RdfParseException(
      String file, String place, long byteOffset, String expected, String found) {
    super(file + ": " + place + ": expected " + expected + ", found " + found);
    this.file = file;
    this.byteOffset = byteOffset;
    this.expected = expected;
    this.found = found;
  }

  /** Returns the name the stream was opened under. */
  public String file() {
    return file;
  }

  /**
   * Returns the 0-based byte offset in the decompressed file, or where the format has sections in
   * one of them; {@link SyntaxParseException#UNKNOWN_OFFSET} if it is not known.
   */
  public long byteOffset() {
    return byteOffset;
  }

  /** Returns what the specification asks for. */
  public String expected() {
    return expected;
  }

  /** Returns what the file holds. */
  public String found() {
    return found;
  }

  /** A driver without this class gets another one. */
  protected Object writeReplace() {
    return TaskErrors.sent(this);
  }
}
