package io.github.jellybridge.spark.metrics;

import static org.junit.Assert.assertEquals;

import io.github.jellybridge.rdf.TaskErrors;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.internal.NonClosableMutableURLClassLoader;
import org.junit.Test;

/** The logs of Spark Connect are tested from Python. */
public class MetricClassesTest {
  @Test
  public void metricsAreDeclaredUnlessTheJarWasAddedToASession() throws Exception {
    CustomMetric[] metrics = {new FilesMetric()};
    assertEquals(1, MetricClasses.ifSeen(metrics).length);
    ClassLoader sparkOnly =
        new ClassLoader(getClass().getClassLoader()) {
          @Override
          protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.startsWith("io.github.jellybridge")) {
              throw new ClassNotFoundException(name);
            }
            return super.loadClass(name, resolve);
          }
        };
    NonClosableMutableURLClassLoader added = new NonClosableMutableURLClassLoader(sparkOnly);
    for (Class<?> type : new Class<?>[] {MetricClasses.class, TaskErrors.class}) {
      added.addURL(type.getProtectionDomain().getCodeSource().getLocation());
    }
    Object declared =
        added
            .loadClass(MetricClasses.class.getName())
            .getMethod("ifSeen", CustomMetric[].class)
            .invoke(null, (Object) metrics);
    assertEquals(0, ((CustomMetric[]) declared).length);
  }
}
