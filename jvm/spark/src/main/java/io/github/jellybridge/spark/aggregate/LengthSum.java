package io.github.jellybridge.spark.aggregate;

import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.spark.filter.EpochGuard;
import io.github.jellybridge.spark.filter.LengthUnit;
import io.github.jellybridge.spark.filter.TermLengths;
import io.github.jellybridge.spark.filter.TermPath;
import java.util.Arrays;
import org.apache.spark.sql.vectorized.ColumnVector;

/**
 * SUM of the lengths of a string.
 *
 * <p>Null while the group has no string. Each term is measured once per epoch.
 */
final class LengthSum extends Accumulator {
  private final TermPath path;
  private final TermLengths lengths;
  private long[] sums = new long[1];
  private boolean[] present = new boolean[1];

  LengthSum(TermPath path, LengthUnit unit) {
    this.path = path;
    this.lengths = new TermLengths(path.part(), unit);
  }

  @Override
  int column() {
    return path.column();
  }

  @Override
  void ensure(int groups) {
    if (sums.length < groups) {
      int capacity = EpochGuard.capacity(sums.length, groups);
      sums = Arrays.copyOf(sums, capacity);
      present = Arrays.copyOf(present, capacity);
    }
  }

  @Override
  void add(int[] ids, int[] groups, int count, TermTable terms) {
    TermLengths measured = lengths;
    measured.sync(terms);
    if (groups == null) {
      addAll(ids, count, terms, measured);
      return;
    }
    long[] into = sums;
    boolean[] any = present;
    for (int i = 0; i < count; i++) {
      int length = measured.length(terms, ids[i]);
      if (length != LengthUnit.ABSENT) {
        into[groups[i]] += length;
        any[groups[i]] = true;
      }
    }
  }

  private void addAll(int[] ids, int count, TermTable terms, TermLengths measured) {
    long sum = 0;
    int absent = 0;
    for (int i = 0; i < count; i++) {
      int length = measured.length(terms, ids[i]);
      if (length == LengthUnit.ABSENT) {
        absent++;
      } else {
        sum += length;
      }
    }
    sums[0] += sum;
    present[0] |= absent < count;
  }

  @Override
  ColumnVector results(int from, int to) {
    return new ResultVectors.Longs(sums, present, from, to);
  }

  @Override
  long bytes(int groups) {
    return (long) groups * (Long.BYTES + 1);
  }

  @Override
  void clear(int groups) {
    int used = Math.min(groups, sums.length);
    Arrays.fill(sums, 0, used, 0);
    Arrays.fill(present, 0, used, false);
  }
}
