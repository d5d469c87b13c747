package io.github.jellybridge.bench;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.sum;

import io.github.jellybridge.jena.RdfPatchText;
import io.github.jellybridge.patch.PatchReader;
import io.github.jellybridge.spark.PatchOperations;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * {@code ./scripts/bench patch}: patches outside Spark next to statements ({@code decode}, {@code
 * encode}), making and applying them in Spark next to the joins that do the least possible ({@code
 * diff}, {@code apply}), and the size of a patch next to its text. Task {@code scale} has to be
 * asked for: the same for ten times the data, and what the driver needs for it.
 */
public final class PatchBench {
  private static final int SCALE = 10;

  private final BenchArguments arguments;
  private final List<Harness.Row> rows = new ArrayList<>();
  private final List<String> lines = new ArrayList<>();
  private final AtomicLong toDriver = new AtomicLong();

  private PatchBench(BenchArguments arguments) {
    this.arguments = arguments;
  }

  /** Runs the benchmark; see {@link BenchArguments} for the arguments. */
  public static void main(String[] args) throws Exception {
    new PatchBench(BenchArguments.parse(args)).run();
  }

  private void run() throws Exception {
    List<DataSet> datasets = new DataSets(arguments).selected();
    for (DataSet dataset : datasets) {
      PatchCodecs codecs = new PatchCodecs(arguments, dataset);
      if (arguments.wantsTask("decode") || arguments.wantsTask("encode")) {
        System.err.println("bench: patch codec on " + dataset.name());
        rows.addAll(codecs.measure());
      }
    }
    if (arguments.wantsTask("diff") || arguments.wantsTask("apply")) {
      SparkSession spark = session();
      try {
        for (DataSet dataset : datasets) {
          System.err.println("bench: diff and apply on " + dataset.name());
          inSpark(spark, dataset);
        }
      } finally {
        spark.stop();
      }
    }
    if (arguments.tasks().contains("scale")) {
      scale();
    }
    print();
    lines.addAll(0, rows.stream().map(Report::row).toList());
    System.out.println(
        "\nwritten to " + Report.write(arguments.output(), "patch", Report.machine(), lines));
  }

  private SparkSession session() {
    SparkSession spark =
        SparkSession.builder()
            .master("local[2]")
            .appName("jelly-bridge bench")
            .config("spark.ui.enabled", false)
            .config("spark.sql.shuffle.partitions", 16)
            .getOrCreate();
    spark
        .sparkContext()
        .addSparkListener(
            new SparkListener() {
              @Override
              public void onTaskEnd(SparkListenerTaskEnd end) {
                if (end.taskMetrics() != null) {
                  toDriver.addAndGet(end.taskMetrics().resultSize());
                }
              }
            });
    return spark;
  }

  // ---- Spark ---------------------------------------------------------------------------------

  private void inSpark(SparkSession spark, DataSet dataset) throws Exception {
    Path folder = prepare(spark, dataset);
    Dataset<Row> old = jelly(spark, folder.resolve("old"));
    Dataset<Row> changed = jelly(spark, folder.resolve("new"));
    Dataset<Row> patch = spark.read().format("jelly-patch").load(folder.resolve("diff").toString());
    Map<String, String> answers = new HashMap<>();
    Harness harness = new Harness(arguments.warmups(), arguments.rounds());
    long n = dataset.statements();
    if (arguments.wantsTask("diff")) {
      Dataset<Row> ours = PatchOperations.diff(old, changed).where("op IN ('A', 'D')");
      Dataset<Row> join =
          old.join(changed, same(old, changed), "left_anti")
              .withColumn("op", lit("D"))
              .unionByName(
                  changed.join(old, same(changed, old), "left_anti").withColumn("op", lit("A")));
      Harness.check(answers, "diff", "jelly-bridge", operations(ours));
      Harness.check(answers, "diff", "spark-join", operations(join));
      rows.addAll(
          harness.measure(
              dataset.name(),
              "diff",
              entries(n, discard(PatchOperations.diff(old, changed)), discard(join)),
              new HashMap<>()));
    }
    if (arguments.wantsTask("apply")) {
      Dataset<Row> ours = PatchOperations.applyPatch(old, patch);
      Dataset<Row> net = patch.where("op IN ('A', 'D')");
      Dataset<Row> join =
          old.join(net, same(old, net), "left_anti")
              .unionByName(patch.where("op = 'A'").select("s", "p", "o", "g"));
      Harness.check(answers, "apply", "new", SparkTasks.digest(changed));
      Harness.check(answers, "apply", "jelly-bridge", SparkTasks.digest(ours));
      Harness.check(answers, "apply", "spark-join", SparkTasks.digest(join));
      rows.addAll(
          harness.measure(
              dataset.name(), "apply", entries(n, discard(ours), discard(join)), new HashMap<>()));
    }
    size(dataset, folder.resolve("diff"));
  }

