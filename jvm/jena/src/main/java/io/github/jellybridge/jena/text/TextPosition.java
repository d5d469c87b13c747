package io.github.jellybridge.jena.text;

/** A position in a text of UTF-8 that is read in pieces. */
public final class TextPosition {
  private long line = 1;
  private long column = 1;

  /** Starts at the beginning. */
  TextPosition() {}

  /** Starts at another position. */
  TextPosition(TextPosition from) {
    line = from.line;
    column = from.column;
  }

  /** Moves on by some bytes. */
  void advance(byte[] text, int from, int to) {
    advance(this, text, from, to);
  }

  /** Moves to the end of some bytes that start at another position. */
  void advance(TextPosition start, byte[] text, int from, int to) {
    int lineStart = to;
    while (lineStart > from && text[lineStart - 1] != '\n') {
      lineStart--;
    }
    long feeds = lineStart > from ? LineFeeds.count(text, from, lineStart) : 0;
    line = start.line + feeds;
    column = feeds > 0 ? 1 : start.column;
    for (int i = lineStart; i < to; i++) {
      column += (text[i] & 0xc0) == 0x80 ? 0 : 1;
    }
  }

  /** Returns the 1-based line. */
  public long line() {
    return line;
  }

  /** Returns the 1-based column, in characters. */
  public long column() {
    return column;
  }
}
