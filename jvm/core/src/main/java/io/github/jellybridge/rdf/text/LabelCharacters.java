package io.github.jellybridge.rdf.text;

import io.github.jellybridge.rdf.Utf8;

/**
 * Which characters blank node labels may hold (RDF 1.1 N-Triples §7, BLANK_NODE_LABEL). Colons,
 * which that grammar has by mistake, are none: neither for the W3C's tests nor in Turtle and TriG.
 */
public final class LabelCharacters {
  private LabelCharacters() {}

  /** Tells whether a text, which may be no UTF-8, is a label. */
  public static boolean isLabel(byte[] b, int from, int to) {
    return from < to && Utf8.firstInvalid(b, from, to) < 0 && end(b, from, to) == to;
  }

  /**
   * Finds the end of a label, which may hold full stops, but not end with one.
   *
   * @param b valid UTF-8
   * @param from the byte behind the {@code _:}
   * @param end where to stop at the latest
   * @return one past the label; from if there is none
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

  /** Returns the character that starts at a place of valid UTF-8. */
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

  /** Tells whether a label may start with a character: PN_CHARS_U or a digit. */
  static boolean starts(int c) {
    return base(c) || c == '_' || c >= '0' && c <= '9';
  }

  /** Tells whether a label may go on and end with a character: PN_CHARS. */
  static boolean continues(int c) {
    return starts(c) || c == '-' || c == 0xb7 || in(c, 0x300, 0x36f) || in(c, 0x203f, 0x2040);
  }

  /** PN_CHARS_BASE. */
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
