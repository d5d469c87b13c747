package io.github.jellybridge.spark.aggregate;

import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.spark.filter.EpochGuard;
import io.github.jellybridge.spark.filter.LengthUnit;
import io.github.jellybridge.spark.filter.TermLengths;
import io.github.jellybridge.spark.filter.TermPath;
import java.util.Arrays;
import org.apache.spark.sql.vectorized.ColumnVector;

/** MIN and MAX of the length of a string, null while the group has no string. */
final class LengthMinMax extends Accumulator {
  private final TermPath path;
  private final TermLengths lengths;
  private final int sign;
  private int[] best = new int[1];
  private boolean[] present = new boolean[1];

  /**
   * @param sign -1 for MIN, 1 for MAX
   */
  LengthMinMax(TermPath path, LengthUnit unit, int sign) {
    this.path = path;
    this.lengths = new TermLengths(path.part(), unit);
    this.sign = sign;
  }

  @Override
  int column() {
    return path.column();
  }

  @Override
  void ensure(int groups) {
    if (best.length < groups) {
      int capacity = EpochGuard.capacity(best.length, groups);
      best = Arrays.copyOf(best, capacity);
      present = Arrays.copyOf(present, capacity);
    }
  }

  @Override
  void add(int[] ids, int[] groups, int count, TermTable terms) {
    lengths.sync(terms);
    for (int i = 0; i < count; i++) {
      int length = lengths.length(terms, ids[i]);
      int group = groups == null ? 0 : groups[i];
      if (length != LengthUnit.ABSENT
          && (!present[group] || Integer.compare(length, best[group]) == sign)) {
        best[group] = length;
        present[group] = true;
      }
    }
  }

  @Override
  ColumnVector results(int from, int to) {
    return new ResultVectors.Ints(best, present, from, to);
  }

  @Override
  long bytes(int groups) {
    return (long) groups * (Integer.BYTES + 1);
  }

  @Override
  void clear(int groups) {
    int used = Math.min(groups, present.length);
    Arrays.fill(present, 0, used, false);
  }
}
