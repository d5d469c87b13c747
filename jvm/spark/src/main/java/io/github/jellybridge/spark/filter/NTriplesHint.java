package io.github.jellybridge.spark.filter;

import io.github.jellybridge.rdf.TermKind;

/**
 * Excludes N-Triples texts that a term cannot have, by its kind alone.
 *
 * <p>Compares the first bytes of N-Triples terms: {@code <}, {@code _:}, {@code "} and {@code <<}.
 */
final class NTriplesHint {
  private NTriplesHint() {}

  /** Tells whether a term of this kind may be written as {@code text}. */
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
