package io.github.jellybridge.bench;

import io.github.jellybridge.jelly.JellyReader;
import io.github.jellybridge.jelly.PhysicalType;
import io.github.jellybridge.rdf.Syntax;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import org.apache.jena.riot.Lang;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/**
 * {@code ./scripts/bench rdf}: N-Triples and N-Quads in Spark on one core, next to the same tasks
 * on RIOT's parser, without Spark and as a table of Spark's; and one file on two cores against one.
 */
public final class RdfBench {
  /** What RIOT parses of each data set; it takes seconds for that. */
  private static final long SLICE = 1_000_000;

  /**
   * Data sets with fewer statements are read several times a run: a query has a cost of its own.
   */
  private static final long LEAST_STATEMENTS = 2_000_000;

  /** Least statements of the one file for two cores; 1.2 GB of iri-heavy. */
  private static final long LARGE = 10_000_000;

  /** Statements of the documents of other syntaxes. */
  private static final long DOCUMENT = 200_000;

  private static final String OURS = "jelly-bridge";
  private static final String RIOT = "riot";
  private static final String RIOT_DATAFRAME = "riot-dataframe";
  private static final List<ReadTask> TASKS =
      List.of(
          ReadTask.MATERIALISE,
          ReadTask.COUNT,
          ReadTask.GROUP_PREDICATE,
          ReadTask.FILTER_GROUP_OBJECT,
          ReadTask.STRING_LENGTHS);

  private final BenchArguments arguments;
  private final DataSets datasets;
  private final Harness harness;
  private final List<Harness.Row> rows = new ArrayList<>();

  private RdfBench(BenchArguments arguments) {
    this.arguments = arguments;
    this.datasets = new DataSets(arguments);
    this.harness = new Harness(arguments.warmups(), arguments.rounds());
  }

  /** Runs the benchmark; see {@link BenchArguments} for the arguments. */
  public static void main(String[] args) throws Exception {
    new RdfBench(BenchArguments.parse(args)).run();
  }

  private void run() throws Exception {
    Map<String, Object> machine = Report.machine();
    List<DataSet> selected = datasets.selected();
    if (arguments.wantsTask("cores")) {
      for (DataSet dataset : selected.subList(0, 1)) {
        System.err.println("bench: two cores on " + dataset.name());
        cores(large(dataset));
      }
    }
    for (DataSet dataset : selected.subList(0, 1)) {
      System.err.println("bench: syntaxes on " + dataset.name());
      convert(dataset);
      parse(dataset);
    }
    SparkSession spark = ReadBench.session();
    machine.put("spark", spark.version());
    try {
      for (DataSet dataset : selected) {
        System.err.println("bench: rdf on " + dataset.name());
        oneCore(dataset, spark);
        Report.write(arguments.output(), "rdf", machine, rows.stream().map(Report::row).toList());
      }
    } finally {
      spark.stop();
    }
    print();
    Path file =
        Report.write(arguments.output(), "rdf", machine, rows.stream().map(Report::row).toList());
    System.out.println("\nwritten to " + file);
  }

