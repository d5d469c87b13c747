package io.github.jellybridge.spark.jelly;

import io.github.jellybridge.jelly.statistics.PartStatistics;
import io.github.jellybridge.jelly.statistics.TermCount;
import io.github.jellybridge.spark.scan.KnownStatements;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Adds up the numbers of statements in the statistics of a file. */
final class TermCounts {
  /** More terms are not sent to a task: reading them takes as long. */
  private static final int MOST_TERMS = 1 << 14;

  private record Term(byte kind, ByteBuffer value) {}

  private TermCounts() {}

  /**
   * Returns the numbers of all statements of a file; empty if the statistics of its parts do not
   * tell it.
   *
   * @param column the column whose terms are wanted, as a bit of {@link
   *     io.github.jellybridge.rdf.StatementBatch}; 0 for none
   */
  static Optional<KnownStatements> of(List<PartStatistics> parts, int column) {
    if (parts.isEmpty()) {
      return Optional.empty();
    }
    long statements = parts.stream().mapToLong(PartStatistics::statements).sum();
    if (column == 0) {
      return Optional.of(new KnownStatements(statements, 0, List.of()));
    }
    Map<Term, Long> sums = new LinkedHashMap<>();
    for (PartStatistics part : parts) {
      List<TermCount> terms = part.columns().get(Integer.numberOfTrailingZeros(column)).terms();
      if (terms == null || sums.size() > MOST_TERMS) {
        return Optional.empty();
      }
      terms.forEach(
          term ->
              sums.merge(
                  new Term(term.kind(), ByteBuffer.wrap(term.value())), term.count(), Long::sum));
    }
    List<TermCount> all = new ArrayList<>();
    sums.forEach((term, count) -> all.add(new TermCount(term.kind, term.value.array(), count)));
    boolean complete = statements == all.stream().mapToLong(TermCount::count).sum();
    return complete ? Optional.of(new KnownStatements(statements, column, all)) : Optional.empty();
  }
}
