package io.github.jellybridge.spark.filter;

import io.github.jellybridge.rdf.PredicateFilter;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermTable;

/**
 * The executor's side of a pushed filter: picks the rows of a batch that pass.
 *
 * <p>Decides on whole batches of statements. It remembers one result per distinct term, so an
 * instance belongs to one reader and is not thread-safe; it notices by itself when the table or its
 * epoch changes.
 */
public interface StatementFilter {
  /**
   * Fills {@code selection} with the row numbers, ascending, of the statements that pass.
   *
   * @param selection at least {@code batch.size()} long
   * @return how many pass
   */
  int filter(StatementBatch batch, TermTable terms, int[] selection);

  /**
   * Returns a filter that accepts the predicates of all statements that pass, or null. Of the other
   * statements {@link #filter} reads nothing else.
   */
  PredicateFilter predicateFilter();
}