  private void oneCore(DataSet dataset, SparkSession spark) throws Exception {
    DataSets.Slice whole = datasets.slice(dataset, dataset.statements());
    DataSets.Slice slice = datasets.slice(dataset, SLICE);
    long least = Math.min(LEAST_STATEMENTS, arguments.statements());
    int passes = (int) Math.max(1, least / Math.max(1, dataset.statements()));
    boolean quads = hasGraphs(dataset);
    Lang lang = quads ? Lang.NQUADS : Lang.NTRIPLES;
    Dataset<Row> text =
        spark
            .read()
            .format("rdf")
            .option("syntax", lang.getName())
            .option("blankNodes", "preserve")
            .load(times(passes, whole.text()));
    Dataset<Row> riotText = riotTable(spark, text.schema(), quads, times(passes, slice.text()));
    Dataset<Row> jelly = jelly(spark, times(passes, whole.jelly()));
    Dataset<Row> jellySlice = jelly(spark, times(passes, slice.jelly()));
    Map<String, String> content = new HashMap<>();
    Harness.check(content, "content", "jelly", SparkTasks.digest(jelly));
    Harness.check(content, "content", dataset.name() + ": rdf", SparkTasks.digest(text));
    if (arguments.wantsContender(RIOT_DATAFRAME)) {
      Harness.check(content, "slice", "jelly", SparkTasks.digest(jellySlice));
      String found = SparkTasks.digest(riotText);
      Harness.check(content, "slice", dataset.name() + ": " + RIOT_DATAFRAME, found);
    }
    ReadTask.Predicates predicates = SparkTasks.predicates(jelly);
    for (ReadTask task : TASKS) {
      if (arguments.wantsTask(task.label())) {
        // Writing to nothing has no answer to compare.
        boolean answerless = task == ReadTask.MATERIALISE;
        List<Harness.Entry> entries = new ArrayList<>();
        Harness.Work ours = () -> SparkTasks.run(task, predicates, text);
        add(entries, OURS, whole.statements() * passes, answerless ? "discarded" : "all", ours);
        Harness.Work riotRows = () -> SparkTasks.run(task, predicates, riotText);
        long sliced = slice.statements() * passes;
        add(entries, RIOT_DATAFRAME, sliced, answerless ? "discarded" : "slice", riotRows);
        Harness.Work riot =
            () ->
                PlainTasks.run(
                    task,
                    predicates,
                    sink -> {
                      for (int pass = 0; pass < passes; pass++) {
                        Decoders.parseText(slice.text(), lang, sink);
                      }
                    });
        add(entries, RIOT, sliced, "slice", riot);
        Map<String, String> answers = new HashMap<>();
        if (!answerless) {
          answers.put("all", SparkTasks.run(task, predicates, jelly));
          answers.put("slice", SparkTasks.run(task, predicates, jellySlice));
        }
        System.err.println("bench:   " + task.label());
        rows.addAll(harness.measure(dataset.name(), task.label(), entries, answers));
      }
    }
  }

  /** Whether files declare statements in named graphs; schema.org's releases are such files. */
  private static boolean hasGraphs(DataSet dataset) throws IOException {
    for (Path file : dataset.files()) {
      try (JellyReader reader = Decoders.openBridge(file)) {
        if (reader.header().options().physicalType() != PhysicalType.TRIPLES) {
          return true;
        }
      }
    }
    return false;
  }

  private static String[] times(int passes, Path file) {
    return Collections.nCopies(passes, file.toAbsolutePath().toString()).toArray(String[]::new);
  }

  private static Dataset<Row> jelly(SparkSession spark, String[] files) {
    return spark.read().format("jelly").option("blankNodes", "preserve").load(files);
  }

  /** What RIOT reads from files as a table of Spark's, with our columns. */
  private static Dataset<Row> riotTable(
      SparkSession spark, StructType schema, boolean quads, String[] files) {
    return spark
        .read()
        .format(RiotSource.class.getName())
        .schema(schema)
        .option("path", String.join("\n", files))
        .option("quads", quads)
        .load();
  }

  /** The generated data set of that name with more statements; a data set of the user as it is. */
  private DataSet large(DataSet dataset) throws IOException {
    for (DataGenerator generator : DataGenerator.all()) {
      if (arguments.data().isEmpty() && generator.name().equals(dataset.name())) {
        return datasets.generated(generator, Math.max(LARGE, arguments.statements()), 0);
      }
    }
    return dataset;
  }

  /** One file of a whole data set, in processes that have one core and two. */
  private void cores(DataSet dataset) throws Exception {
    DataSets.Slice whole = datasets.slice(dataset, dataset.statements());
    try (SplitProcess one = new SplitProcess(1);
        SplitProcess two = new SplitProcess(2)) {
      Harness inProcesses = SplitProcess.harness(arguments, one, two);
      for (ReadTask task : List.of(ReadTask.MATERIALISE, ReadTask.GROUP_PREDICATE)) {
        List<Harness.Entry> entries = new ArrayList<>();
        String name = task.name();
        add(entries, "1", whole.statements(), name, () -> one.run(name, false, whole.text()));
        add(entries, "2", whole.statements(), name, () -> two.run(name, false, whole.text()));
        for (Harness.Row row :
            inProcesses.measure(dataset.name(), task.label(), entries, new HashMap<>())) {
          rows.add(
              new Harness.Row(
                  row.dataset(),
                  task.label() + "/" + row.contender(),
                  OURS,
                  row.medianSeconds(),
                  row.seconds(),
                  row.statements()));
        }
      }
    }
  }

