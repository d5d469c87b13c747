package io.github.jellybridge.jelly;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * The part of a file that one reader reads.
 *
 * @param start where it starts; null for the start of the file
 * @param end the offset in bytes where the next part starts; {@link #TO_THE_END} for the last part
 * @param endFrame the number of the first frame of the next part
 * @param endStatement the number of the first statement of the next part
 * @param endsAtCheckpoint whether the next part starts at a checkpoint
 */
public record Split(
    SplitPoint start, long end, long endFrame, long endStatement, boolean endsAtCheckpoint)
    implements Serializable {
  private static final long serialVersionUID = 1L;

  /** The end of a part that is the last one of its file. */
  public static final long TO_THE_END = Long.MAX_VALUE;

  /** A whole file. */
  public static final Split WHOLE = new Split(null, TO_THE_END, 0, 0, false);

  /**
   * Returns the part between two places.
   *
   * @param start null for the start of the file
   * @param end null for its end
   */
  public static Split between(SplitPoint start, SplitPoint end) {
    return end == null
        ? new Split(start, TO_THE_END, 0, 0, false)
        : new Split(start, end.offset(), end.frame(), end.statement(), end.state() == null);
  }

  /** Returns the parts that places cut a file into. */
  public static List<Split> at(List<SplitPoint> points) {
    List<Split> splits = new ArrayList<>();
    SplitPoint start = null;
    for (SplitPoint point : points) {
      splits.add(between(start, point));
      start = point;
    }
    splits.add(between(start, null));
    return splits;
  }

  /** Returns the first byte of the part. */
  public long offset() {
    return start == null ? 0 : start.offset();
  }

  /** Tells whether the place that the part starts or ends at is one of an index. */
  public boolean isOfIndex() {
    return start == null ? !isLast() && !endsAtCheckpoint : start.state() != null;
  }

  /** Tells whether the part reaches to the end of the file. */
  public boolean isLast() {
    return end == TO_THE_END;
  }
}
