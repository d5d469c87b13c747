package io.github.jellybridge.bench;

import io.github.jellybridge.bench.contender.ReadTask;
import io.github.jellybridge.bench.generator.DataGenerator;
import io.github.jellybridge.bench.generator.ManyNames;
import io.github.jellybridge.bench.harness.ChildProcess;
import io.github.jellybridge.bench.harness.LiveHeap;
import io.github.jellybridge.bench.harness.Result;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * {@code ./scripts/bench memory}: reads files of 0.5, 1 and 2 GB with a heap of 512 MB, each in a
 * process of its own, and shows the peaks side by side.
 */
public final class MemoryBench {
  private static final long LARGEST = 2_000_000_000;

  private MemoryBench() {}

  /** {@code --datasets} chooses the generator, many-names by default. */
  static void run(Bench bench) throws Exception {
    for (DataGenerator generator : bench.datasets.generators(new ManyNames())) {
      for (int part : List.of(4, 2, 1)) {
        long bytes = bench.arguments.bytes(LARGEST) / part;
        Path file = bench.datasets.generated(generator, 0, bytes).files().get(0);
        String name = generator.name() + "-" + bytes / 1_000_000 + "MB";
        Bench.say("memory on " + name);
        List<String> command =
            ChildProcess.java(MemoryBench.class, List.of("-Xmx512m"), name, file.toAbsolutePath());
        try (ChildProcess process = new ChildProcess(command, Map.of())) {
          bench.add(process.rows());
        }
      }
    }
  }

  /**
   * The process of one file, which it reads twice; prints rows.
   *
   * @param args the name of the data set and its file
   */
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
      SparkTasks.discard(df);
      print(args[0], ReadTask.MATERIALISE, start, statements, live);
    } finally {
      spark.stop();
    }
  }

  private static void print(
      String dataset, ReadTask task, long start, long statements, LiveHeap live) {
    double[] seconds = {(System.nanoTime() - start) / 1000 / 1e6};
    String resident = Bench.procField("/proc/self/status", "VmHWM").replaceAll("\\D", "");
    Result row = Result.timed(dataset, task.label(), Bench.OURS, seconds, statements);
    System.out.println(
        live.addTo(row, "")
            .with("rss_peak_mib", resident.isEmpty() ? -1 : Long.parseLong(resident) >> 10)
            .json());
  }
}
