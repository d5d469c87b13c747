package io.github.jellybridge.spark.metrics;

import io.github.jellybridge.rdf.TaskErrors;
import org.apache.spark.sql.connector.metric.CustomMetric;

/**
 * Tells whether Spark can show custom metrics: a thread of its own loads their classes by name,
 * with the class loader that the driver was started with. It logs a warning for each class that it
 * does not find, in every query.
 */
public final class MetricClasses {
  /** The class loader of Spark that has the jars of {@code ADD JAR}. */
  private static final String ADDED_JARS = "NonClosableMutableURLClassLoader";

  private static final boolean SEEN_BY_SPARK =
      !TaskErrors.isSentByClient()
          && !MetricClasses.class.getClassLoader().getClass().getSimpleName().equals(ADDED_JARS);

  private MetricClasses() {}

  /** Returns these metrics; none where a jar that was added to a running session has them. */
  public static CustomMetric[] ifSeen(CustomMetric... metrics) {
    return SEEN_BY_SPARK ? metrics : new CustomMetric[0];
  }
}
