package io.github.jellybridge.spark.scan;

import io.github.jellybridge.spark.listing.LocalSpark;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Reads Jelly files through the DataSource and inspects Spark's plans. */
public final class SparkJelly {
  private SparkJelly() {}

  public static SparkSession spark() {
    return LocalSpark.get();
  }

  /** Reads paths with options given as {@code name, value, name, value, …}. */
  public static Dataset<Row> read(List<?> paths, String... options) {
    Map<String, String> map = new HashMap<>();
    for (int i = 0; i < options.length; i += 2) {
      map.put(options[i], options[i + 1]);
    }
    String[] texts = paths.stream().map(Object::toString).toArray(String[]::new);
    return spark().read().format("jelly").options(map).load(texts);
  }

  public static Dataset<Row> read(Path path, String... options) {
    return read(List.of(path), options);
  }

  /** The rows in the form in which Spark prints them. */
  public static List<String> rows(Dataset<Row> frame) {
    return frame.collectAsList().stream().map(Row::toString).toList();
  }

  /** The physical plan as shown by explain. */
  public static String plan(Dataset<Row> frame) {
    return frame.queryExecution().executedPlan().toString();
  }

  /** Runs the query and returns the metrics of its only scan. */
  static Map<String, Long> metrics(Dataset<Row> frame) {
    return LocalSpark.scanMetrics(frame);
  }
}
