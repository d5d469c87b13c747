package io.github.jellybridge.spark.aggregate;

import io.github.jellybridge.spark.filter.EpochGuard;
import java.util.Arrays;
import org.apache.spark.sql.vectorized.ColumnVector;

/** Merges the partial results of one aggregate function into one result for each group. */
abstract class PartialResults {
  private static final int OVERHEAD = 24;

  static PartialResults of(PushedAggregate measure) {
    return switch (measure.function()) {
      case COUNT_ALL, COUNT, SUM_LENGTH -> new Sums();
      case MIN -> new Texts(-1);
      case MAX -> new Texts(1);
      case MIN_LENGTH -> new Lengths(-1);
      case MAX_LENGTH -> new Lengths(1);
    };
  }

  /**
   * Merges the result at an offset of a record into the result of a group.
   *
   * @return the offset of the next result
   */
  abstract int merge(int group, byte[] bytes, int offset);

  /** The results of groups {@code from} to {@code to}, exclusive. */
  abstract ColumnVector results(int from, int to);

  /** Bytes in use for this many groups. */
  abstract long bytes(int groups);

  /** Counts and sums, which are added; null if there was nothing to add. */
  private static final class Sums extends PartialResults {
    private long[] sums = new long[64];
    private boolean[] present = new boolean[64];

    @Override
    int merge(int group, byte[] bytes, int offset) {
      if (group >= sums.length) {
        sums = Arrays.copyOf(sums, EpochGuard.capacity(sums.length, group + 1));
        present = Arrays.copyOf(present, sums.length);
      }
      int at = offset + Integer.BYTES;
      if ((int) GroupRecord.INTS.get(bytes, offset) == GroupRecord.NULL) {
        return at;
      }
      present[group] = true;
      sums[group] += (long) GroupRecord.LONGS.get(bytes, at);
      return at + Long.BYTES;
    }

    @Override
    ColumnVector results(int from, int to) {
      return new ResultVectors.Longs(sums, present, from, to);
    }

    @Override
    long bytes(int groups) {
      return (long) groups * (Long.BYTES + 1);
    }
  }

  /** Least or greatest lengths. */
  private static final class Lengths extends PartialResults {
    private final int sign;
    private int[] best = new int[64];
    private boolean[] present = new boolean[64];

    Lengths(int sign) {
      this.sign = sign;
    }

    @Override
    int merge(int group, byte[] bytes, int offset) {
      if (group >= best.length) {
        best = Arrays.copyOf(best, EpochGuard.capacity(best.length, group + 1));
        present = Arrays.copyOf(present, best.length);
      }
      int at = offset + Integer.BYTES;
      if ((int) GroupRecord.INTS.get(bytes, offset) == GroupRecord.NULL) {
        return at;
      }
      int length = (int) (long) GroupRecord.LONGS.get(bytes, at);
      if (!present[group] || Integer.compare(length, best[group]) == sign) {
        best[group] = length;
        present[group] = true;
      }
      return at + Long.BYTES;
    }

    @Override
    ColumnVector results(int from, int to) {
      return new ResultVectors.Ints(best, present, from, to);
    }

    @Override
    long bytes(int groups) {
      return (long) groups * (Integer.BYTES + 1);
    }
  }

  /** Least or greatest strings, in the order of unsigned bytes. */
  private static final class Texts extends PartialResults {
    private final int sign;
    private byte[][] best = new byte[64][];
    private long bestBytes;

    Texts(int sign) {
      this.sign = sign;
    }

    @Override
    int merge(int group, byte[] bytes, int offset) {
      if (group >= best.length) {
        best = Arrays.copyOf(best, EpochGuard.capacity(best.length, group + 1));
      }
      int length = (int) GroupRecord.INTS.get(bytes, offset);
      int at = offset + Integer.BYTES;
      if (length == GroupRecord.NULL) {
        return at;
      }
      byte[] current = best[group];
      if (current == null
          || Integer.signum(
                  Arrays.compareUnsigned(bytes, at, at + length, current, 0, current.length))
              == sign) {
        best[group] = Arrays.copyOfRange(bytes, at, at + length);
        bestBytes += length - (current == null ? 0 : current.length);
      }
      return at + length;
    }

    @Override
    ColumnVector results(int from, int to) {
      return new ResultVectors.Texts(best, from, to);
    }

    @Override
    long bytes(int groups) {
      return bestBytes + (long) groups * OVERHEAD;
    }
  }
}
