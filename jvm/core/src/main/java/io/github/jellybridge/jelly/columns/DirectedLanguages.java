package io.github.jellybridge.jelly.columns;

import io.github.jellybridge.jelly.ColumnOptions.RdfVersion;
import io.github.jellybridge.jelly.JellyParseException;
import io.github.jellybridge.jelly.decode.TermDecoder;
import io.github.jellybridge.jelly.wire.WireReader;
import java.nio.charset.StandardCharsets;

/**
 * Maps language tags with a base direction to symbols of their text in N-Triples 1.2, such as
 * {@code ar--rtl}.
 */
final class DirectedLanguages {
  /** The text after a tag, by the number of the direction on the wire. */
  private static final String[] DIRECTIONS = {"", "--ltr", "--rtl"};

  private final WireReader in;
  private final TermDecoder t;
  private RdfVersion version = RdfVersion.UNSPECIFIED;

  DirectedLanguages(TermDecoder t) {
    this.in = t.in;
    this.t = t;
  }

  /** Sets whether directions may occur. */
  void version(RdfVersion now) {
    version = now;
  }

  /**
   * Returns the symbol of the tag at [from, to); 0 for an empty tag without a direction, as RDF has
   * no empty tags and readers of 1.x read a literal without a tag.
   *
   * @param direction the number on the wire
   * @param at the position of the direction in the chunk, for errors
   */
  int symbol(int from, int to, int direction, int at) throws JellyParseException {
    in.checkUtf8(from, to, "a language tag");
    if (direction < 0 || direction >= DIRECTIONS.length) {
      throw in.error(
          at, "base direction 0 (none), 1 (ltr) or 2 (rtl)", Integer.toUnsignedString(direction));
    }
    if (direction == 0) {
      return from == to ? 0 : t.language(from, to);
    }
    if (from == to) {
      throw in.error(at, "a language tag with a base direction", "a base direction alone");
    }
    if (!version.hasDirections()) {
      t.tolerate(at, "no base directions, as rdf_version is 1.1", "a base direction");
    }
    String tag = new String(in.data, from, to - from, StandardCharsets.UTF_8);
    byte[] text = (tag + DIRECTIONS[direction]).getBytes(StandardCharsets.UTF_8);
    return t.terms.symbols().intern(text, 0, text.length);
  }
}
