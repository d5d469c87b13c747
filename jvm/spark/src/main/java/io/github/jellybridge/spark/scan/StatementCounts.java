package io.github.jellybridge.spark.scan;

import java.util.List;
import java.util.OptionalLong;

/**
 * Numbers of statements and terms of files, for Spark's cost-based optimizer.
 *
 * @param statements number of statements
 * @param columns subjects, predicates, objects and graphs
 */
public record StatementCounts(long statements, List<Column> columns) {
  /** Copies the list. */
  public StatementCounts {
    columns = List.copyOf(columns);
  }

  /**
   * The numbers of one column; empty if unknown.
   *
   * @param distinct number of different terms
   * @param none number of statements without a term: of the default graph
   */
  public record Column(OptionalLong distinct, OptionalLong none) {}
}
