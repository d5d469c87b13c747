package io.github.jellybridge.jena.text;

/**
 * Recognizes IRIs that RIOT accepts and that resolving (RFC 3986 §5.2) does not change: nearly all
 * IRIs in data. RIOT's own resolving takes half the time of parsing Turtle.
 *
 * <p>A plain IRI has the scheme http or https, a host name, no port, no user, ASCII characters
 * only, and no segment that starts with a dot.
 */
public final class PlainIris {
  /** Longest host name; each of its labels may be as long. */
  private static final int MAX_HOST = 63;

  /** Characters of a path, a query and a fragment that {@link #isRest} need not look at. */
  private static final boolean[] PLAIN = new boolean[128];

  static {
    String others = "-_~!$&'()*+,;=:@./?";
    for (char c = 0; c < PLAIN.length; c++) {
      PLAIN[c] = isLower(c) || isLower((char) (c | 0x20)) || isDigit(c) || others.indexOf(c) >= 0;
    }
  }

  private PlainIris() {}

  /** Tells whether an IRI is plain. */
  public static boolean isPlain(String iri) {
    int from = iri.startsWith("http://") ? 7 : iri.startsWith("https://") ? 8 : -1;
    if (from < 0) {
      return false;
    }
    int to = hostEnd(iri, from);
    return to > from && to - from <= MAX_HOST && isRest(iri, to);
  }

  /** Returns the end of names of lower-case letters, digits and single hyphens, or -1. */
  private static int hostEnd(String iri, int from) {
    boolean within = false;
    for (int i = from; i < iri.length(); i++) {
      char c = iri.charAt(i);
      if (isLower(c) || within && isDigit(c)) {
        within = true;
      } else if (within && (c == '.' || c == '-')) {
        within = false;
      } else {
        return within && (c == '/' || c == '?' || c == '#') ? i : -1;
      }
    }
    return within ? iri.length() : -1;
  }

  private static boolean isRest(String iri, int from) {
    boolean fragment = false;
    char before = 0;
    for (int i = from; i < iri.length(); i++) {
      char c = iri.charAt(i);
      if (c >= PLAIN.length || !PLAIN[c]) {
        if (c != '#' || fragment) {
          return false;
        }
        fragment = true;
      } else if (c == '.' && before == '/') {
        return false;
      }
      before = c;
    }
    return true;
  }

  private static boolean isLower(char c) {
    return c >= 'a' && c <= 'z';
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }
}
