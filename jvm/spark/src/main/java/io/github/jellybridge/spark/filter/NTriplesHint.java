package io.github.jellybridge.spark.filter;

import io.github.jellybridge.rdf.TermKind;

/**
 * Tells from a kind alone that a term cannot have a certain N-Triples text.
 *
 * <p>The first bytes of N-Triples terms: {@code <}, {@code _:}, {@code "} and {@code <<}.
 */
final class NTriplesHint {
  private NTriplesHint() {}

  /** Whether a term of this kind may be written as {@code text}. */
  static boolean possible(byte kind, byte[] text) {
    if (text.length < 2) {
      return false;
    }
    return switch (text[0]) {
      case '"' -> kind == TermKind.LITERAL;
      case '_' -> kind == TermKind.BNODE;
      case '<' -> kind == TermKind.IRI || kind == TermKind.TRIPLE;
      default -> false;
    };
  }
}
