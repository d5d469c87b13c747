package io.github.jellybridge.spark.aggregate;

import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.spark.filter.EpochGuard;
import java.util.Arrays;
import org.apache.spark.sql.vectorized.ColumnVector;

/** COUNT(*): one counter for each group. */
final class CountAll extends Accumulator {
  private long[] counts = new long[1];

  @Override
  int column() {
    return -1;
  }

  @Override
  void ensure(int groups) {
    if (counts.length < groups) {
      counts = Arrays.copyOf(counts, EpochGuard.capacity(counts.length, groups));
    }
  }

  /** Returns the counters, for loops that find the group and count in one pass. */
  long[] counters(int groups) {
    ensure(groups);
    return counts;
  }

  /** Adds a number of statements without their terms to group 0. */
  void add(long statements) {
    counts[0] += statements;
  }

  @Override
  void add(int[] ids, int[] groups, int count, TermTable terms) {
    if (groups == null) {
      counts[0] += count;
      return;
    }
    long[] into = counts;
    for (int i = 0; i < count; i++) {
      into[groups[i]]++;
    }
  }

  @Override
  ColumnVector results(int from, int to) {
    return new ResultVectors.Longs(counts, null, from, to);
  }

  @Override
  long bytes(int groups) {
    return (long) groups * Long.BYTES;
  }

  @Override
  void clear(int groups) {
    int used = Math.min(groups, counts.length);
    Arrays.fill(counts, 0, used, 0);
  }
}
