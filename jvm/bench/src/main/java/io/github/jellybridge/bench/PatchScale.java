package io.github.jellybridge.bench;

import io.github.jellybridge.bench.generator.DataGenerator;
import io.github.jellybridge.bench.harness.BenchArguments;
import io.github.jellybridge.bench.harness.ChildProcess;
import io.github.jellybridge.bench.harness.LiveHeap;
import io.github.jellybridge.bench.harness.Race;
import io.github.jellybridge.bench.harness.Result;
import io.github.jellybridge.spark.PatchOperations;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Task {@code scale} of {@code ./scripts/bench patch}: making and applying a patch on ten times the
 * data. The tasks run in a process of their own, so that the heap of the driver, another process,
 * is that of the driver alone.
 */
public final class PatchScale {
  private static final int SCALE = 10;

  private PatchScale() {}

  /** Measures the generated data sets that {@code --datasets} names. */
  static void run(Bench bench) throws Exception {
    Map<DataSet, Path> folders = new LinkedHashMap<>();
    for (DataGenerator generator : DataGenerator.all()) {
      if (bench.arguments.datasets.contains(generator.name())) {
        for (long n : List.of(1, SCALE)) {
          DataSet size = bench.datasets.generated(generator, n * bench.arguments.statements, 0);
          Bench.say("making patches of " + size.files());
          folders.put(size, PatchBench.prepare(bench, bench.spark("local[2]", 16), size));
        }
      }
    }
    bench.close(); // The memory of this session is needed.
    for (String task : List.of("diff", "apply")) {
      for (DataSet size : folders.keySet()) {
        Bench.say(task + " on " + size);
        List<String> command =
            ChildProcess.java(
                PatchScale.class,
                List.of("-Xmx512m"),
                task,
                size.name(),
                size.statements(),
                folders.get(size),
                bench.arguments.warmups,
                bench.arguments.rounds);
        // Spark's scripts would find out the version of Scala by themselves.
        Map<String, String> environment =
            Map.of("SPARK_HOME", sparkHome(bench).toString(), "SPARK_SCALA_VERSION", "2.13");
        try (ChildProcess driver = new ChildProcess(command, environment)) {
          bench.add(driver.rows());
        }
      }
    }
  }

  /** A folder that Spark starts executors from, and where these leave their logs. */
  private static Path sparkHome(Bench bench) throws Exception {
    Path jar =
        Path.of(SparkSession.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    Path home =
        Files.createDirectories(bench.arguments.output.resolve("spark-home")).toAbsolutePath();
    for (String part : List.of("bin", "jars")) {
      Files.deleteIfExists(home.resolve(part));
      Files.createSymbolicLink(home.resolve(part), jar.getParent().resolveSibling(part));
    }
    return home;
  }

  /**
   * The driver; prints a row.
   *
   * @param args {@code diff} or {@code apply}, the name of the data set, its number of statements,
   *     the folder of {@link PatchBench#prepare}, warm-up rounds and rounds
   */
  public static void main(String[] args) throws Exception {
    LiveHeap live = new LiveHeap();
    Path folder = Path.of(args[3]);
    SparkSession spark =
        Bench.session("local-cluster[1,2,3072]", 16)
            .config("spark.executor.memory", "3g")
            .config("spark.executor.extraClassPath", System.getProperty("java.class.path"))
            .getOrCreate();
    try {
      Dataset<Row> old = PatchBench.load(spark, folder, "old");
      Dataset<Row> result =
          args[0].equals("diff")
              ? PatchOperations.diff(old, PatchBench.load(spark, folder, "new"))
              : PatchOperations.applyPatch(old, PatchBench.patch(spark, folder));
      String[] rounds = {"--warmups", args[4], "--rounds", args[5]};
      Result row =
          new Race(BenchArguments.parse(rounds, 0), args[1], "scale-" + args[0])
              .add(Bench.OURS, Long.parseLong(args[2]), "all", () -> SparkTasks.discard(result))
              .run()
              .get(0);
      double least = Arrays.stream((double[]) row.values().get("rounds_s")).min().orElseThrow();
      System.out.println(live.addTo(row, "driver_").with("least_s", least).json());
    } finally {
      spark.stop();
    }
  }
}