  /**
   * Makes the statements, each once, and those with 5 % of differences, if they are not there, and
   * the patch between them anew; returns the folder that has them.
   */
  private Path prepare(SparkSession spark, DataSet dataset) {
    Path folder =
        arguments
            .output()
            .resolve("data/patch/" + dataset.name() + "-" + dataset.statements())
            .toAbsolutePath();
    if (!Files.exists(folder.resolve("new/_SUCCESS"))) {
      Dataset<Row> all =
          spark
              .read()
              .format("jelly")
              .option("blankNodes", "preserve")
              .load(dataset.paths())
              .distinct();
      save(all, "jelly", folder.resolve("old"));
      Dataset<Row> old = jelly(spark, folder.resolve("old"));
      // Whole subjects, as changes of real data come by subject.
      String choice = "pmod(xxhash64(s.value), 40)";
      Dataset<Row> added =
          old.where(choice + " = 1")
              .withColumn("p", col("p").withField("value", lit("http://example.org/changed")))
              .distinct();
      save(old.where(choice + " <> 0").unionByName(added), "jelly", folder.resolve("new"));
    }
    Dataset<Row> old = jelly(spark, folder.resolve("old"));
    Dataset<Row> diff = PatchOperations.diff(old, jelly(spark, folder.resolve("new")));
    save(diff, "jelly-patch", folder.resolve("diff"));
    return folder;
  }

  // ---- ten times the data --------------------------------------------------------------------

  private void scale() throws Exception {
    List<DataSet> sizes = new ArrayList<>();
    DataSets sets = new DataSets(arguments);
    for (DataGenerator generator : DataGenerator.all()) {
      if (arguments.datasets().contains(generator.name())) {
        sizes.add(sets.generated(generator, arguments.statements(), 0));
        sizes.add(sets.generated(generator, SCALE * arguments.statements(), 0));
      }
    }
    Map<DataSet, Path> folders = new LinkedHashMap<>();
    SparkSession spark = session();
    try {
      for (DataSet size : sizes) {
        System.err.println("bench: making patches of " + size.files());
        folders.put(size, prepare(spark, size));
      }
    } finally {
      spark.stop();
    }
    System.out.printf(
        "%-12s %-12s %12s %10s %20s %18s%n",
        "data set", "task", "statements", "median s", "driver after gc MiB", "driver peak MiB");
    for (String task : List.of("diff", "apply")) {
      for (DataSet size : sizes) {
        String row = probe(task, size, folders.get(size));
        lines.add(row);
        System.out.printf(
            "%-12s %-12s %12s %10s %20s %18s%n",
            size.name(),
            Probe.field(row, "task"),
            Probe.field(row, "statements"),
            Probe.field(row, "median_s"),
            Probe.field(row, "driver_heap_after_gc_peak_mib"),
            Probe.field(row, "driver_heap_peak_mib"));
      }
    }
  }

  private String probe(String task, DataSet size, Path folder) throws Exception {
    Path home = sparkHome();
    List<String> rows =
        Probe.run(
            "-Xmx512m",
            // Spark's scripts would find out the second by themselves.
            Map.of("SPARK_HOME", home.toString(), "SPARK_SCALA_VERSION", "2.13"),
            PatchScaleProbe.class,
            task,
            size.name(),
            Long.toString(size.statements()),
            folder.toString(),
            Integer.toString(arguments.warmups()),
            Integer.toString(arguments.rounds()));
    return rows.get(0);
  }

