package io.github.jellybridge.spark.aggregate;

import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.spark.filter.EpochGuard;
import io.github.jellybridge.spark.filter.TermBytes;
import io.github.jellybridge.spark.filter.TermPart;
import io.github.jellybridge.spark.filter.TermPath;
import java.util.Arrays;
import org.apache.spark.sql.vectorized.ColumnVector;

/** COUNT(column) of a column or field that can be null. Reads no bytes of terms. */
final class CountPresent extends Accumulator {
  private final TermPath path;
  private long[] counts = new long[1];

  CountPresent(TermPath path) {
    this.path = path;
  }

  @Override
  int column() {
    return path.column();
  }

  @Override
  void ensure(int groups) {
    if (counts.length < groups) {
      counts = Arrays.copyOf(counts, EpochGuard.capacity(counts.length, groups));
    }
  }

  @Override
  void add(int[] ids, int[] groups, int count, TermTable terms) {
    long[] into = counts;
    TermPart part = path.part();
    if (groups == null) {
      int present = 0;
      for (int i = 0; i < count; i++) {
        present += TermBytes.isNull(terms, ids[i], part) ? 0 : 1;
      }
      into[0] += present;
      return;
    }
    for (int i = 0; i < count; i++) {
      into[groups[i]] += TermBytes.isNull(terms, ids[i], part) ? 0 : 1;
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
