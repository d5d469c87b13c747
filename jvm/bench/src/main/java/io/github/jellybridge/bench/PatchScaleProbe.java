package io.github.jellybridge.bench;

import io.github.jellybridge.spark.PatchOperations;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * The driver of task {@code scale}: makes and applies a patch with the tasks in another process, so
 * that the heap of this one is that of the driver alone. Prints a row a task.
 */
public final class PatchScaleProbe {
  private PatchScaleProbe() {}

  /**
   * Takes what to do ({@code diff} or {@code apply}), the name of the data set, its number of
   * statements, the folder that {@link PatchBench} made of it, warm-up rounds and rounds.
   */
  public static void main(String[] args) throws Exception {
    LiveHeap live = new LiveHeap();
    Path folder = Path.of(args[3]);
    SparkSession spark =
        SparkSession.builder()
            .master("local-cluster[1,2,3072]")
            .appName("jelly-bridge bench")
            .config("spark.executor.memory", "3g")
            .config("spark.executor.extraClassPath", System.getProperty("java.class.path"))
            .config("spark.ui.enabled", false)
            .config("spark.sql.shuffle.partitions", 16)
            .getOrCreate();
    try {
      Dataset<Row> old = PatchBench.jelly(spark, folder.resolve("old"));
      Dataset<Row> result =
          args[0].equals("diff")
              ? PatchOperations.diff(old, PatchBench.jelly(spark, folder.resolve("new")))
              : PatchOperations.applyPatch(
                  old, spark.read().format("jelly-patch").load(folder.resolve("diff").toString()));
      Harness harness = new Harness(Integer.parseInt(args[4]), Integer.parseInt(args[5]));
      Harness.Entry entry =
          new Harness.Entry(
              "jelly-bridge", Long.parseLong(args[2]), args[0], PatchBench.discard(result));
      Harness.Row row = harness.measure(args[1], args[0], List.of(entry), new HashMap<>()).get(0);
      print(row, live);
    } finally {
      spark.stop();
    }
  }

  private static void print(Harness.Row row, LiveHeap live) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("dataset", row.dataset());
    fields.put("task", "scale-" + row.task());
    fields.put("contender", row.contender());
    fields.put("median_s", row.medianSeconds());
    fields.put("rounds_s", row.seconds());
    fields.put("least_s", Arrays.stream(row.seconds()).min().orElseThrow());
    fields.put("statements", row.statements());
    fields.put("driver_heap_limit_mib", Runtime.getRuntime().maxMemory() >> 20);
    fields.put("driver_heap_peak_mib", LiveHeap.peakInUse() >> 20);
    fields.put("driver_heap_after_gc_peak_mib", live.peak() >> 20);
    System.out.println(Report.object(fields));
  }
}
