package io.github.jellybridge.jelly.statistics;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.nio.ByteBuffer;
import java.util.List;

/** Checks that statistics are read or refused, and that those that are read survive a rewrite. */
public final class StatisticsFuzz {
  private StatisticsFuzz() {}

  /** Checks the statistics of a file; called by Jazzer. */
  public static void fuzzerTestOneInput(byte[] encoded) {
    List<PartStatistics> parts = StatisticsReader.read(ByteBuffer.wrap(encoded));
    assertTrue("no more parts than bytes", parts.size() <= encoded.length);
    byte[] first = write(parts);
    List<PartStatistics> again = StatisticsReader.read(ByteBuffer.wrap(first));
    assertEquals(parts.size(), again.size());
    assertArrayEquals(first, write(again));
  }

  private static byte[] write(List<PartStatistics> parts) {
    StatisticsWriter writer = new StatisticsWriter();
    parts.forEach(writer::add);
    return writer.encoded();
  }
}