  /** N-Quads to Jelly, from file to file, without Spark. */
  private void convert(DataSet dataset) throws Exception {
    if (!arguments.wantsTask("convert")) {
      return;
    }
    DataSets.Slice slice = datasets.slice(dataset, SLICE);
    Path jelly = Files.createTempFile("convert", ".jelly");
    try {
      List<Harness.Entry> entries = new ArrayList<>();
      Harness.Work ours = () -> SyntaxTasks.convert(slice.text(), jelly);
      Harness.Work riot = () -> SyntaxTasks.convertByRiot(slice.text(), jelly);
      add(entries, OURS, slice.statements(), "all", ours);
      add(entries, RIOT, slice.statements(), "all", riot);
      rows.addAll(harness.measure(dataset.name(), "convert", entries, new HashMap<>()));
    } finally {
      Files.delete(jelly);
    }
  }

  /** Documents of the other syntaxes, in memory, without Spark. */
  private void parse(DataSet dataset) throws Exception {
    DataSets.Slice slice = datasets.slice(dataset, SLICE);
    for (Syntax syntax : new TreeSet<>(SyntaxTasks.PARSED.keySet())) {
      String task = "parse-" + syntax.shortName();
      if (arguments.wantsTask(task)) {
        byte[] document = SyntaxTasks.document(slice.text(), syntax, DOCUMENT);
        long statements = Long.parseLong(SyntaxTasks.parseByRiot(document, syntax));
        List<Harness.Entry> entries = new ArrayList<>();
        add(entries, OURS, statements, "all", () -> SyntaxTasks.parse(document, syntax));
        add(entries, RIOT, statements, "all", () -> SyntaxTasks.parseByRiot(document, syntax));
        rows.addAll(harness.measure(dataset.name(), task, entries, new HashMap<>()));
      }
    }
  }

  /** How many times the speed of RIOT a task should have. */
  private static double goal(String task) {
    return task.equals("convert") ? 5 : task.startsWith("parse-") ? 1 / 1.15 : 10;
  }

  private void add(
      List<Harness.Entry> entries,
      String contender,
      long statements,
      String scope,
      Harness.Work work) {
    if (contender.equals(OURS) || arguments.wantsContender(contender)) {
      entries.add(new Harness.Entry(contender, statements, scope, work));
    }
  }

  private void print() {
    System.out.printf(
        "%-12s %-22s %-14s %10s %10s%n", "data set", "task", "contender", "M stmt/s", "median s");
    Map<String, Harness.Row> known = new HashMap<>();
    for (Harness.Row row : rows) {
      System.out.printf(
          Locale.ROOT,
          "%-12s %-22s %-14s %10.3f %10.3f%n",
          row.dataset(),
          row.task(),
          row.contender(),
          row.rate(),
          row.medianSeconds());
      known.put(row.dataset() + " " + row.task() + " " + row.contender(), row);
    }
    System.out.println();
    for (Harness.Row row : rows) {
      String start = row.dataset() + " " + row.task();
      if (row.contender().equals(OURS)) {
        for (String contender : List.of(RIOT, RIOT_DATAFRAME)) {
          Harness.Row riot = known.get(start + " " + contender);
          if (riot != null) {
            System.out.printf(
                Locale.ROOT,
                "%-12s %-22s %6.2f x %s (goal: %.2f)%n",
                row.dataset(),
                row.task(),
                row.rate() / riot.rate(),
                contender,
                goal(row.task()));
          }
        }
      }
      if (row.task().endsWith("/2")) {
        Harness.Row one = known.get(start.replace("/2", "/1") + " " + OURS);
        System.out.printf(
            Locale.ROOT,
            "%-12s %-22s %6.2f x one core (goal: 1.80)%n",
            row.dataset(),
            row.task(),
            row.rate() / one.rate());
      }
    }
  }
}
