package io.github.jellybridge.jelly.split;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * The part of a file that one reader reads.
 *
 * @param start where it starts; null for the start of the file
 * @param next where the next part starts; null for the last part
 */
public record Split(SplitPoint start, SplitPoint next) implements Serializable {
  private static final long serialVersionUID = 2L;

  /** The end of a part that is the last one of its file. */
  public static final long TO_THE_END = Long.MAX_VALUE;

  /** A whole file. */
  public static final Split WHOLE = new Split(null, null);

  /** Returns the parts that places cut a file into. */
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

  /** Returns the first byte of the part. */
  public long offset() {
    return start == null ? 0 : start.offset();
  }

  /** Returns the offset in bytes where the next part starts; {@link #TO_THE_END} if none does. */
  public long end() {
    return next == null ? TO_THE_END : next.offset();
  }

  /** Tells whether the next part starts at a checkpoint. */
  public boolean endsAtCheckpoint() {
    return next != null && next.state() == null;
  }

  /** Tells whether the place that the part starts or ends at is one of an index. */
  public boolean isOfIndex() {
    return isOfIndex(start) || isOfIndex(next);
  }

  /** Tells whether the part reaches to the end of the file. */
  public boolean isLast() {
    return next == null;
  }

  private static boolean isOfIndex(SplitPoint place) {
    return place != null && place.state() != null;
  }
}
