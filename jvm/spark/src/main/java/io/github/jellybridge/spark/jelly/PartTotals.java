package io.github.jellybridge.spark.jelly;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.jellybridge.jelly.statistics.ColumnStatistics;
import io.github.jellybridge.jelly.statistics.PartStatistics;
import io.github.jellybridge.jelly.statistics.TermCount;
import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.spark.scan.StatementCounts;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/** Numbers of statements and terms of a table, from the statistics of parts of its files. */
final class PartTotals {
  private static final int COLUMNS = 4;

  private PartTotals() {}

  /**
   * Returns the numbers of a table.
   *
   * @param parts parts of its files
   * @param factor how many times as many statements the table has
   */
  static StatementCounts of(List<PartStatistics> parts, double factor) {
    long statements = parts.stream().mapToLong(PartStatistics::statements).sum();
    return new StatementCounts(
        Math.round(statements * factor),
        IntStream.range(0, COLUMNS)
            .mapToObj(
                i -> column(parts.stream().map(part -> part.columns().get(i)).toList(), factor))
            .toList());
  }

  private static StatementCounts.Column column(List<ColumnStatistics> parts, double factor) {
    boolean mayLackTerms = parts.stream().anyMatch(part -> part.has(TermKind.NONE));
    if (parts.stream().allMatch(part -> part.terms() != null)) {
      Map<String, Long> terms = new HashMap<>();
      long none = 0;
      for (ColumnStatistics part : parts) {
        for (TermCount term : part.terms()) {
          if (term.kind() == TermKind.NONE) {
            none += term.count();
          } else {
            terms.merge(new String(term.value(), UTF_8), term.count(), Long::sum);
          }
        }
      }
      terms.replaceAll((term, count) -> Math.round(count * factor));
      return new StatementCounts.Column(
          OptionalLong.of(terms.size()), OptionalLong.of(none), terms);
    }
    return new StatementCounts.Column(
        distinct(parts), mayLackTerms ? OptionalLong.empty() : OptionalLong.of(0), Map.of());
  }

  /**
   * Estimates the number of different terms. Parts that share no values add up. Of other parts, the
   * number of the largest is certain: a number that is too small makes Spark expect a large join,
   * which is safer than the opposite.
   */
  private static OptionalLong distinct(List<ColumnStatistics> parts) {
    if (parts.stream().anyMatch(p -> p.has(TermKind.BNODE) || p.has(TermKind.TRIPLE))) {
      return OptionalLong.empty();
    }
    List<ColumnStatistics> sorted =
        parts.stream()
            .filter(part -> part.min() != null)
            .sorted(Comparator.comparing(ColumnStatistics::min, Arrays::compareUnsigned))
            .toList();
    boolean disjoint =
        IntStream.range(1, sorted.size())
            .allMatch(
                i -> Arrays.compareUnsigned(sorted.get(i - 1).max(), sorted.get(i).min()) <= 0);
    return OptionalLong.of(
        disjoint
            ? sorted.stream().mapToLong(ColumnStatistics::distinct).sum()
            : sorted.stream().mapToLong(ColumnStatistics::distinct).max().orElse(0));
  }
}