  /** A folder that Spark starts executors from, and where these leave what they log. */
  private Path sparkHome() throws Exception {
    Path jar =
        Path.of(SparkSession.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    Path home = Files.createDirectories(arguments.output().resolve("spark-home")).toAbsolutePath();
    for (String part : List.of("bin", "jars")) {
      Files.deleteIfExists(home.resolve(part));
      Files.createSymbolicLink(home.resolve(part), jar.getParent().resolveSibling(part));
    }
    return home;
  }

  private static void save(Dataset<Row> rows, String format, Path path) {
    rows.write().format(format).mode("overwrite").save(path.toString());
  }

  static Dataset<Row> jelly(SparkSession spark, Path path) {
    return spark.read().format("jelly").option("blankNodes", "preserve").load(path.toString());
  }

  private static Column same(Dataset<Row> left, Dataset<Row> right) {
    return left.col("s")
        .equalTo(right.col("s"))
        .and(left.col("p").equalTo(right.col("p")))
        .and(left.col("o").equalTo(right.col("o")))
        .and(left.col("g").eqNullSafe(right.col("g")));
  }

  private static String operations(Dataset<Row> patch) {
    return patch
        .groupBy("op")
        .agg(count(lit(1)), sum(expr("pmod(xxhash64(s, p, o, g), 1000000007)")))
        .orderBy("op")
        .collectAsList()
        .toString();
  }

  static Harness.Work discard(Dataset<Row> rows) {
    return () -> SparkTasks.discard(rows);
  }

  private List<Harness.Entry> entries(long n, Harness.Work ours, Harness.Work join) {
    List<Harness.Entry> entries = new ArrayList<>();
    for (String contender : List.of("jelly-bridge", "spark-join")) {
      if (arguments.wantsContender(contender)) {
        Harness.Work work = contender.equals("jelly-bridge") ? ours : join;
        entries.add(new Harness.Entry(contender, n, contender, counted(contender, work)));
      }
    }
    return entries;
  }

  /** Notes what the tasks of a run send to the driver. */
  private Harness.Work counted(String contender, Harness.Work work) {
    return () -> {
      toDriver.set(0);
      String answer = work.run();
      Thread.sleep(100); // The listener may still be at it.
      System.err.println(
          "bench:   " + contender + " sent " + toDriver.get() + " bytes to the driver");
      return answer;
    };
  }

  private void size(DataSet dataset, Path folder) throws IOException {
    long ours = 0;
    CountingOutput text = new CountingOutput();
    List<Path> files;
    try (Stream<Path> list = Files.list(folder)) {
      files = list.filter(f -> f.toString().endsWith(".jellyp")).sorted().toList();
    }
    for (Path file : files) {
      ours += Files.size(file);
      try (InputStream in = Files.newInputStream(file);
          PatchReader reader = PatchReader.open(in, file.toString(), PatchReader.defaults());
          RdfPatchText.Writer writer = RdfPatchText.writer(text)) {
        reader.read(writer);
      }
    }
    size(dataset, "jelly-bridge", ours);
    size(dataset, "rdf-patch", text.bytes);
    System.out.printf(Locale.ROOT, "text is %.2f times the size%n", (double) text.bytes / ours);
  }

  private void size(DataSet dataset, String contender, long bytes) {
    lines.add(Report.size(dataset.name(), contender, bytes));
    System.out.printf("%-12s %-8s %-14s %,14d bytes%n", dataset.name(), "size", contender, bytes);
  }

  private void print() {
    Map<String, Double> reference = new HashMap<>();
    for (Harness.Row row : rows) {
      if (!row.contender().equals("jelly-bridge")) {
        reference.put(row.dataset() + row.task(), row.medianSeconds());
      }
    }
    System.out.printf(
        "%-12s %-8s %-14s %10s %12s %8s%n",
        "data set", "task", "contender", "median s", "M stmt/s", "x time");
    for (Harness.Row row : rows) {
      Double other = reference.get(row.dataset() + row.task());
      System.out.printf(
          Locale.ROOT,
          "%-12s %-8s %-14s %10.3f %12.2f %8.2f%n",
          row.dataset(),
          row.task(),
          row.contender(),
          row.medianSeconds(),
          row.rate(),
          other == null ? 1.0 : row.medianSeconds() / other);
    }
  }
}
