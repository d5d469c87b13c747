package io.github.jellybridge.rdf;

/** The kinds of RDF terms, as bytes that fit in an array. */
public final class TermKind {
  /** No term: the default graph, or a column that was not read. */
  public static final byte NONE = 0;

  /** An IRI. */
  public static final byte IRI = 1;

  /** A blank node. */
  public static final byte BNODE = 2;

  /** A literal: simple, language-tagged or typed. */
  public static final byte LITERAL = 3;

  /** An RDF-star quoted triple. */
  public static final byte TRIPLE = 4;

  private static final String[] LABELS = {null, "iri", "bnode", "literal", "triple"};

  private TermKind() {}

  /**
   * Returns the name of a kind in the {@code kind} column.
   *
   * @param kind one of the constants of this class
   * @return {@code iri}, {@code bnode}, {@code literal} or {@code triple}; null for {@link #NONE}
   */
  public static String label(byte kind) {
    return LABELS[kind];
  }
}
