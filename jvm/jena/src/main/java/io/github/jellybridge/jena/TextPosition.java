package io.github.jellybridge.jena;

/** A place in a text of UTF-8 that goes by in pieces. */
final class TextPosition {
  private long line = 1;
  private long column = 1;

  /** Starts at the beginning. */
  TextPosition() {}

  /** Starts at another place. */
  TextPosition(TextPosition from) {
    line = from.line;
    column = from.column;
  }

  /** Goes on behind some bytes. */
  void pass(byte[] text, int from, int to) {
    pass(this, text, from, to);
  }

  /** Goes behind some bytes at another place. */
  void pass(TextPosition before, byte[] text, int from, int to) {
    int start = to;
    while (start > from && text[start - 1] != '\n') {
      start--;
    }
    long feeds = start > from ? LineFeeds.count(text, from, start) : 0;
    line = before.line + feeds;
    column = feeds > 0 ? 1 : before.column;
    for (int i = start; i < to; i++) {
      column += (text[i] & 0xc0) == 0x80 ? 0 : 1;
    }
  }

  /** Returns the 1-based line. */
  long line() {
    return line;
  }

  /** Returns the 1-based column, in characters. */
  long column() {
    return column;
  }
}
