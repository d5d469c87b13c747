package io.github.jellybridge.spark.scan;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Numbers of statements and terms of files, for the order of joins.
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
   * @param terms numbers of statements by IRIs; empty unless the files list all terms of the column
   */
  public record Column(OptionalLong distinct, OptionalLong none, Map<String, Long> terms) {
    /** Copies the map. */
    public Column {
      terms = Map.copyOf(terms);
    }
  }
}
