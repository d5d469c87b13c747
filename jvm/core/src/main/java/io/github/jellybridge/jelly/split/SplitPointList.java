package io.github.jellybridge.jelly.split;

import java.util.ArrayList;
import java.util.List;

/** The split points found so far. Drops every second one when their states take too many bytes. */
final class SplitPointList {
  private final long maxStateBytes;
  private final List<SplitPoint> points = new ArrayList<>();
  private long stateBytes;

  SplitPointList(long maxStateBytes) {
    this.maxStateBytes = maxStateBytes;
  }

  List<SplitPoint> points() {
    return points;
  }

  /**
   * Adds the next split point.
   *
   * @return the factor by which the distance of new split points should grow: 1, or 2 for each time
   *     that every second one was dropped
   */
  int add(SplitPoint point) {
    points.add(point);
    stateBytes += bytes(point);
    int factor = 1;
    while (stateBytes > maxStateBytes) {
      dropEverySecond();
      factor *= 2;
    }
    return factor;
  }

  private void dropEverySecond() {
    List<SplitPoint> kept = new ArrayList<>();
    for (int i = 1; i < points.size(); i += 2) {
      kept.add(points.get(i));
    }
    points.clear();
    points.addAll(kept);
    stateBytes = points.stream().mapToLong(SplitPointList::bytes).sum();
  }

  private static long bytes(SplitPoint point) {
    return point.state().prologue().length;
  }
}
