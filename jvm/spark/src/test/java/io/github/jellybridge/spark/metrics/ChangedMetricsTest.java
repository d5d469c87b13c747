package io.github.jellybridge.spark.metrics;

import static org.junit.Assert.assertEquals;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.Test;

/** Tests that unchanged metrics are omitted only where Spark then keeps the right values. */
public class ChangedMetricsTest {
  private final ScanMetrics counters = new ScanMetrics();
  private final AtomicInteger readers = new AtomicInteger();
  private final ChangedMetrics metrics = new ChangedMetrics(counters::values, readers);
  private final int all = counters.values().length;

  @Test
  public void aReaderAloneAnswersOnceAChange() {
    assertEquals(all, metrics.values().length);
    assertEquals(0, metrics.values().length);
    metrics.changed();
    assertEquals(all, metrics.values().length);
    assertEquals(0, metrics.values().length);
  }

  @Test
  public void aReaderThatHasEndedAnswersAlways() {
    metrics.ended();
    assertEquals(all, metrics.values().length);
    assertEquals(all, metrics.values().length);
  }

  @Test
  public void readersThatShareATaskAnswerAlways() {
    assertEquals(all, metrics.values().length);
    ChangedMetrics second = new ChangedMetrics(counters::values, readers);
    for (int i = 0; i < 3; i++) {
      assertEquals(all, metrics.values().length);
      assertEquals(all, second.values().length);
    }
  }
}
