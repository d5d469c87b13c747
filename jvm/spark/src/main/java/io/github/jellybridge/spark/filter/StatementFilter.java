package io.github.jellybridge.spark.filter;

import io.github.jellybridge.rdf.PredicateFilter;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermTable;

/**
 * The executor's side of a pushed filter: selects the rows of a batch that pass.
 *
 * <p>Decides on whole batches of statements and remembers one result per distinct term. An instance
 * therefore belongs to one reader and is not thread-safe. It detects changes of the table and its
 * epoch by itself.
 */
public interface StatementFilter {
  /**
   * Fills {@code selection} with the row numbers, ascending, of the statements that pass.
   *
   * @param selection at least {@code batch.size()} long
   * @return the number of statements that pass
   */
  int filter(StatementBatch batch, TermTable terms, int[] selection);

  /**
   * Returns a filter on predicates that accepts those of all statements that pass, or null. Of
   * statements that it rejects, {@link #filter} reads nothing but the predicate.
   */
  PredicateFilter predicateFilter();
}
