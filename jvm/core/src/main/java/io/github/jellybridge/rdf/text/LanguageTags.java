package io.github.jellybridge.rdf.text;

import java.nio.charset.StandardCharsets;

/**
 * The grammar of language tags with an optional base direction, such as {@code en-GB} and {@code
 * ar--rtl} (RDF 1.2 N-Triples §7, LANG_DIR). Each part has at most eight characters, as well-formed
 * tags do (RDF 1.2 Concepts §3.4; RFC 5646 §2.1).
 */
public final class LanguageTags {
  /** Longest part of a tag, in characters. */
  private static final int PART = 8;

  private LanguageTags() {}

  /**
   * Finds the end of a tag: letters, then groups of a hyphen, letters and digits, then possibly
   * {@code --ltr} or {@code --rtl}.
   *
   * @param b the array
   * @param from the byte after the {@code @}
   * @param end the latest possible end
   * @return one past the tag; ~ of the position of the error for an invalid tag
   */
  public static int end(byte[] b, int from, int end) {
    int at = from;
    while (at < end && letter(b[at])) {
      at++;
    }
    boolean ok = at > from && at - from <= PART;
    while (ok && at < end && b[at] == '-') {
      int group = ++at;
      if (at < end && b[at] == '-') {
        int stop = at + 4;
        ok = stop <= end && isDirection(b, at + 1) && (stop == end || !letter(b[stop]));
        return ok ? stop : ~at;
      }
      while (at < end && (letter(b[at]) || b[at] >= '0' && b[at] <= '9')) {
        at++;
      }
      ok = at > group && at - group <= PART;
    }
    return ok ? at : ~at;
  }

  private static boolean isDirection(byte[] b, int at) {
    return (b[at] == 'l' || b[at] == 'r')
        && b[at + 1] == 't'
        && b[at + 2] == (b[at] == 'l' ? 'r' : 'l');
  }

  /**
   * Returns the length of the base direction that a tag ends in, with its hyphens: 5, or 0 for a
   * tag without one.
   *
   * @param b the array
   * @param from the start of the tag
   * @param end the end of the tag
   */
  public static int directionLength(byte[] b, int from, int end) {
    int at = end - 5;
    boolean found = at > from && b[at] == '-' && b[at + 1] == '-' && isDirection(b, at + 2);
    return found ? 5 : 0;
  }

  /** Returns whether a tag ends in a base direction. */
  public static boolean hasDirection(byte[] tag) {
    return directionLength(tag, 0, tag.length) > 0;
  }

  /** Returns whether a tag ends in a base direction. */
  public static boolean hasDirection(String tag) {
    return tag.endsWith("--ltr") || tag.endsWith("--rtl");
  }

  /** Returns whether a whole text is a tag. */
  public static boolean isTag(byte[] text) {
    return end(text, 0, text.length) == text.length;
  }

  /** Returns whether a whole text is a tag. */
  public static boolean isTag(String text) {
    return isTag(text.getBytes(StandardCharsets.UTF_8));
  }

  private static boolean letter(byte b) {
    return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z';
  }
}
