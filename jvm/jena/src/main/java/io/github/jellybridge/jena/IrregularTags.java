package io.github.jellybridge.jena;

import java.util.Locale;
import java.util.Set;

/**
 * Keeps the language tags that RFC 5646 §2.1 lists as irregular from the library of JSON-LD, which
 * does not know them and leaves out their values: to it they are tags of private use.
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

  /** Returns what the library may see of a tag, which is in small letters if it is another one. */
  static String hidden(String tag) {
    String small = tag.toLowerCase(Locale.ROOT);
    return TAGS.contains(small) || small.startsWith(HIDING) ? HIDING + small : tag;
  }

  /** Returns the tag of which the library has seen this. */
  static String shown(String hidden) {
    return hidden.startsWith(HIDING) ? hidden.substring(HIDING.length()) : hidden;
  }
}
