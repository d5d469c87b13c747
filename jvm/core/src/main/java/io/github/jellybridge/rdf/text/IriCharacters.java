package io.github.jellybridge.rdf.text;

/** The characters allowed in IRIs (RDF 1.1 N-Triples §7, IRIREF), and a check for absolute IRIs. */
public final class IriCharacters {
  private static final boolean[] FORBIDDEN = new boolean[256];
  private static final long ONES = 0x0101010101010101L;
  private static final long LOW = ONES * 0x7f;

  static {
    for (int x = 0; x <= ' '; x++) {
      FORBIDDEN[x] = true;
    }
    for (char x : "<>\"{}|^`\\".toCharArray()) {
      FORBIDDEN[x] = true;
    }
  }

  private IriCharacters() {}

  /** Returns whether IRIREF excludes a byte: #x00-#x20 and {@code < > " { } | ^ ` \}. */
  public static boolean forbidden(byte x) {
    return FORBIDDEN[x & 0xff];
  }

  /** Returns whether all characters of a text are allowed in an IRIREF. */
  public static boolean isPlain(String text) {
    return text.chars().noneMatch(c -> c < FORBIDDEN.length && FORBIDDEN[c]);
  }

  /**
   * Returns whether valid UTF-8 is an absolute IRI that can be written unchanged between {@code <}
   * and {@code >}.
   */
  public static boolean isPlainAbsolute(byte[] b, int from, int to) {
    int i = from;
    for (; to - i >= Long.BYTES; i += Long.BYTES) {
      if (suspects(TokenScan.word(b, i)) != 0 && holdsForbidden(b, i, i + Long.BYTES)) {
        return false;
      }
    }
    return !holdsForbidden(b, i, to) && isAbsolute(b, from, to);
  }

  private static boolean holdsForbidden(byte[] b, int from, int to) {
    for (int i = from; i < to; i++) {
      if (FORBIDDEN[b[i] & 0xff]) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns the position of the first byte that is not allowed in an IRI, which is {@code >} at the
   * end of a valid one. The array must contain such a byte and seven more after it.
   */
  public static int end(byte[] b, int from) {
    for (int i = from; ; i += Long.BYTES) {
      long found = suspects(TokenScan.word(b, i));
      while (found != 0) {
        int at = i + (Long.numberOfTrailingZeros(found) >>> 3);
        if (FORBIDDEN[b[at] & 0xff]) {
          return at;
        }
        found &= found - 1;
      }
    }
  }

  /**
   * Returns the high bits of the bytes of a word that may be forbidden. They include all forbidden
   * bytes, the rare {@code !}, {@code ~} and DEL, and some bytes after any of these, because the
   * additions and subtractions can carry into the next byte.
   */
  private static long suspects(long word) {
    // The high bits of bytes below 0x23, and of bytes above 0x7a.
    long below = word - ONES * 0x23;
    long braces = word + ONES * (0x80 - 0x7b);
    // The high bits of < > \ ^ | and ~, and of the grave accent.
    long others = ((word | ONES * 0x62) ^ ONES * 0x7e) - ONES;
    long accents = (word ^ ONES * 0x60) - ONES;
    return (below | braces | others | accents) & ~word & ~LOW;
  }

  /** Returns whether an IRI has a scheme. */
  public static boolean isAbsolute(byte[] b, int from, int to) {
    return schemeEnd(b, from, to) > 0;
  }

  /**
   * Returns one past the colon after the scheme of an IRI (RFC 3987 §2.2), or -1 without a scheme.
   */
  public static int schemeEnd(byte[] b, int from, int to) {
    if (from == to || !letter(b[from])) {
      return -1;
    }
    for (int i = from + 1; i < to; i++) {
      byte x = b[i];
      if (x == ':') {
        return i + 1;
      }
      if (!letter(x) && !(x >= '0' && x <= '9') && x != '+' && x != '-' && x != '.') {
        return -1;
      }
    }
    return -1;
  }

  private static boolean letter(byte b) {
    return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z';
  }
}
