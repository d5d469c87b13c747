package io.github.jellybridge.spark.metrics;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.junit.Test;

public class ScanMetricsTest {
  @Test
  public void allValuesAreDeclaredInTheirOrder() {
    List<String> declared = Arrays.stream(ScanMetrics.declared()).map(CustomMetric::name).toList();
    List<String> reported =
        Stream.of(new ScanMetrics().values(), ScanMetrics.ofParts(1, 2))
            .flatMap(Arrays::stream)
            .map(CustomTaskMetric::name)
            .toList();
    assertEquals(declared, reported);
  }

  @Test
  public void descriptionsFitEveryFormat() {
    for (CustomMetric metric : ScanMetrics.declared()) {
      assertFalse(
          metric.description(), metric.description().toLowerCase(Locale.ROOT).contains("jelly"));
    }
  }
}
