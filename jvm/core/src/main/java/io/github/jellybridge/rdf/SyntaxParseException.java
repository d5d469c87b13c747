package io.github.jellybridge.rdf;

/**
 * Reports text that breaks a rule of its syntax or exceeds a limit: line and column, the expected
 * and the found text.
 */
public final class SyntaxParseException extends RdfParseException {
  private static final long serialVersionUID = 1L;

  /** The byte offset of an error whose line and column alone are known. */
  public static final long UNKNOWN_OFFSET = -1;

  private final long line;
  private final long column;

  /**
   * Creates an error.
   *
   * @param file the name under which the file was opened
   * @param line 1-based line; 0 if unknown
   * @param column 1-based column, in characters
   * @param byteOffset 0-based offset in the decompressed file, or {@link #UNKNOWN_OFFSET}
   * @param expected the input that the specification requires
   * @param found the actual input
   */
  public SyntaxParseException(
      String file, long line, long column, long byteOffset, String expected, String found) {
    super(file, position(line, column, byteOffset), byteOffset, expected, found);
    this.line = line;
    this.column = column;
  }

  private static String position(long line, long column, long byteOffset) {
    if (line < 1) {
      return "in this file";
    }
    String position = "line " + line + ", column " + column;
    return byteOffset == UNKNOWN_OFFSET ? position : position + " (byte " + byteOffset + ")";
  }

  /** Returns the 1-based line; 0 if it is unknown, as in binary syntaxes. */
  public long line() {
    return line;
  }

  /** Returns the 1-based column, in characters; 0 if it is unknown. */
  public long column() {
    return column;
  }
}
