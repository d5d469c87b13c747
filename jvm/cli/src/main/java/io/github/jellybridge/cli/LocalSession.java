package io.github.jellybridge.cli;

import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.SparkSession;

/** A Spark session of this process, on all cores of this machine. */
final class LocalSession implements AutoCloseable {
  private final SparkSession spark;

  /**
   * Starts the session.
   *
   * @param conf the settings of file systems
   */
  LocalSession(Configuration conf) {
    SparkSession.Builder builder =
        SparkSession.builder()
            .master("local[*]")
            .appName("jelly-bridge")
            .config("spark.ui.enabled", false)
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.sql.catalogImplementation", "in-memory")
            .config(
                "spark.sql.shuffle.partitions", 2L * Runtime.getRuntime().availableProcessors());
    for (Map.Entry<String, String> setting : conf.getPropsWithPrefix("").entrySet()) {
      builder.config("spark.hadoop." + setting.getKey(), setting.getValue());
    }
    spark = builder.getOrCreate();
  }

  SparkSession spark() {
    return spark;
  }

  @Override
  public void close() {
    spark.stop();
  }
}
