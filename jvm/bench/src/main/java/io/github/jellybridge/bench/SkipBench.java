package io.github.jellybridge.bench;

import static org.apache.spark.sql.functions.col;

import io.github.jellybridge.bench.contender.ReadTask;
import io.github.jellybridge.bench.harness.Race;
import io.github.jellybridge.bench.harness.Result;
import io.github.jellybridge.spark.metrics.PartsReadMetric;
import io.github.jellybridge.spark.metrics.PartsSkippedMetric;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.execution.ui.SQLAppStatusStore;
import org.apache.spark.sql.execution.ui.SQLExecutionUIData;
import org.apache.spark.sql.execution.ui.SQLPlanMetric;
import org.apache.spark.storage.StorageLevel;
import scala.jdk.javaapi.CollectionConverters;

/**
 * {@code ./scripts/bench skip}: queries that need a part of the data, on files of both formats with
 * the same statements in the same order: by subject, by predicate, and in none. Both have zstd and
 * Bloom filters of subjects. Ends with a table of the goals.
 */
final class SkipBench {
  private static final long STATEMENTS = 30_000_000;
  private static final String PARQUET = "parquet";
  private static final String BYTES_READ = "bytes_read";
  private static final String BY_SUBJECT = "s";
  private static final String BY_PREDICATE = "p,s";
  private static final String UNCLUSTERED = "";
  private static final List<String> ORDERS = List.of(BY_SUBJECT, BY_PREDICATE, UNCLUSTERED);

  /** Writing from memory: as many statements as fit there. */
  private static final long WRITTEN = 2_000_000;

  private final Bench bench;
  private final SparkSession spark;
  private final SkipData data;
  private final long statements;

  private SkipBench(Bench bench) {
    this.bench = bench;
    this.statements = bench.arguments.statements(STATEMENTS);
    this.spark = bench.spark("local[2]", SkipData.files(statements));
    this.data = new SkipData(bench, spark, statements);
  }

  /** Queries of a table. */
  private enum Query {
    SUBJECT("subject"),
    PREDICATE("predicate"),
    COUNT("count"),
    MATERIALISE("materialise");

    private final String task;

    Query(String task) {
      this.task = task;
    }

    String run(SkipData data, Dataset<Row> df) {
      return switch (this) {
        case SUBJECT ->
            df.where(col("s.value").equalTo(data.subject())).collectAsList().stream()
                .map(Row::toString)
                .sorted()
                .toList()
                .toString();
        case PREDICATE ->
            SparkTasks.discard(df.where(col("p.value").equalTo(SkipData.RARE_PREDICATE)));
        case COUNT -> Long.toString(df.count());
        case MATERIALISE -> SparkTasks.discard(df);
      };
    }
  }

  static void run(Bench bench) throws Exception {
    SkipBench skip = new SkipBench(bench);
    for (String order : ORDERS) {
      skip.sizes(order);
      skip.queries(order);
    }
    if (bench.arguments.wantsTask("limit")) {
      skip.limit();
    }
    if (bench.arguments.wantsTask("write")) {
      skip.write(BY_SUBJECT);
      skip.write(UNCLUSTERED);
    }
    if (bench.arguments.wantsTask("zstd")) {
      skip.cores();
    }
    skip.goals();
  }

  // ---- Sizes -----------------------------------------------------------------------------------

  private void sizes(String order) throws IOException {
    String name = data.dataset(order).name();
    Path parquet = data.parquet(order);
    long bloomFilters = 0;
    for (Path file : parts(parquet)) {
      var input =
          HadoopInputFile.fromPath(
              new org.apache.hadoop.fs.Path(file.toUri()), new Configuration());
      try (ParquetFileReader reader = ParquetFileReader.open(input)) {
        for (BlockMetaData group : reader.getRowGroups()) {
          for (ColumnChunkMetaData column : group.getColumns()) {
            bloomFilters += Math.max(0, column.getBloomFilterLength());
          }
        }
      }
    }
    bench.add(
        List.of(
            Result.size(name, Bench.OURS, SparkTasks.size(data.jelly(order))[0]),
            Result.size(name, PARQUET, SparkTasks.size(parquet)[0] - bloomFilters)
                .with("bloom_filter_bytes", bloomFilters)));
  }

