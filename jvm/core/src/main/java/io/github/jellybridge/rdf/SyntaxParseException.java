package io.github.jellybridge.rdf;

/**
 * Text that breaks a rule of its syntax or a limit: names line and column, the expectation and the
 * finding.
 */
public final class SyntaxParseException extends RdfParseException {
  private static final long serialVersionUID = 1L;

  /** The offset in bytes of an error of which only the line and the column are known. */
  public static final long UNKNOWN_OFFSET = -1;

  private final long line;
  private final long column;

  /**
   * Makes an error.
   *
   * @param file the name the file was opened under
   * @param line 1-based line; 0 if none is known
   * @param column 1-based column, in characters
   * @param byteOffset 0-based offset in the decompressed file, or {@link #UNKNOWN_OFFSET}
   * @param expected the requirement of the specification
   * @param found the content of the file
   */
  public SyntaxParseException(
      String file, long line, long column, long byteOffset, String expected, String found) {
    super(file, place(line, column, byteOffset), byteOffset, expected, found);
    this.line = line;
    this.column = column;
  }

  private static String place(long line, long column, long byteOffset) {
    if (line < 1) {
      return "in this file";
    }
    String place = "line " + line + ", column " + column;
    return byteOffset == UNKNOWN_OFFSET ? place : place + " (byte " + byteOffset + ")";
  }

  /** Returns the 1-based line; 0 where none is known, as in binary syntaxes. */
  public long line() {
    return line;
  }

  /** Returns the 1-based column, in characters; 0 where none is known. */
  public long column() {
    return column;
  }
}
