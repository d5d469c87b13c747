package io.github.jellybridge.rdf.text;

import java.nio.charset.StandardCharsets;

/** The grammar of language tags (RDF 1.1 N-Triples §7, LANGTAG). */
public final class LanguageTags {
  private LanguageTags() {}

  /**
   * Finds the end of a tag: letters, then groups of a hyphen, letters and digits.
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
    boolean ok = at > from;
    while (ok && at < end && b[at] == '-') {
      int group = ++at;
      while (at < end && (letter(b[at]) || b[at] >= '0' && b[at] <= '9')) {
        at++;
      }
      ok = at > group;
    }
    return ok ? at : ~at;
  }

  /** Returns whether a tag ends in a base direction, as RDF 1.2 N-Triples §7 (LANG_DIR) has it. */
  public static boolean hasDirection(byte[] tag) {
    int at = tag.length - 5;
    return at > 0
        && tag[at] == '-'
        && tag[at + 1] == '-'
        && (tag[at + 2] == 'l' || tag[at + 2] == 'r')
        && tag[at + 3] == 't'
        && tag[at + 4] == (tag[at + 2] == 'l' ? 'r' : 'l');
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