  private static List<Path> parts(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(f -> f.getFileName().toString().startsWith("part-")).sorted().toList();
    }
  }

  // ---- Queries ---------------------------------------------------------------------------------

  private void queries(String order) throws Exception {
    DataSet dataset = data.dataset(order);
    // New to the session, which keeps statistics of files as long as they do not change.
    for (Path file : parts(data.jelly(order))) {
      Files.setLastModifiedTime(file, FileTime.fromMillis(System.currentTimeMillis()));
    }
    Dataset<Row> jelly = data.load("jelly", data.jelly(order));
    Dataset<Row> parquet = data.load(PARQUET, data.parquet(order));
    for (Query query : Query.values()) {
      if (bench.arguments.wantsTask(query.task)) {
        Map<String, Object> first = readBy(query, jelly);
        List<Result> rows =
            bench
                .race(dataset, query.task)
                .add(Bench.OURS, statements, query.task, () -> query.run(data, jelly))
                .add(PARQUET, statements, query.task, () -> query.run(data, parquet))
                .run();
        List<Result> measured = new ArrayList<>();
        for (Result row : rows) {
          boolean ours = row.contender().equals(Bench.OURS);
          Result with = row;
          for (var value : readBy(query, ours ? jelly : parquet).entrySet()) {
            with = with.with(value.getKey(), value.getValue());
          }
          measured.add(ours ? with.with("bytes_read_first", first.get(BYTES_READ)) : with);
        }
        bench.add(measured);
      }
    }
  }

  /**
   * What one run of a query reads: bytes that the process reads from files until then, because
   * formats count in different ways, and parts of files, of which only ours tells.
   */
  private Map<String, Object> readBy(Query query, Dataset<Row> df) throws Exception {
    long before = Long.parseLong(Bench.procField("/proc/self/io", "rchar"));
    query.run(data, df);
    Map<String, Object> read = new LinkedHashMap<>();
    read.put(BYTES_READ, Long.parseLong(Bench.procField("/proc/self/io", "rchar")) - before);
    spark.sparkContext().listenerBus().waitUntilEmpty();
    SQLAppStatusStore store = spark.sharedState().statusStore();
    SQLExecutionUIData execution = store.executionsList().last();
    var values = store.executionMetrics(execution.executionId());
    for (SQLPlanMetric metric : CollectionConverters.asJava(execution.metrics())) {
      if (metric.name().equals(new PartsReadMetric().description())) {
        read.put("parts_read", values.apply(metric.accumulatorId()));
      } else if (metric.name().equals(new PartsSkippedMetric().description())) {
        read.put("parts_skipped", values.apply(metric.accumulatorId()));
      }
    }
    return read;
  }

  /** Ten rows of all statements and of a tenth of them. */
  private void limit() throws Exception {
    Race race = bench.race(data.dataset(BY_SUBJECT), "limit");
    for (long n : List.of(statements, statements / 10)) {
      SkipData some = new SkipData(bench, spark, n);
      String task = n == statements ? "limit" : "limit-tenth";
      for (String contender : List.of(Bench.OURS, PARQUET)) {
        boolean ours = contender.equals(Bench.OURS);
        Dataset<Row> df =
            ours
                ? some.load("jelly", some.jelly(BY_SUBJECT))
                : some.load(PARQUET, some.parquet(BY_SUBJECT));
        race.add(task, contender, n, "rows", () -> df.limit(10).collectAsList().size() + " rows");
      }
    }
    bench.add(race.run());
  }

  // ---- Writing and cores -----------------------------------------------------------------------

  private void write(String order) throws Exception {
    Dataset<Row> rows =
        data.load("jelly", parts(data.jelly(order)).get(0))
            .limit((int) Math.min(WRITTEN, statements))
            .coalesce(1)
            .persist(StorageLevel.MEMORY_ONLY());
    Path target = bench.arguments.output.resolve("data/skip/written").toAbsolutePath();
    try {
      long n = rows.count();
      DataSet dataset = data.dataset(order);
      WriteBench.checkStored(spark, dataset);
      Race race = bench.race(dataset, "write");
      for (boolean with : new boolean[] {true, false}) {
        race.add(
            with ? "write" : "write-without-statistics",
            Bench.OURS,
            n,
            "written",
            () -> {
              rows.write()
                  .format("jelly")
                  .option("statistics", with)
                  .option("protocolVersion", bench.arguments.columns ? "1.2" : "1")
                  .mode("overwrite")
                  .save(target.toString());
              return "written";
            });
      }
      bench.add(race.run());
    } finally {
      rows.unpersist(true);
      SparkTasks.delete(target);
    }
  }

  private void cores() throws Exception {
    Path files = data.jelly(BY_SUBJECT);
    String query = ReadTask.MATERIALISE.name();
    try (SparkProcess one = new SparkProcess(1);
        SparkProcess two = new SparkProcess(2)) {
      Race race = bench.race(data.dataset(BY_SUBJECT), "zstd", one, two);
      race.add("zstd/1", Bench.OURS, statements, "zstd", () -> one.run(query, false, files));
      race.add("zstd/2", Bench.OURS, statements, "zstd", () -> two.run(query, false, files));
      bench.add(race.run());
    }
  }

  // ---- Goals -----------------------------------------------------------------------------------

  private void goals() {
    bench.note("%n%-68s %10s  %-14s %s", "measure", "result", "goal", "met");
    Function<Result, Double> seconds = Result::seconds;
    Function<Result, Double> read = row -> number(row, BYTES_READ);
    Function<Result, Double> size = row -> number(row, "bytes");
    atMost("one subject, s", value(BY_SUBJECT, "subject", Bench.OURS, seconds), 0.3);
    atMost(
        "one subject, bytes read / those of all statements",
        value(BY_SUBJECT, "subject", Bench.OURS, read)
            / value(BY_SUBJECT, "materialise", Bench.OURS, read),
        0.02);
    atLeast(
        "one subject, times as fast as Parquet",
        value(BY_SUBJECT, "subject", PARQUET, seconds)
            / value(BY_SUBJECT, "subject", Bench.OURS, seconds),
        1.5);
    atMost(
        "one predicate, clustered by it, time / that of all statements",
        value(BY_PREDICATE, "predicate", Bench.OURS, seconds)
            / value(BY_PREDICATE, "materialise", Bench.OURS, seconds),
        0.1);
    for (String order : ORDERS) {
      atLeast(
          "count(*), " + data.dataset(order).name() + ", times as fast as Parquet",
          value(order, "count", PARQUET, seconds) / value(order, "count", Bench.OURS, seconds),
          1);
    }
    atMost(
        "LIMIT 10, time / that on a tenth of the statements",
        value(BY_SUBJECT, "limit", Bench.OURS, seconds)
            / value(BY_SUBJECT, "limit-tenth", Bench.OURS, seconds),
        1.1);
    atLeast(
        "scan of zstd on two cores, times as fast as on one",
        value(BY_SUBJECT, "zstd/1", Bench.OURS, seconds)
            / value(BY_SUBJECT, "zstd/2", Bench.OURS, seconds),
        1.7);
    for (String order : List.of(BY_SUBJECT, BY_PREDICATE)) {
      atMost(
          "size, " + data.dataset(order).name() + ", / Parquet without its Bloom filters",
          value(order, "size", Bench.OURS, size) / value(order, "size", PARQUET, size),
          1);
    }
    for (String order : List.of(BY_SUBJECT, UNCLUSTERED)) {
      atMost(
          "writing, " + data.dataset(order).name() + ", time / that without statistics",
          value(order, "write", Bench.OURS, seconds)
              / value(order, "write-without-statistics", Bench.OURS, seconds),
          1.05);
    }
  }

  private static double number(Result row, String name) {
    return ((Number) row.values().get(name)).doubleValue();
  }

  /** A value of a row; NaN if it was not measured. */
  private double value(String order, String task, String contender, Function<Result, Double> of) {
    return bench
        .find(data.dataset(order).name(), task, contender)
        .findFirst()
        .map(of)
        .orElse(Double.NaN);
  }

  private void atMost(String measure, double result, double goal) {
    goal(measure, result, "at most " + goal, result <= goal);
  }

  private void atLeast(String measure, double result, double goal) {
    goal(measure, result, "at least " + goal, result >= goal);
  }

  private void goal(String measure, double result, String goal, boolean met) {
    if (!Double.isNaN(result)) {
      String text = String.format(Locale.ROOT, "%.4f", result);
      bench.note("%-68s %10s  %-14s %s", measure, text, goal, met ? "yes" : "no");
    }
  }
}
