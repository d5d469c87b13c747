package io.github.jellybridge.bench;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** One process of the memory benchmark: reads one file twice and prints what that took, as JSON. */
public final class MemoryProbe {
  private MemoryProbe() {}

  /** Takes the name of the data set and its file. */
  public static void main(String[] args) throws Exception {
    LiveHeap live = new LiveHeap();
    SparkSession spark =
        SparkSession.builder()
            .master("local[1]")
            .appName("jelly-bridge bench memory")
            .config("spark.ui.enabled", false)
            .getOrCreate();
    try {
      Dataset<Row> df = spark.read().format("jelly").load(args[1]);
      long start = System.nanoTime();
      long statements = 0;
      for (Row row : df.groupBy("p.value").count().collectAsList()) {
        statements += row.getLong(1);
      }
      print(args[0], ReadTask.GROUP_PREDICATE, start, statements, live);
      start = System.nanoTime();
      df.write().format("noop").mode("overwrite").save();
      print(args[0], ReadTask.MATERIALISE, start, statements, live);
    } finally {
      spark.stop();
    }
  }

  private static void print(
      String dataset, ReadTask task, long start, long statements, LiveHeap live) {
    double seconds = (System.nanoTime() - start) / 1e9;
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("dataset", dataset);
    row.put("task", task.label());
    row.put("contender", "jelly-bridge");
    row.put("median_s", seconds);
    row.put("rounds_s", new double[] {seconds});
    row.put("statements", statements);
    row.put("heap_limit_mib", Runtime.getRuntime().maxMemory() >> 20);
    row.put("heap_peak_mib", LiveHeap.peakInUse() >> 20);
    row.put("heap_after_gc_peak_mib", live.peak() >> 20);
    String resident = Report.field("/proc/self/status", "VmHWM").replaceAll("\\D", "");
    row.put("rss_peak_mib", resident.isEmpty() ? -1 : Long.parseLong(resident) >> 10);
    System.out.println(Report.object(row));
  }
}
