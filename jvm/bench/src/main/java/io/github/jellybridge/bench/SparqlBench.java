package io.github.jellybridge.bench;

import io.github.jellybridge.bench.contender.SparqlProcess;
import io.github.jellybridge.bench.contender.SparqlTask;
import io.github.jellybridge.bench.generator.Shop;
import io.github.jellybridge.bench.harness.Race;
import io.github.jellybridge.bench.harness.Result;
import io.github.jellybridge.sparql.SolutionTerms;
import io.github.jellybridge.sparql.SparqlQuery;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * {@code ./scripts/bench sparql}: queries from a Jelly file to the answer on two cores, next to
 * DataFrame code written by hand, and to Jena and pyoxigraph, which load the data into memory or a
 * store first. Our second contender does not rely on unique statements.
 */
final class SparqlBench {
  private static final String CHECKED = "jelly-bridge-checked";
  private static final String DATAFRAME = "dataframe";
  private static final String JENA = "jena";
  private static final String PYOXIGRAPH = "pyoxigraph";
  private static final long JENA_HEAP_MIB = 9_000;

  private SparqlBench() {}

  static void run(Bench bench) throws Exception {
    DataSet source = bench.datasets.generated(new Shop(), bench.arguments.statements, 0);
    SparkSession spark = bench.spark("local[2]", 4);
    Path folder = bench.arguments.output.resolve("data/sparql-" + source.statements());
    Path jelly = copy(spark, source, folder.resolve("jelly"), "jelly", Map.of());
    Path text = copy(spark, source, folder.resolve("nt"), "rdf", Map.of("syntax", "nt"));
    Dataset<Row> table = SparkTasks.load(spark, "jelly", jelly.toString());
    Map<String, SparqlProcess> stores = new LinkedHashMap<>();
    Map<String, Result> loads = new LinkedHashMap<>();
    try {
      if (bench.arguments.wantsContender(JENA)) {
        stores.put(JENA, SparqlProcess.jena(JENA_HEAP_MIB));
        loads.put(JENA, load(bench, source, JENA, stores.get(JENA), source.files().get(0)));
      }
      if (bench.arguments.wantsContender(PYOXIGRAPH)) {
        stores.put(PYOXIGRAPH, SparqlProcess.pyoxigraph(bench.arguments.root));
        loads.put(
            PYOXIGRAPH, load(bench, source, PYOXIGRAPH, stores.get(PYOXIGRAPH), onlyFile(text)));
      }
      for (SparqlTask task : SparqlTask.values()) {
        if (bench.arguments.wantsTask(task.label())) {
          query(bench, source, task, table, stores);
        }
      }
    } finally {
      stores.values().forEach(SparqlProcess::close);
    }
    loads.forEach((store, load) -> compare(bench, source, store, load.seconds()));
    compare(bench, source, DATAFRAME, 0);
  }

  /** Writes the data as one file, of a format. */
  private static Path copy(
      SparkSession spark, DataSet source, Path folder, String format, Map<String, String> options) {
    if (!Files.exists(folder.resolve("_SUCCESS"))) {
      SparkTasks.load(spark, "jelly", source.paths())
          .coalesce(1)
          .write()
          .format(format)
          .options(options)
          .mode("overwrite")
          .save(folder.toString());
    }
    return folder;
  }

  private static Path onlyFile(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".nt")).findFirst().orElseThrow();
    }
  }

  private static Result load(
      Bench bench, DataSet source, String contender, SparqlProcess store, Path file)
      throws Exception {
    Race race = bench.race(source, "load");
    List<Result> rows =
        race.add(contender, source.statements(), contender, () -> store.load(file)).run();
    bench.add(rows);
    return rows.get(0);
  }

  private static void query(
      Bench bench,
      DataSet source,
      SparqlTask task,
      Dataset<Row> table,
      Map<String, SparqlProcess> stores)
      throws Exception {
    SparqlQuery query = SparqlQuery.parse(task.query());
    SparqlQuery unique = query.withUniqueStatements();
    SparqlDataFrames byHand = new SparqlDataFrames(table);
    long n = source.statements();
    Race race = bench.race(source, task.label());
    race.add(Bench.OURS, n, "all", () -> answer(unique.select(table, SolutionTerms.VALUE)));
    race.add(CHECKED, n, "all", () -> answer(query.select(table, SolutionTerms.VALUE)));
    race.add(DATAFRAME, n, "all", () -> answer(byHand.run(task)));
    for (Map.Entry<String, SparqlProcess> store : stores.entrySet()) {
      race.add(store.getKey(), n, "all", () -> store.getValue().ask(task.query()));
    }
    bench.add(race.run());
  }

  private static String answer(Dataset<Row> solutions) {
    TreeSet<String> rows = new TreeSet<>();
    for (Row row : solutions.collectAsList()) {
      rows.add(row.mkString("|"));
    }
    return String.join(";", rows);
  }

  /** Notes how a contender compares, with and without the time of loading. */
  private static void compare(Bench bench, DataSet source, String contender, double load) {
    List<Double> whole = new ArrayList<>();
    List<Double> loaded = new ArrayList<>();
    for (SparqlTask task : SparqlTask.values()) {
      bench
          .find(source.name(), task.label(), Bench.OURS)
          .forEach(
              ours ->
                  bench
                      .find(source.name(), task.label(), contender)
                      .forEach(
                          its -> {
                            whole.add((its.seconds() + load) / ours.seconds());
                            loaded.add(its.seconds() / ours.seconds());
                          }));
    }
    bench.note(
        "%s takes %.2f x the time of %s with loading, %.3f x without (geometric mean of %d)",
        contender,
        Bench.geometricMean(whole),
        Bench.OURS,
        Bench.geometricMean(loaded),
        whole.size());
  }
}
