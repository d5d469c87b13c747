package io.github.jellybridge.jelly.columns.encode;

import io.github.jellybridge.jelly.ColumnOptions.RdfVersion;
import io.github.jellybridge.jelly.JellyWriteException;
import io.github.jellybridge.rdf.Utf8;
import io.github.jellybridge.rdf.text.LanguageTags;
import java.nio.charset.StandardCharsets;

/**
 * A language tag as the column layout writes it: without its base direction, which is a number.
 *
 * @param text the tag with its direction
 * @param length the length of the tag without its direction
 * @param direction 0 none, 1 left to right, 2 right to left
 */
record DirectedTag(byte[] text, int length, int direction) {
  /** Splits a tag and checks it. */
  static DirectedTag of(byte[] text, RdfVersion version, long statement)
      throws JellyWriteException {
    if (text.length == 0) {
      throw new JellyWriteException(statement, "a language tag", "an empty text", null);
    }
    if (Utf8.firstInvalid(text, 0, text.length) >= 0) {
      throw new JellyWriteException(
          statement, "a language tag that is valid UTF-8", "a malformed sequence", null);
    }
    int length = text.length - LanguageTags.directionLength(text, 0, text.length);
    if (length == text.length) {
      return new DirectedTag(text, length, 0);
    }
    if (!version.hasDirections()) {
      throw new JellyWriteException(
          statement,
          "no base direction, as rdfVersion is 1.1",
          new String(text, StandardCharsets.UTF_8),
          "rdfVersion");
    }
    return new DirectedTag(text, length, text[text.length - 3] == 'l' ? 1 : 2);
  }
}
