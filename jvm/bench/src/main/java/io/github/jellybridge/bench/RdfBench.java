package io.github.jellybridge.bench;

import io.github.jellybridge.bench.contender.Decoders;
import io.github.jellybridge.bench.contender.PlainTasks;
import io.github.jellybridge.bench.contender.ReadTask;
import io.github.jellybridge.bench.contender.RiotSource;
import io.github.jellybridge.bench.contender.SyntaxTasks;
import io.github.jellybridge.bench.generator.DataGenerator;
import io.github.jellybridge.bench.harness.Race;
import io.github.jellybridge.rdf.Syntax;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
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
final class RdfBench {
  /** The statements of each data set that RIOT parses; it takes seconds for that. */
  private static final long SLICE = 1_000_000;

  /** Least statements of the one file for two cores; 1.2 GB of iri-heavy. */
  private static final long LARGE = 10_000_000;

  /** Statements of the documents of other syntaxes. */
  private static final long DOCUMENT = 200_000;

  private static final String RIOT = "riot";
  private static final String RIOT_DATAFRAME = "riot-dataframe";
  private static final List<ReadTask> TASKS =
      List.of(
          ReadTask.MATERIALISE,
          ReadTask.COUNT,
          ReadTask.GROUP_PREDICATE,
          ReadTask.FILTER_GROUP_OBJECT,
          ReadTask.STRING_LENGTHS);

  private RdfBench() {}

  static void run(Bench bench) throws Exception {
    List<DataSet> selected = bench.datasets.selected();
    for (DataSet first : selected.subList(0, Math.min(1, selected.size()))) {
      if (bench.arguments.wantsTask("cores")) {
        cores(bench, large(bench, first));
      }
      convert(bench, first);
      parse(bench, first);
    }
    for (DataSet dataset : selected) {
      oneCore(bench, dataset);
    }
  }

  private static void oneCore(Bench bench, DataSet dataset) throws Exception {
    SparkSession spark = bench.spark();
    DataSets.Slice whole = bench.datasets.slice(dataset, dataset.statements());
    DataSets.Slice slice = bench.datasets.slice(dataset, SLICE);
    int passes = dataset.passes(bench.arguments);
    boolean quads = dataset.hasGraphs();
    Lang lang = quads ? Lang.NQUADS : Lang.NTRIPLES;
    Dataset<Row> text =
        spark
            .read()
            .format("rdf")
            .option("syntax", lang.getName())
            .option("blankNodes", "preserve")
            .load(times(passes, whole.text()));
    Dataset<Row> riotText = riotTable(spark, text.schema(), quads, times(passes, slice.text()));
    Dataset<Row> jelly = SparkTasks.load(spark, "jelly", times(passes, whole.jelly()));
    Dataset<Row> jellySlice = SparkTasks.load(spark, "jelly", times(passes, slice.jelly()));
    Race content = bench.race(dataset, "content");
    content.expect("content", "jelly", SparkTasks.digest(jelly));
    content.expect("content", Bench.OURS, SparkTasks.digest(text));
    if (bench.arguments.wantsContender(RIOT_DATAFRAME)) {
      content.expect("slice", "jelly", SparkTasks.digest(jellySlice));
      content.expect("slice", RIOT_DATAFRAME, SparkTasks.digest(riotText));
    }
    ReadTask.Predicates predicates = SparkTasks.predicates(jelly);
    for (ReadTask task : TASKS) {
      if (bench.arguments.wantsTask(task.label())) {
        // Writing to nothing has no answer to compare.
        boolean answerless = task == ReadTask.MATERIALISE;
        long n = whole.statements() * passes;
        long sliced = slice.statements() * passes;
        Race race = bench.race(dataset, task.label());
        race.add(
            Bench.OURS,
            n,
            answerless ? "discarded" : "all",
            () -> SparkTasks.run(task, predicates, text));
        race.add(
            RIOT_DATAFRAME,
            sliced,
            answerless ? "discarded" : "slice",
            () -> SparkTasks.run(task, predicates, riotText));
        race.add(
            RIOT,
            sliced,
            "slice",
            () ->
                PlainTasks.run(
                    task,
                    predicates,
                    sink -> {
                      for (int pass = 0; pass < passes; pass++) {
                        Decoders.parseText(slice.text(), lang, sink);
                      }
                    }));
        if (!answerless) {
          race.expect("all", "jelly", SparkTasks.run(task, predicates, jelly));
          race.expect("slice", "jelly", SparkTasks.run(task, predicates, jellySlice));
        }
        bench.add(race.run());
      }
    }
  }

  private static String[] times(int passes, Path file) {
    return Collections.nCopies(passes, file.toAbsolutePath().toString()).toArray(String[]::new);
  }

  /** The statements that RIOT reads from files as a table of Spark's, with our columns. */
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
  private static DataSet large(Bench bench, DataSet dataset) throws IOException {
    for (DataGenerator generator : DataGenerator.all()) {
      if (bench.arguments.data.isEmpty() && generator.name().equals(dataset.name())) {
        long statements = Math.max(LARGE, bench.arguments.statements);
        return bench.datasets.generated(generator, statements, 0);
      }
    }
    return dataset;
  }

  /** One file of a whole data set, in processes that have one core and two. */
  private static void cores(Bench bench, DataSet dataset) throws Exception {
    DataSets.Slice whole = bench.datasets.slice(dataset, dataset.statements());
    long n = whole.statements();
    try (SparkProcess one = new SparkProcess(1);
        SparkProcess two = new SparkProcess(2)) {
      for (ReadTask task : List.of(ReadTask.MATERIALISE, ReadTask.GROUP_PREDICATE)) {
        String name = task.name();
        Race race = bench.race(dataset, task.label(), one, two);
        race.add(
            task.label() + "/1", Bench.OURS, n, name, () -> one.run(name, false, whole.text()));
        race.add(
            task.label() + "/2", Bench.OURS, n, name, () -> two.run(name, false, whole.text()));
        bench.add(race.run());
      }
    }
  }

  /** N-Quads to Jelly, from file to file, without Spark. */
  private static void convert(Bench bench, DataSet dataset) throws Exception {
    if (!bench.arguments.wantsTask("convert")) {
      return;
    }
    DataSets.Slice slice = bench.datasets.slice(dataset, SLICE);
    Path jelly = Files.createTempFile("convert", ".jelly");
    try {
      Race race = bench.race(dataset, "convert");
      long n = slice.statements();
      race.add(Bench.OURS, n, "all", () -> SyntaxTasks.convert(slice.text(), jelly));
      race.add(RIOT, n, "all", () -> SyntaxTasks.convertByRiot(slice.text(), jelly));
      bench.add(race.run());
    } finally {
      Files.delete(jelly);
    }
  }

  /** Documents of the other syntaxes, in memory, without Spark. */
  private static void parse(Bench bench, DataSet dataset) throws Exception {
    DataSets.Slice slice = bench.datasets.slice(dataset, SLICE);
    for (Syntax syntax : new TreeSet<>(SyntaxTasks.PARSED.keySet())) {
      String task = "parse-" + syntax.shortName();
      if (bench.arguments.wantsTask(task)) {
        byte[] document = SyntaxTasks.document(slice.text(), syntax, DOCUMENT);
        long n = Long.parseLong(SyntaxTasks.parseByRiot(document, syntax));
        Race race = bench.race(dataset, task);
        race.add(Bench.OURS, n, "all", () -> SyntaxTasks.parse(document, syntax));
        race.add(RIOT, n, "all", () -> SyntaxTasks.parseByRiot(document, syntax));
        bench.add(race.run());
      }
    }
  }
}
