package io.github.jellybridge.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.jena.riot.system.StreamRDF;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * {@code ./scripts/bench read}: Spark on Jelly files against Spark on the same table in Parquet.
 *
 * <p>Both run in one {@code local[1]} session; RIOT and pyjelly do the same tasks without Spark,
 * the slow ones on the beginning of the data.
 */
public final class ReadBench {
  private static final long RIOT_SLICE = 100_000;
  private static final long PYJELLY_SLICE = 30_000;

  private final BenchArguments arguments;
  private final DataSets datasets;
  private final SparkSession spark;
  private final Map<List<String>, Boolean> able = new HashMap<>();

  private ReadBench(BenchArguments arguments) {
    this.arguments = arguments;
    this.datasets = new DataSets(arguments);
    this.spark = session();
  }

  /** Runs the benchmark; see {@link BenchArguments} for the arguments. */
  public static void main(String[] args) throws Exception {
    BenchArguments arguments = BenchArguments.parse(args);
    ReadBench bench = new ReadBench(arguments);
    try (PyjellyProcess pyjelly = new PyjellyProcess(arguments)) {
      bench.run(pyjelly);
    } finally {
      bench.spark.stop();
    }
  }

  /** A session of one core with Spark's defaults but for what depends on the size of a cluster. */
  static SparkSession session() {
    return SparkSession.builder()
        .master("local[1]")
        .appName("jelly-bridge bench")
        .config("spark.ui.enabled", false)
        .config("spark.sql.shuffle.partitions", 2)
        .getOrCreate();
  }

  private void run(PyjellyProcess pyjelly) throws Exception {
    Map<String, Object> machine = Report.machine();
    machine.put("spark", spark.version());
    machine.put("pyjelly", pyjelly.version());
    List<Harness.Row> rows = new ArrayList<>();
    for (DataSet dataset : datasets.selected()) {
      rows.addAll(measure(dataset, pyjelly));
      // Written after every data set, so that a run cut short still leaves what it measured.
      Report.write(arguments.output(), "read", machine, rows.stream().map(Report::row).toList());
    }
    new ReadTable(rows).print(System.out);
    Path chart = arguments.output().resolve("read.svg");
    Files.writeString(chart, new ReadChart(rows, machine).svg());
    System.out.println("\nwritten to " + arguments.output().resolve("read.json") + " and " + chart);
  }

  private List<Harness.Row> measure(DataSet dataset, PyjellyProcess pyjelly) throws Exception {
    Dataset<Row> jelly =
        spark.read().format("jelly").option("blankNodes", "preserve").load(dataset.paths());
    Dataset<Row> parquet = parquet(dataset, jelly);
    Map<String, String> content = new HashMap<>();
    Harness.check(content, "content", "jelly-bridge", SparkTasks.digest(jelly));
    Harness.check(content, "content", dataset.name() + ": parquet", SparkTasks.digest(parquet));
    ReadTask.Predicates predicates = SparkTasks.predicates(parquet);
    System.err.println("bench: read on " + dataset.name() + " with " + predicates);

    List<Harness.Row> rows = new ArrayList<>();
    Harness harness = new Harness(arguments.warmups(), arguments.rounds());
    for (ReadTask task : ReadTask.values()) {
      if (arguments.wantsTask(task.label())) {
        List<Harness.Entry> entries = new ArrayList<>();
        Map<String, String> answers = new HashMap<>();
        // Writing to nothing has no answer; the digest above has compared the content.
        boolean answerless = task == ReadTask.MATERIALISE || task == ReadTask.FILTER_SCAN;
        long n = dataset.statements();
        String scope = answerless ? "discarded" : "all";
        add(entries, "jelly-bridge", n, scope, () -> SparkTasks.run(task, predicates, jelly));
        add(entries, "parquet", n, scope, () -> SparkTasks.run(task, predicates, parquet));
        if (task != ReadTask.FILTER_SCAN) {
          others(dataset, task, predicates, pyjelly, entries, answers);
        }
        System.err.println("bench:   " + task.label());
        rows.addAll(harness.measure(dataset.name(), task.label(), entries, answers));
      }
    }
    return rows;
  }

  /** Adds the contenders that know nothing of Spark. */
  private void others(
      DataSet dataset,
      ReadTask task,
      ReadTask.Predicates predicates,
      PyjellyProcess pyjelly,
      List<Harness.Entry> entries,
      Map<String, String> answers)
      throws Exception {
    ReadTask any = ReadTask.COUNT;
    Consumer<StreamRDF> whole =
        sink -> dataset.files().forEach(file -> EncodedFiles.parse(file, sink));
    if (!able("jelly-jena", dataset, () -> PlainTasks.run(any, predicates, whole))) {
      return;
    }
    long n = dataset.statements();
    add(entries, "jelly-jena", n, "all", () -> PlainTasks.run(task, predicates, whole));

    // The slow contenders read slices; what they must answer, jelly-jena says.
    DataSets.Slice text = datasets.slice(dataset, RIOT_SLICE);
    Consumer<StreamRDF> parsed = sink -> Decoders.parseText(text.text(), sink);
    if (able("riot", dataset, () -> PlainTasks.run(any, predicates, parsed))) {
      Harness.Work work = () -> PlainTasks.run(task, predicates, parsed);
      add(entries, "riot", text.statements(), "riot", work);
      answers.put(
          "riot", PlainTasks.run(task, predicates, sink -> EncodedFiles.parse(text.jelly(), sink)));
    }
    DataSets.Slice small = datasets.slice(dataset, PYJELLY_SLICE);
    String[] details =
        switch (task) {
          case FILTER_GROUP_OBJECT -> new String[] {predicates.filter()};
          case SELF_JOIN -> new String[] {predicates.join(), predicates.filter()};
          default -> new String[0];
        };
    if (able("pyjelly", dataset, () -> pyjelly.run(any.label(), small.jelly()))) {
      Harness.Work work = () -> pyjelly.run(task.label(), small.jelly(), details);
      add(entries, "pyjelly", small.statements(), "pyjelly", work);
      answers.put(
          "pyjelly",
          PlainTasks.run(task, predicates, sink -> EncodedFiles.parse(small.jelly(), sink)));
    }
  }

  /** Tries each contender once on each data set. */
  private boolean able(String contender, DataSet dataset, Harness.Work attempt) throws Exception {
    List<String> key = List.of(contender, dataset.name());
    Boolean known = able.get(key);
    if (known == null) {
      known =
          arguments.wantsContender(contender)
              && arguments.canRead(contender, dataset.name(), attempt);
      able.put(key, known);
    }
    return known;
  }

  private void add(
      List<Harness.Entry> entries,
      String contender,
      long statements,
      String scope,
      Harness.Work work) {
    if (arguments.wantsContender(contender)) {
      entries.add(new Harness.Entry(contender, statements, scope, work));
    }
  }

  /** The table in Parquet, written once by Spark with its defaults from the rows of the source. */
  private Dataset<Row> parquet(DataSet dataset, Dataset<Row> jelly) throws IOException {
    long key = spark.version().hashCode();
    for (Path file : dataset.files()) {
      key =
          key * 31
              + file.hashCode()
              + Files.size(file) * 17
              + Files.getLastModifiedTime(file).toMillis();
    }
    Path folder =
        arguments
            .output()
            .resolve("data/parquet/" + dataset.name() + "-" + Long.toHexString(key))
            .toAbsolutePath();
    if (!Files.exists(folder.resolve("_SUCCESS"))) {
      jelly.write().mode("overwrite").parquet(folder.toString());
    }
    return spark.read().parquet(folder.toString());
  }
}
