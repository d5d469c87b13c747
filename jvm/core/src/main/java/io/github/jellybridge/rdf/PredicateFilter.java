package io.github.jellybridge.rdf;

/** A filter of statements by their predicate. */
public interface PredicateFilter {
  /**
   * Returns whether statements with this predicate are accepted.
   *
   * @param terms the table of the reader
   * @param predicate the id of the predicate in that table
   */
  boolean accepts(TermTable terms, int predicate);
}
