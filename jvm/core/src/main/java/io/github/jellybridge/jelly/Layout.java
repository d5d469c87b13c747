package io.github.jellybridge.jelly;

/** The wire layouts of Jelly-RDF. The draft and 1.0 have the same version tag, 1. */
public enum Layout {
  /** The 1.0.0 draft: RdfTerm and RdfRepeat messages, explicit ids. */
  DRAFT,
  /** Jelly-RDF 1.0 and 1.1: terms as oneofs of the statement, delta-coded ids. */
  V1,
  /** Jelly-RDF 1.2, version tag 3: statements column by column. */
  COLUMNS
}
