package io.github.jellybridge.jena;

/**
 * Knows the IRIs that resolving (RFC 3986 §5.2) leaves as they are and in which RIOT finds no
 * error, without asking it: nearly all there are, and asking takes half the time of parsing Turtle.
 * They are those of http and https with the name of a host and neither port nor user, in ASCII and
 * without segments that start with a dot.
 */
final class PlainIris {
  /** Longest name of a host; each of its parts may be as long. */
  private static final int MAX_HOST = 63;

  /** What may stand in a path, a query and a fragment, but for what {@link #isRest} looks at. */
  private static final boolean[] PLAIN = new boolean[128];

  static {
    String others = "-_~!$&'()*+,;=:@./?";
    for (char c = 0; c < PLAIN.length; c++) {
      PLAIN[c] = isLower(c) || isLower((char) (c | 0x20)) || isDigit(c) || others.indexOf(c) >= 0;
    }
  }

  private PlainIris() {}

  /** Tells whether an IRI is one of them. */
  static boolean isPlain(String iri) {
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
