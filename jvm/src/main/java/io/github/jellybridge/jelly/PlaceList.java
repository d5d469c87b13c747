package io.github.jellybridge.jelly;

import java.util.ArrayList;
import java.util.List;

/** The places found so far, which get rarer when their states take up too many bytes. */
final class PlaceList {
  private final long maxStateBytes;
  private final List<SplitPoint> points = new ArrayList<>();
  private long stateBytes;

  PlaceList(long maxStateBytes) {
    this.maxStateBytes = maxStateBytes;
  }

  List<SplitPoint> points() {
    return points;
  }

  /**
   * Adds the next place.
   *
   * @return false if every second place was dropped, so that new ones should be as far apart
   */
  boolean add(SplitPoint point) {
    points.add(point);
    stateBytes += point.state().prologue().length;
    if (stateBytes <= maxStateBytes) {
      return true;
    }
    List<SplitPoint> kept = new ArrayList<>();
    stateBytes = 0;
    for (int i = 0; i < points.size(); i += 2) {
      kept.add(points.get(i));
      stateBytes += points.get(i).state().prologue().length;
    }
    points.clear();
    points.addAll(kept);
    return false;
  }
}
