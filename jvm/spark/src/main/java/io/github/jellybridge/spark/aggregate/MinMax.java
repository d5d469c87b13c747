package io.github.jellybridge.spark.aggregate;

import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.spark.filter.EpochGuard;
import io.github.jellybridge.spark.filter.TermBytes;
import io.github.jellybridge.spark.filter.TermPath;
import java.util.Arrays;
import org.apache.spark.sql.vectorized.ColumnVector;

/**
 * MIN and MAX of a string.
 *
 * <p>The least or greatest string of each group in the order of unsigned bytes; null while a group
 * has no string. Without groups, each term is compared once per epoch. With groups, a term that
 * directly follows itself in its group is not compared again.
 */
final class MinMax extends Accumulator {
  private static final int OVERHEAD = 32;

  private final TermPath path;
  private final int sign;
  private final TermBytes scratch = new TermBytes();
  private final EpochGuard watch = new EpochGuard();
  private byte[][] best = new byte[1][];
  private long bestBytes;
  // By group: the term compared last, with the number of its epoch in the upper half, so that a new
  // epoch costs nothing, whatever the number of groups.
  private long[] last = new long[1];
  private long epochs;
  // By term id, used when there is only one group: whether the term was compared in this epoch.
  private boolean[] seen = new boolean[0];

  /**
   * @param sign -1 for MIN, 1 for MAX
   */
  MinMax(TermPath path, int sign) {
    this.path = path;
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
      last = Arrays.copyOf(last, capacity);
    }
  }

  @Override
  void add(int[] ids, int[] groups, int count, TermTable terms) {
    if (watch.changed(terms)) {
      epochs++;
      Arrays.fill(seen, false);
    }
    if (groups == null) {
      addAll(ids, count, terms);
      return;
    }
    long[] latest = last;
    long epoch = epochs << Integer.SIZE;
    for (int i = 0; i < count; i++) {
      long tagged = epoch | ids[i];
      int group = groups[i];
      if (latest[group] != tagged) {
        latest[group] = tagged;
        compare(terms, ids[i], group);
      }
    }
  }

  private void addAll(int[] ids, int count, TermTable terms) {
    if (seen.length < terms.size()) {
      seen = Arrays.copyOf(seen, EpochGuard.capacity(seen.length, terms.size()));
    }
    boolean[] done = seen;
    for (int i = 0; i < count; i++) {
      int id = ids[i];
      if (!done[id]) {
        done[id] = true;
        compare(terms, id, 0);
      }
    }
  }

  private void compare(TermTable terms, int id, int group) {
    if (!scratch.load(terms, id, path.part())) {
      return;
    }
    byte[] current = best[group];
    if (current == null || Integer.signum(scratch.compareTo(current)) == sign) {
      best[group] = scratch.copy();
      bestBytes += scratch.length - (current == null ? 0 : current.length);
    }
  }

  @Override
  ColumnVector results(int from, int to) {
    return new ResultVectors.Texts(best, from, to);
  }

  @Override
  long bytes(int groups) {
    return bestBytes + (long) groups * OVERHEAD;
  }

  @Override
  void clear(int groups) {
    int used = Math.min(groups, best.length);
    Arrays.fill(best, 0, used, null);
    Arrays.fill(last, 0, used, 0);
    Arrays.fill(seen, false);
    bestBytes = 0;
  }
}
