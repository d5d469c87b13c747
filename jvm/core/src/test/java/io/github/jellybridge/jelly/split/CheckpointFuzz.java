package io.github.jellybridge.jelly.split;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.jelly.statistics.PartStatistics;
import java.util.Arrays;
import java.util.List;

/** Checks lists of checkpoints with the right checksum, as a malicious file has. */
public final class CheckpointFuzz {
  private static final int LENGTH = 1 << 20;

  private CheckpointFuzz() {}

  /** Checks one list; called by Jazzer. The first byte is the length of the statistics. */
  public static void fuzzerTestOneInput(byte[] input) {
    int size = input.length == 0 ? 0 : Math.min(input[0] & 0xff, input.length - 1);
    int start = Math.min(1, input.length);
    byte[] statistics = Arrays.copyOfRange(input, start, start + size);
    byte[] list = Arrays.copyOfRange(input, start + size, input.length);
    byte[] tail = CheckpointIndex.value(list, statistics, LENGTH);
    assertEquals(tail.length, CheckpointIndex.length(tail, LENGTH));
    List<SplitPoint> points = CheckpointIndex.read(tail, LENGTH);
    SplitPoint last = new SplitPoint(0, 0, 0, null);
    for (SplitPoint point : points) {
      assertTrue("in order and within the file", isBetween(last, point));
      last = point;
    }
    byte[] again = CheckpointIndex.value(CheckpointIndex.list(points), statistics, LENGTH);
    assertEquals(points, CheckpointIndex.read(again, LENGTH));
    List<PartStatistics> parts = CheckpointIndex.statistics(tail, LENGTH);
    assertTrue("no more parts than bytes", parts.size() <= size);
    // The bytes as the end of a file, with whatever checksum.
    CheckpointIndex.read(input, LENGTH);
    assertTrue(CheckpointIndex.length(input, LENGTH) <= LENGTH);
  }

  private static boolean isBetween(SplitPoint last, SplitPoint point) {
    return point.offset() > last.offset()
        && point.offset() < LENGTH
        && point.frame() >= last.frame()
        && point.statement() >= last.statement()
        && point.message() >= last.message();
  }
}
