package io.github.jellybridge.rdf.text;

import io.github.jellybridge.rdf.Utf8;

/**
 * The characters allowed in blank node labels (RDF 1.1 N-Triples §7, BLANK_NODE_LABEL). Excludes
 * the colon, which that grammar allows by mistake: the W3C's tests, Turtle and TriG do not allow
 * it.
 */
public final class LabelCharacters {
  private LabelCharacters() {}

  /** Returns whether a text is a label; false for invalid UTF-8. */
  public static boolean isLabel(byte[] b, int from, int to) {
    return from < to && Utf8.firstInvalid(b, from, to) < 0 && end(b, from, to) == to;
  }

  /**
   * Finds the end of a label, which may contain full stops but not end with one.
   *
   * @param b valid UTF-8
   * @param from the byte after the {@code _:}
   * @param end the latest possible end
   * @return one past the label; from if there is no label
   */
  public static int end(byte[] b, int from, int end) {
    int labelEnd = from;
    for (int i = from; i < end; ) {
      int c = codePoint(b, i);
      if (i == from ? !starts(c) : !continues(c) && c != '.') {
        break;
      }
      i += c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
      labelEnd = c == '.' ? labelEnd : i;
    }
    return labelEnd;
  }

  /** Returns the character at a position of valid UTF-8. */
  static int codePoint(byte[] b, int at) {
    int first = b[at];
    if (first >= 0) {
      return first;
    }
    int second = b[at + 1] & 0x3f;
    if ((first & 0xe0) == 0xc0) {
      return (first & 0x1f) << 6 | second;
    }
    int third = b[at + 2] & 0x3f;
    if ((first & 0xf0) == 0xe0) {
      return (first & 0x0f) << 12 | second << 6 | third;
    }
    return (first & 0x07) << 18 | second << 12 | third << 6 | b[at + 3] & 0x3f;
  }

  /** Returns whether a label may start with a character: PN_CHARS_U or a digit. */
  static boolean starts(int c) {
    return base(c) || c == '_' || c >= '0' && c <= '9';
  }

  /** Returns whether a label may continue and end with a character: PN_CHARS. */
  static boolean continues(int c) {
    return starts(c) || c == '-' || c == 0xb7 || in(c, 0x300, 0x36f) || in(c, 0x203f, 0x2040);
  }

  /** Returns whether a character is one of PN_CHARS_BASE. */
  private static boolean base(int c) {
    if (c < 0x80) {
      return in(c, 'a', 'z') || in(c, 'A', 'Z');
    }
    return in(c, 0xc0, 0xd6)
        || in(c, 0xd8, 0xf6)
        || in(c, 0xf8, 0x2ff)
        || in(c, 0x370, 0x37d)
        || in(c, 0x37f, 0x1fff)
        || in(c, 0x200c, 0x200d)
        || in(c, 0x2070, 0x218f)
        || in(c, 0x2c00, 0x2fef)
        || in(c, 0x3001, 0xd7ff)
        || in(c, 0xf900, 0xfdcf)
        || in(c, 0xfdf0, 0xfffd)
        || in(c, 0x10000, 0xeffff);
  }

  private static boolean in(int c, int first, int last) {
    return c >= first && c <= last;
  }
}
