package io.github.jellybridge.rdf;

/** Tells by the predicate of a statement whether anybody wants it. */
public interface PredicateFilter {
  /**
   * Tells whether statements with this predicate are wanted.
   *
   * @param terms the table of the reader
   * @param predicate the id of the predicate in it
   */
  boolean accepts(TermTable terms, int predicate);
}
