package io.github.jellybridge.jelly;

/** The two wire layouts of Jelly-RDF; both use the version tag 1. */
public enum Layout {
  /** The 1.0.0 draft: RdfTerm and RdfRepeat messages, explicit ids. */
  DRAFT,
  /** Jelly-RDF 1.0 and 1.1: terms as oneofs of the statement, delta-coded ids. */
  V1
}
