package io.github.jellybridge.jelly.encode;

/**
 * A term inside a quoted triple, or a quoted triple with its terms, and the lookup entries needed
 * to write it.
 */
final class QuotedTriple {
  /** One of {@link io.github.jellybridge.rdf.TermKind}. */
  byte kind;

  /** The id of the term in the table of the parts of quoted triples. */
  int id;

  /** The lookup entries of an IRI. */
  int name;

  int prefix;

  /** The lookup id of the datatype of a literal; 0 for none. */
  int datatype;

  /** Subject, predicate and object of a quoted triple. */
  QuotedTriple[] parts;
}
