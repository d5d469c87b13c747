package io.github.jellybridge.jelly.encode;

import io.github.jellybridge.jelly.JellyWriteException;
import io.github.jellybridge.jelly.JellyWriteOptions;
import io.github.jellybridge.rdf.TermKind;

/** Checks which kinds of terms may be written in which positions of a statement. */
final class TermRoles {
  static final String[] POSITIONS = {"subject", "predicate", "object", "graph name"};

  private final JellyWriteOptions options;

  TermRoles(JellyWriteOptions options) {
    this.options = options;
  }

  /** Rejects a kind that only generalized RDF allows in a position, unless that is enabled. */
  void check(byte kind, int position, long statement) throws JellyWriteException {
    boolean fits =
        switch (position) {
          case 0 -> kind != TermKind.LITERAL;
          case 1 -> false;
          case 2 -> true;
          default -> kind == TermKind.BNODE;
        };
    if (fits) {
      return;
    }
    if (position == 3 && kind == TermKind.TRIPLE) {
      throw new JellyWriteException(
          statement, "an IRI or a blank node as the graph name", "a quoted triple", null);
    }
    if (!options.generalized()) {
      throw new JellyWriteException(
          statement,
          (position == 1 ? "an IRI" : "an IRI or a blank node") + " as the " + POSITIONS[position],
          "a " + label(kind),
          "generalized");
    }
  }

  static String label(byte kind) {
    return switch (kind) {
      case TermKind.BNODE -> "blank node";
      case TermKind.LITERAL -> "literal";
      case TermKind.TRIPLE -> "quoted triple";
      default -> "term of unknown kind (" + kind + ")";
    };
  }

  /** Returns the error for an IRI whose entries could not be found or written. */
  JellyWriteException refused(String problem, int position, long statement) {
    if (problem.equals(IriEncoder.TOO_MANY_NAMES)) {
      return new JellyWriteException(
          statement,
          "at most " + options.maxNameTableSize() + " different IRIs in one statement",
          "more",
          "maxNameTableSize");
    }
    return new JellyWriteException(
        statement, "an IRI as the " + POSITIONS[position] + " that is valid UTF-8", problem, null);
  }
}
