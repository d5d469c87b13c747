package io.github.jellybridge.spark.scan;

import io.github.jellybridge.jelly.statistics.TermCount;
import java.io.Serializable;
import java.util.List;

/**
 * Statements of a file that is not read, because the statistics of the file tell their numbers.
 *
 * @param statements their number
 * @param column the column whose terms are known, as a bit of {@link
 *     io.github.jellybridge.rdf.StatementBatch}; 0 for none
 * @param terms all terms of that column, with the numbers of their statements
 */
public record KnownStatements(long statements, int column, List<TermCount> terms)
    implements Serializable {
  private static final long serialVersionUID = 1L;

  /** Copies the list. */
  public KnownStatements {
    terms = List.copyOf(terms);
  }
}
