package io.github.jellybridge.bench;

import io.github.jellybridge.bench.contender.Decoders;
import io.github.jellybridge.bench.contender.EncodedFiles;
import io.github.jellybridge.bench.contender.PlainTasks;
import io.github.jellybridge.bench.contender.ReadTask;
import io.github.jellybridge.bench.harness.Race;
import io.github.jellybridge.bench.harness.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
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
 * the slow ones on the beginning of the data. With {@code --layout 1.2} only our files have
 * columns.
 */
final class ReadBench {
  private static final long RIOT_SLICE = 100_000;
  private static final long PYJELLY_SLICE = 30_000;

  private final Bench bench;
  private final DataSet dataset;
  private final ReadTask.Predicates predicates;
  private final Map<String, Boolean> able = new HashMap<>();

  private ReadBench(Bench bench, DataSet dataset, ReadTask.Predicates predicates) {
    this.bench = bench;
    this.dataset = dataset;
    this.predicates = predicates;
  }

  static void run(Bench bench) throws Exception {
    SparkSession spark = bench.spark();
    bench.pyjelly();
    for (DataSet dataset : bench.datasets.selected()) {
      Dataset<Row> jelly =
          SparkTasks.load(spark, "jelly", bench.datasets.inLayout(dataset).paths());
      Dataset<Row> parquet = parquet(bench, dataset);
      bench
          .race(dataset, "content")
          .expect("content", Bench.OURS, SparkTasks.digest(jelly))
          .expect("content", "parquet", SparkTasks.digest(parquet));
      ReadTask.Predicates predicates = SparkTasks.predicates(parquet);
      Bench.say(predicates.toString());
      new ReadBench(bench, dataset, predicates).measure(jelly, parquet);
    }
    for (DataSet dataset : bench.datasets.selected()) {
      bench
          .find(dataset.name(), ReadTask.FILTER_SCAN.label(), Bench.OURS)
          .forEach(scan -> compare(bench, scan));
    }
  }

  private static void compare(Bench bench, Result scan) {
    bench
        .find(scan.dataset(), ReadTask.MATERIALISE.label(), Bench.OURS)
        .forEach(
            whole ->
                bench.note(
                    "%s: filter-scan is %.2f x as fast as materialise",
                    scan.dataset(), scan.rate() / whole.rate()));
  }

  private void measure(Dataset<Row> jelly, Dataset<Row> parquet) throws Exception {
    for (ReadTask task : ReadTask.values()) {
      if (bench.arguments.wantsTask(task.label())) {
        // Writing to nothing has no answer; the digests have compared the content.
        boolean answerless = task == ReadTask.MATERIALISE || task == ReadTask.FILTER_SCAN;
        long n = dataset.statements();
        String scope = answerless ? "discarded" : "all";
        Race race = bench.race(dataset, task.label());
        race.add(Bench.OURS, n, scope, () -> SparkTasks.run(task, predicates, jelly));
        race.add("parquet", n, scope, () -> SparkTasks.run(task, predicates, parquet));
        if (task != ReadTask.FILTER_SCAN) {
          others(task, race);
        }
        bench.add(race.run());
      }
    }
  }

  /** Adds the contenders that know nothing of Spark. */
  private void others(ReadTask task, Race race) throws Exception {
    ReadTask any = ReadTask.COUNT;
    Consumer<StreamRDF> whole =
        sink -> dataset.files().forEach(file -> EncodedFiles.parse(file, sink));
    if (!able("jelly-jena", () -> PlainTasks.run(any, predicates, whole))) {
      return;
    }
    race.add(
        "jelly-jena", dataset.statements(), "all", () -> PlainTasks.run(task, predicates, whole));

    // The slow contenders read slices, on which jelly-jena gives the expected answer.
    DataSets.Slice text = bench.datasets.slice(dataset, RIOT_SLICE);
    Consumer<StreamRDF> parsed = sink -> Decoders.parseText(text.text(), sink);
    if (able("riot", () -> PlainTasks.run(any, predicates, parsed))) {
      race.expect("riot", "jelly-jena", byJena(task, text));
      race.add("riot", text.statements(), "riot", () -> PlainTasks.run(task, predicates, parsed));
    }
    DataSets.Slice small = bench.datasets.slice(dataset, PYJELLY_SLICE);
    String[] details =
        switch (task) {
          case FILTER_GROUP_OBJECT -> new String[] {predicates.filter()};
          case SELF_JOIN -> new String[] {predicates.join(), predicates.filter()};
          default -> new String[0];
        };
    if (able("pyjelly", () -> bench.pyjelly().run(any.label(), small.jelly()))) {
      race.expect("pyjelly", "jelly-jena", byJena(task, small));
      Race.Work work = () -> bench.pyjelly().run(task.label(), small.jelly(), details);
      race.add("pyjelly", small.statements(), "pyjelly", work);
    }
  }

  private String byJena(ReadTask task, DataSets.Slice slice) {
    return PlainTasks.run(task, predicates, sink -> EncodedFiles.parse(slice.jelly(), sink));
  }

  /** Tries each contender once. */
  private boolean able(String contender, Race.Work attempt) throws Exception {
    Boolean known = able.get(contender);
    if (known == null) {
      known =
          bench.arguments.wantsContender(contender) && bench.canRead(contender, dataset, attempt);
      able.put(contender, known);
    }
    return known;
  }

  /** The table in Parquet, written once by Spark with its defaults from the rows of the source. */
  private static Dataset<Row> parquet(Bench bench, DataSet dataset) throws IOException {
    String name = dataset.name() + "-" + DataSets.key(dataset, bench.spark().version());
    Path folder = bench.arguments.output.resolve("data/parquet").resolve(name).toAbsolutePath();
    if (!Files.exists(folder.resolve("_SUCCESS"))) {
      Dataset<Row> jelly = SparkTasks.load(bench.spark(), "jelly", dataset.paths());
      jelly.write().mode("overwrite").parquet(folder.toString());
    }
    return bench.spark().read().parquet(folder.toString());
  }
}
