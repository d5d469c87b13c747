package io.github.jellybridge.jelly.statistics;

import java.util.List;

/**
 * Statistics of a part of a file.
 *
 * @param statements its number of statements
 * @param columns its columns: subjects, predicates, objects and graphs
 */
public record PartStatistics(long statements, List<ColumnStatistics> columns) {
  /** Copies the list. */
  public PartStatistics {
    columns = List.copyOf(columns);
  }
}
