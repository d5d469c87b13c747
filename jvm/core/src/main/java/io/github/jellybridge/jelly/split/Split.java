package io.github.jellybridge.jelly.split;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * The part of a file that one reader reads.
 *
 * @param start its start; null for the start of the file
 * @param next the start of the next split; null for the last split
 */
public record Split(SplitPoint start, SplitPoint next) implements Serializable {
  private static final long serialVersionUID = 2L;

  /** The end of the last split of a file. */
  public static final long TO_THE_END = Long.MAX_VALUE;

  /** A whole file. */
  public static final Split WHOLE = new Split(null, null);

  /** Returns the splits between the given split points. */
  public static List<Split> at(List<SplitPoint> points) {
    List<Split> splits = new ArrayList<>();
    SplitPoint start = null;
    for (SplitPoint point : points) {
      splits.add(new Split(start, point));
      start = point;
    }
    splits.add(new Split(start, null));
    return splits;
  }

  /** Returns the offset of the first byte of the split. */
  public long offset() {
    return start == null ? 0 : start.offset();
  }

  /** Returns the offset in bytes of the next split; {@link #TO_THE_END} for the last split. */
  public long end() {
    return next == null ? TO_THE_END : next.offset();
  }

  /** Returns whether the next split starts at a checkpoint. */
  public boolean endsAtCheckpoint() {
    return next != null && next.state() == null;
  }

  /** Returns whether the split starts or ends at a split point of an index. */
  public boolean isOfIndex() {
    return isOfIndex(start) || isOfIndex(next);
  }

  /** Returns whether the split ends with the file. */
  public boolean isLast() {
    return next == null;
  }

  private static boolean isOfIndex(SplitPoint point) {
    return point != null && point.state() != null;
  }
}
