package io.github.jellybridge.rdf.text;

import io.github.jellybridge.rdf.ByteBuilder;
import io.github.jellybridge.rdf.NTriplesParseException;
import io.github.jellybridge.rdf.Utf8;
import java.nio.charset.StandardCharsets;

/** A position in UTF-8 text being parsed, with the tokens that productions of N-Triples share. */
public abstract class TextCursor {
  /** The unescaped text of the last token with escape sequences. */
  protected final ByteBuilder unescaped = new ByteBuilder();

  protected byte[] text = {};
  protected int at;
  protected int end;
  private int start;

  /**
   * Starts to parse a text without checking its encoding. Offsets in errors count from its start.
   */
  protected final void open(byte[] source, int from, int to) {
    text = source;
    start = from;
    at = from;
    end = to;
  }

  /** Starts to parse a text that has to be valid UTF-8. */
  protected final void openChecked(byte[] source, int from, int to) {
    open(source, from, to);
    int bad = Utf8.firstInvalid(source, from, to);
    if (bad >= 0) {
      at = bad;
      throw error("valid UTF-8");
    }
  }

  protected final void blanks() {
    while (at < end && (text[at] == ' ' || text[at] == '\t')) {
      at++;
    }
  }

  protected final void expect(char c, String what) {
    if (at >= end || text[at] != c) {
      throw error(what);
    }
    at++;
  }

  /** Reads UCHAR, or ECHAR if {@code characters} allows it; appends its character. */
  protected final void escape(boolean characters) {
    int letter = at + 1 < end ? text[at + 1] : 0;
    if (letter == 'u' || letter == 'U') {
      hex(letter == 'u' ? 4 : 8);
      return;
    }
    int c =
        switch (characters ? letter : 0) {
          case 't' -> '\t';
          case 'b' -> '\b';
          case 'n' -> '\n';
          case 'r' -> '\r';
          case 'f' -> '\f';
          case '"', '\'', '\\' -> letter;
          default -> throw error("an escape sequence");
        };
    unescaped.append(c);
    at += 2;
  }

  private void hex(int digits) {
    int c = 0;
    for (int i = at + 2; i < at + 2 + digits; i++) {
      // Character.digit also accepts digits beyond ASCII, but none of them is a single byte.
      int digit = i < end ? Character.digit(text[i], 16) : -1;
      if (digit < 0 || c > 0x10ffff) {
        throw error(digits + " hexadecimal digits of a character");
      }
      c = c << 4 | digit;
    }
    if (c > 0x10ffff || c >= 0xd800 && c <= 0xdfff) {
      throw error("a Unicode character");
    }
    unescaped.append(new String(Character.toChars(c)).getBytes(StandardCharsets.UTF_8));
    at += 2 + digits;
  }

  /** Appends the text from an index to here, before an unescaped character is appended. */
  protected final void keep(int from) {
    unescaped.append(text, from, at - from);
  }

  protected final NTriplesParseException error(String expected) {
    String found = "the end of the text";
    if (at < end) {
      int b = text[at];
      found = b > 0x20 && b < 0x7f ? "'" + (char) b + "'" : "byte 0x%02x".formatted(b & 0xff);
    }
    return new NTriplesParseException(at - start, expected, found);
  }
}
