package io.github.jellybridge.jelly.columns.encode;

import io.github.jellybridge.jelly.JellyWriteException;
import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.Utf8;

/** Checks of the terms of statements. */
final class Texts {
  static final String[] POSITIONS = {"subject", "predicate", "object", "graph name"};

  private Texts() {}

  /** Checks that a text is valid UTF-8. */
  static void check(byte[] data, int from, int length, String what, long statement)
      throws JellyWriteException {
    if (Utf8.firstInvalid(data, from, from + length) >= 0) {
      throw new JellyWriteException(
          statement, "a " + what + " that is valid UTF-8", "a malformed sequence", null);
    }
  }

  /** Returns whether RDF 1.2 allows a kind of term in a position. */
  static boolean fits(byte kind, int position) {
    return switch (kind) {
      case TermKind.IRI -> true;
      case TermKind.BNODE -> position != 1;
      case TermKind.LITERAL, TermKind.TRIPLE -> position == 2;
      default -> false;
    };
  }

  /**
   * Returns the error for a kind of term in a position that does not allow it.
   *
   * @param where text after the position, such as " of a triple term"
   */
  static JellyWriteException misplaced(byte kind, int position, String where, long statement) {
    String found =
        switch (kind) {
          case TermKind.BNODE -> "a blank node";
          case TermKind.LITERAL -> "a literal";
          case TermKind.TRIPLE -> "a triple term";
          default -> "a term of unknown kind (" + kind + ")";
        };
    String allowed =
        switch (position) {
          case 1 -> "an IRI";
          case 2 -> "an IRI, blank node, literal or triple term";
          default -> "an IRI or a blank node";
        };
    return new JellyWriteException(
        statement, allowed + " as the " + POSITIONS[position] + where, found, null);
  }
}
