package io.github.jellybridge.rdf;

/**
 * Which characters IRIs may hold (RDF 1.1 N-Triples §7, IRIREF), and which of them are absolute.
 */
public final class IriCharacters {
  private static final boolean[] FORBIDDEN = new boolean[256];

  static {
    for (int x = 0; x <= ' '; x++) {
      FORBIDDEN[x] = true;
    }
    for (char x : "<>\"{}|^`\\".toCharArray()) {
      FORBIDDEN[x] = true;
    }
  }

  private IriCharacters() {}

  /** IRIREF excludes #x00-#x20 and {@code < > " { } | ^ ` \}. */
  static boolean forbidden(byte x) {
    return FORBIDDEN[x & 0xff];
  }

  /**
   * Tells whether valid UTF-8 is an absolute IRI that can stand between {@code <} and {@code >} as
   * it is.
   */
  public static boolean isPlainAbsolute(byte[] b, int from, int to) {
    for (int i = from; i < to; i++) {
      if (FORBIDDEN[b[i] & 0xff]) {
        return false;
      }
    }
    return isAbsolute(b, from, to);
  }

  /**
   * Returns the place of the first byte that IRIs must not hold as it is, which is {@code >} behind
   * those that do not. There must be one.
   */
  public static int end(byte[] b, int from) {
    int i = from;
    while (!FORBIDDEN[b[i] & 0xff]) {
      i++;
    }
    return i;
  }

  /** Tells whether an IRI has a scheme. */
  static boolean isAbsolute(byte[] b, int from, int to) {
    return schemeEnd(b, from, to) > 0;
  }

  /** Returns one past the colon behind the scheme of an IRI (RFC 3987 §2.2), or -1 without one. */
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
