package io.github.jellybridge.spark.aggregate;

import io.github.jellybridge.rdf.TermTable;
import org.apache.spark.sql.vectorized.ColumnVector;

/**
 * Partial results of one aggregate function, one for each group.
 *
 * <p>Takes one batch at a time. Groups are numbered densely from 0.
 */
abstract class Accumulator {
  static Accumulator of(PushedAggregate measure) {
    return switch (measure.function()) {
      case COUNT_ALL -> new CountAll();
      case COUNT -> new CountPresent(measure.path());
      case MIN -> new MinMax(measure.path(), -1);
      case MAX -> new MinMax(measure.path(), 1);
      case SUM_LENGTH -> new LengthSum(measure.path(), measure.unit());
      case MIN_LENGTH -> new LengthMinMax(measure.path(), measure.unit(), -1);
      case MAX_LENGTH -> new LengthMinMax(measure.path(), measure.unit(), 1);
    };
  }

  /** The column that the function reads, or -1 for none. */
  abstract int column();

  /** Makes room for this many groups. */
  abstract void ensure(int groups);

  /**
   * Adds statements to their groups.
   *
   * @param ids the terms of {@link #column()}, dense; null when there is no column
   * @param groups the group of each statement, or null when all belong to group 0
   */
  abstract void add(int[] ids, int[] groups, int count, TermTable terms);

  /** Returns the results of groups {@code from} to {@code to}, exclusive. */
  abstract ColumnVector results(int from, int to);

  /** Bytes in use for this many groups. */
  abstract long bytes(int groups);

  /**
   * Forgets all results.
   *
   * @param groups the number of groups
   */
  abstract void clear(int groups);
}
