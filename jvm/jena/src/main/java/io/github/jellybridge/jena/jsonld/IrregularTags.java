package io.github.jellybridge.jena.jsonld;

import java.util.Locale;
import java.util.Set;

/**
 * Hides the language tags that RFC 5646 §2.1 lists as irregular from the library, which does not
 * know them and leaves out their values: it sees tags of private use.
 */
final class IrregularTags {
  private static final Set<String> TAGS =
      Set.of(
          "en-gb-oed",
          "i-ami",
          "i-bnn",
          "i-default",
          "i-enochian",
          "i-hak",
          "i-klingon",
          "i-lux",
          "i-mingo",
          "i-navajo",
          "i-pwn",
          "i-tao",
          "i-tay",
          "i-tsu",
          "sgn-be-fr",
          "sgn-be-nl",
          "sgn-ch-de");

  private static final String HIDING = "x-x-";

  private IrregularTags() {}

  /** Returns the tag for the library; another tag than the given one is in small letters. */
  static String hidden(String tag) {
    String small = tag.toLowerCase(Locale.ROOT);
    return TAGS.contains(small) || small.startsWith(HIDING) ? HIDING + small : tag;
  }

  /** Returns the original of a tag that the library has seen. */
  static String shown(String hidden) {
    return hidden.startsWith(HIDING) ? hidden.substring(HIDING.length()) : hidden;
  }
}
