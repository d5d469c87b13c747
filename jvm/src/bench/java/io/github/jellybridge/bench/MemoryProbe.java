package io.github.jellybridge.bench;

import com.sun.management.GarbageCollectionNotificationInfo;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.NotificationEmitter;
import javax.management.openmbean.CompositeData;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** One process of the memory benchmark: reads one file twice and prints what that took, as JSON. */
public final class MemoryProbe {
  private MemoryProbe() {}

  /** Takes the name of the data set and its file. */
  public static void main(String[] args) throws Exception {
    AtomicLong live = watchCollections();
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
      String dataset, ReadTask task, long start, long statements, AtomicLong live) {
    double seconds = (System.nanoTime() - start) / 1e9;
    long peak = 0;
    for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
      if (pool.getType() == MemoryType.HEAP) {
        peak += pool.getPeakUsage().getUsed();
      }
    }
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("dataset", dataset);
    row.put("task", task.label());
    row.put("contender", "jelly-bridge");
    row.put("median_s", seconds);
    row.put("rounds_s", new double[] {seconds});
    row.put("statements", statements);
    row.put("heap_limit_mib", Runtime.getRuntime().maxMemory() >> 20);
    row.put("heap_peak_mib", peak >> 20);
    row.put("heap_after_gc_peak_mib", live.get() >> 20);
    String resident = Report.field("/proc/self/status", "VmHWM").replaceAll("\\D", "");
    row.put("rss_peak_mib", resident.isEmpty() ? -1 : Long.parseLong(resident) >> 10);
    System.out.println(Report.object(row));
  }

  /** Keeps the most heap that was in use right after any garbage collection. */
  private static AtomicLong watchCollections() {
    Set<String> heapPools = new HashSet<>();
    for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
      if (pool.getType() == MemoryType.HEAP) {
        heapPools.add(pool.getName());
      }
    }
    AtomicLong most = new AtomicLong();
    for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      ((NotificationEmitter) collector)
          .addNotificationListener(
              (notification, handback) -> {
                if (notification.getUserData() instanceof CompositeData data) {
                  long used =
                      GarbageCollectionNotificationInfo.from(data)
                          .getGcInfo()
                          .getMemoryUsageAfterGc()
                          .entrySet()
                          .stream()
                          .filter(pool -> heapPools.contains(pool.getKey()))
                          .mapToLong(pool -> pool.getValue().getUsed())
                          .sum();
                  most.accumulateAndGet(used, Math::max);
                }
              },
              null,
              null);
    }
    return most;
  }
}
