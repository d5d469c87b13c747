package io.github.jellybridge.bench;

import io.github.jellybridge.borsh.BorshWriteOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * {@code ./scripts/bench borsh}: RDF/Borsh outside Spark next to nothing but LZ4 on the same blocks
 * ({@code decode}, {@code encode/LEVEL}), in Spark next to the same table in Parquet ({@code read},
 * {@code count}), and how many bytes ({@code size}). Task {@code round-trip} checks that Jelly is
 * the same after a detour, {@code cluster} counts the files that {@code clusterBy} makes.
 */
public final class BorshBench {
  private static final int BEST = BorshWriteOptions.DEFAULT_LEVEL;
  private static final int[] LEVELS = {0, BEST};

  /** Rounds much shorter than this measure the clock; small data sets are done repeatedly. */
  private static final long LEAST_STATEMENTS = 2_000_000;

  private final BenchArguments arguments;
  private final Map<String, Object> machine = Report.machine();
  private final List<Harness.Row> rows = new ArrayList<>();
  private final Map<String, Map<String, Long>> sizes = new LinkedHashMap<>();

  private BorshBench(BenchArguments arguments) {
    this.arguments = arguments;
  }

  /** Runs the benchmark; see {@link BenchArguments} for the arguments. */
  public static void main(String[] args) throws Exception {
    new BorshBench(BenchArguments.parse(args)).run();
  }

  private void run() throws Exception {
    SparkSession spark = ReadBench.session();
    machine.put("spark", spark.version());
    try {
      for (DataSet dataset : new DataSets(arguments).selected()) {
        System.err.println("bench: borsh on " + dataset.name());
        measure(dataset, spark);
        report();
      }
    } finally {
      spark.stop();
    }
    new BorshReport(rows, sizes).print(System.out);
    System.out.println("\nwritten to " + report());
  }

  private Path report() throws IOException {
    List<String> lines = new ArrayList<>(rows.stream().map(Report::row).toList());
    sizes.forEach(
        (dataset, bytes) ->
            bytes.forEach((contender, size) -> lines.add(Report.size(dataset, contender, size))));
    return Report.write(arguments.output(), "borsh", machine, lines);
  }

  private void measure(DataSet dataset, SparkSession spark) throws Exception {
    Path folder = arguments.output().resolve("data/borsh").resolve(dataset.name()).toAbsolutePath();
    Map<String, Long> bytes = new LinkedHashMap<>();
    // What is in memory for one step is not there in the next.
    long statements = encode(dataset, folder, bytes);
    if (arguments.wantsTask("decode")) {
      decode(dataset, folder, statements);
    }
    inSpark(new BorshTasks(spark, dataset, folder), dataset);
    if (arguments.wantsTask("size")) {
      System.err.println("bench:   size");
      bytes.putAll(new WriteTasks(arguments, spark).sizes(dataset));
      sizes.put(dataset.name(), bytes);
    }
  }

  /** Makes the files; returns the number of statements given to them. */
  private long encode(DataSet dataset, Path folder, Map<String, Long> bytes) throws Exception {
    List<TermBatches> chunks = TermBatches.of(dataset.files(), arguments.statements());
    long statements = TermBatches.statements(chunks);
    BorshFiles best = BorshFiles.of(chunks, BEST);
    best.save(folder);
    bytes.put("rdf-borsh", best.bytes());
    bytes.put("rdf-borsh level 0", BorshFiles.of(chunks, 0).bytes());
    bytes.put("rdf-borsh files", (long) best.count());
    for (int level : LEVELS) {
      String task = "encode/" + level;
      if (arguments.wantsTask(task)) {
        List<byte[]> blocks = best.blocks();
        int passes = level == BEST ? 1 : passes(statements);
        measure(
            dataset,
            task,
            entry("jelly-bridge", statements, passes, () -> BorshFiles.encoded(chunks, level)),
            entry("lz4", statements, passes, () -> BorshFiles.compressed(blocks, level)));
      }
    }
    return statements;
  }

  private void decode(DataSet dataset, Path folder, long statements) throws Exception {
    BorshFiles files = BorshFiles.load(folder);
    List<Integer> lengths = files.blocks().stream().map(block -> block.length).toList();
    int passes = passes(statements);
    measure(
        dataset,
        "decode",
        entry("jelly-bridge", statements, passes, files::decoded),
        entry("lz4", statements, passes, () -> files.decompressed(lengths)));
  }

  private static int passes(long statements) {
    return (int) Math.max(1, LEAST_STATEMENTS / Math.max(1, statements));
  }

  private static Harness.Entry entry(
      String contender, long statements, int passes, Harness.Work work) {
    return new Harness.Entry(
        contender,
        statements * passes,
        contender,
        () -> {
          for (int i = 1; i < passes; i++) {
            work.run();
          }
          return work.run();
        });
  }

  private void measure(DataSet dataset, String task, Harness.Entry... entries) throws Exception {
    List<Harness.Entry> wanted =
        List.of(entries).stream()
            .filter(entry -> arguments.wantsContender(entry.contender()))
            .toList();
    Harness harness = new Harness(arguments.warmups(), arguments.rounds());
    rows.addAll(harness.measure(dataset.name(), task, wanted, new HashMap<>()));
  }

  private void inSpark(BorshTasks tasks, DataSet dataset) throws Exception {
    for (String task : List.of("read", "count")) {
      if (arguments.wantsTask(task)) {
        ReadTask query = task.equals("read") ? ReadTask.MATERIALISE : ReadTask.COUNT;
        Dataset<Row> borsh = tasks.borsh();
        Dataset<Row> parquet = tasks.parquet();
        long statements = borsh.count();
        measure(
            dataset,
            task,
            entry("jelly-bridge", statements, 1, () -> SparkTasks.run(query, null, borsh)),
            entry("parquet", statements, 1, () -> SparkTasks.run(query, null, parquet)));
      }
    }
    if (arguments.wantsTask("round-trip")) {
      System.out.println(dataset.name() + " to RDF/Borsh and back, equal: " + tasks.roundTrip());
    }
    if (arguments.wantsTask("cluster")) {
      tasks
          .clustered()
          .forEach(
              (rows, size) ->
                  System.out.printf(
                      "%s, rows %s: %d files, %,d bytes%n",
                      dataset.name(), rows, size[0], size[1]));
    }
  }
}
