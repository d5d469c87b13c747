package io.github.jellybridge.spark.metrics;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.junit.Test;

public class ScanMetricsTest {
  @Test
  public void allValuesAreDeclaredInTheirOrder() {
    List<String> declared = Arrays.stream(ScanMetrics.declared()).map(CustomMetric::name).toList();
    List<String> reported =
        Arrays.stream(new ScanMetrics().values()).map(CustomTaskMetric::name).toList();
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
