package io.github.jellybridge.bench;

import io.github.jellybridge.bench.contender.PyjellyProcess;
import io.github.jellybridge.bench.contender.ReadTask;
import io.github.jellybridge.bench.harness.BenchArguments;
import io.github.jellybridge.bench.harness.Race;
import io.github.jellybridge.bench.harness.Result;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;

/**
 * One run of a benchmark: its session and processes, the rows so far, and their output as a table
 * and as {@code build/bench/NAME.json}.
 */
public final class Bench implements AutoCloseable {
  /** The name of our contender. */
  static final String OURS = "jelly-bridge";

  private static final Map<String, Benchmark> BENCHMARKS =
      Map.of(
          "codec", CodecBench::run,
          "read", ReadBench::run,
          "write", WriteBench::run,
          "split", SplitBench::run,
          "borsh", BorshBench::run,
          "patch", PatchBench::run,
          "rdf", RdfBench::run,
          "sparql", SparqlBench::run,
          "skip", SkipBench::run,
          "memory", MemoryBench::run);

  /** The benchmarks that compare the versions of the protocol. */
  private static final List<String> BOTH_LAYOUTS = List.of("codec", "read", "write", "skip");

  final BenchArguments arguments;
  final DataSets datasets;
  private final String name;
  private final Map<String, Object> machine = machine();
  private final List<Result> rows = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private SparkSession spark;
  private PyjellyProcess pyjelly;

  private Bench(String name, BenchArguments arguments) {
    this.name = name;
    this.arguments = arguments;
    this.datasets = new DataSets(arguments);
  }

  /** The tasks and contenders of one benchmark. */
  @FunctionalInterface
  private interface Benchmark {
    void run(Bench bench) throws Exception;
  }

  /** Takes the name of a benchmark; see {@link BenchArguments} for the other arguments. */
  public static void main(String[] args) throws Exception {
    String[] rest = Stream.of(args).skip(1).toArray(String[]::new);
    int warmups = args[0].equals("split") ? SplitBench.WARMUPS : 3;
    BenchArguments arguments = BenchArguments.parse(rest, warmups);
    if (arguments.columns && !BOTH_LAYOUTS.contains(args[0])) {
      throw new IllegalArgumentException("--layout is an option of " + BOTH_LAYOUTS);
    }
    String name = args[0] + (arguments.columns ? "-1.2" : "");
    try (Bench bench = new Bench(name, arguments)) {
      BENCHMARKS.get(args[0]).run(bench);
      bench.print(System.out);
      System.out.println("\nwritten to " + bench.write());
    }
  }

  /** The task to time on a data set. */
  Race race(DataSet dataset, String task) {
    say(task + " on " + dataset.name());
    return new Race(arguments, dataset.name(), task);
  }

  /** The task to time in two processes, whose garbage is collected before each run. */
  Race race(DataSet dataset, String task, SparkProcess one, SparkProcess two) {
    say(task + " on " + dataset.name());
    Race.Pause collect =
        () -> {
          one.collect();
          two.collect();
        };
    return new Race(arguments, dataset.name(), task, collect);
  }

  /** Tells people how far the run is. */
  static void say(String progress) {
    System.err.println("bench: " + progress);
  }

  /** Notes something that is no row, for the end of the table. */
  void note(String format, Object... values) {
    notes.add(String.format(Locale.ROOT, format, values));
  }

  /** Adds rows; what was measured so far is written, so that a run cut short leaves it. */
  void add(List<Result> more) throws IOException {
    rows.addAll(more);
    if (!rows.isEmpty()) {
      write();
    }
  }

  /**
   * Tells whether a contender can read a data set, by trying. Files of the user may use features
   * that only some contenders know; those are left out with a message. Our own data must be read.
   */
  boolean canRead(String contender, DataSet dataset, Race.Work attempt) throws Exception {
    try {
      attempt.run();
      return true;
    } catch (Exception e) {
      if (arguments.data.isEmpty()) {
        throw e;
      }
      say(contender + " left out on " + dataset.name() + ": " + e.getMessage());
      return false;
    }
  }

  /** A session of one core with Spark's defaults except for the number of shuffle partitions. */
  SparkSession spark() {
    return spark("local[1]", 2);
  }

  /** The session of this run; the first call starts it. */
  SparkSession spark(String master, int shufflePartitions) {
    if (spark == null) {
      spark = session(master, shufflePartitions).getOrCreate();
      machine.put("spark", spark.version());
    }
    return spark;
  }

  /** What all sessions have in common, also those of other processes. */
  static SparkSession.Builder session(String master, int shufflePartitions) {
    return SparkSession.builder()
        .master(master)
        .appName("jelly-bridge bench")
        .config("spark.ui.enabled", false)
        .config("spark.sql.shuffle.partitions", shufflePartitions);
  }

  /** The pyjelly process of this run; the first call starts it. */
  PyjellyProcess pyjelly() throws IOException {
    if (pyjelly == null) {
      pyjelly = new PyjellyProcess(arguments);
      machine.put("pyjelly", pyjelly.version());
    }
    return pyjelly;
  }

  @Override
  public void close() throws IOException {
    if (pyjelly != null) {
      pyjelly.close();
      pyjelly = null;
    }
    if (spark != null) {
      spark.stop();
      spark = null;
    }
  }

  private Path write() throws IOException {
    if (rows.isEmpty()) {
      throw new IllegalArgumentException(
          "nothing was measured: no task, data set or contender has such a name"
              + " (docs/explanation/performance.md has them)");
    }
    Path file = Files.createDirectories(arguments.output).resolve(name + ".json");
    String lines = rows.stream().map(Result::json).collect(Collectors.joining(",\n  "));
    Files.writeString(
        file,
        "{\n \"machine\": " + Result.json(machine) + ",\n \"rows\": [\n  " + lines + "\n ]\n}\n");
    return file;
  }

  /** The machine: processor, cores, memory, operating system, Java. */
  private static Map<String, Object> machine() {
    Map<String, Object> machine = new LinkedHashMap<>();
    machine.put("cpu", procField("/proc/cpuinfo", "model name"));
    machine.put("cores", Runtime.getRuntime().availableProcessors());
    machine.put("memory", procField("/proc/meminfo", "MemTotal"));
    machine.put("os", System.getProperty("os.name") + " " + System.getProperty("os.version"));
    machine.put(
        "java", System.getProperty("java.vm.name") + " " + System.getProperty("java.version"));
    machine.put("heap_mib", Runtime.getRuntime().maxMemory() >> 20);
    return machine;
  }

  /** The value of a field in a file of /proc; "unknown" if it is missing. */
  static String procField(String file, String name) {
    try (Stream<String> lines = Files.lines(Path.of(file))) {
      return lines
          .filter(line -> line.startsWith(name))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse("unknown");
    } catch (IOException e) {
      return "unknown";
    }
  }

  // ---- The table -----------------------------------------------------------------------------

  private void print(PrintStream out) {
    String heading = "%-18s %-28s %-19s %9s %10s %12s  %s%n";
    out.printf(
        heading, "data set", "task", "contender", "M stmt/s", "median s", "statements", "other");
    for (Result row : rows) {
      Map<String, Object> values = row.values();
      boolean timed = values.containsKey("median_s");
      String others =
          values.entrySet().stream()
              .filter(e -> !List.of("median_s", "rounds_s", "statements").contains(e.getKey()))
              .map(e -> e.getKey() + " " + e.getValue())
              .collect(Collectors.joining(", "));
      out.printf(
          heading,
          row.dataset(),
          row.task(),
          row.contender(),
          timed ? String.format(Locale.ROOT, "%.2f", row.rate()) : "",
          timed ? String.format(Locale.ROOT, "%.4f", row.seconds()) : "",
          values.getOrDefault("statements", ""),
          (others + " " + ratio(row)).strip());
    }
    means(out);
    notes.forEach(out::println);
  }

  /** How our row compares with this one of another contender, or two cores with one. */
  private String ratio(Result row) {
    if (row.task().endsWith("/2")) {
      String one = row.task().replaceFirst("2$", "1");
      return find(row.dataset(), one, row.contender())
          .map(other -> text("%.2f x one core", row.rate() / other.rate()))
          .findFirst()
          .orElse("");
    }
    return find(row.dataset(), row.task(), OURS)
        .filter(ours -> ours != row && !Double.isNaN(ours.rate()))
        .map(ours -> text(OURS + " is %.2f x as fast", ours.rate() / row.rate()))
        .findFirst()
        .orElse("");
  }

  private static String text(String format, double number) {
    return String.format(Locale.ROOT, format, number);
  }

  /** The rows of a contender. */
  Stream<Result> find(String dataset, String task, String contender) {
    return rows.stream()
        .filter(row -> row.dataset().equals(dataset))
        .filter(row -> row.task().equals(task) && row.contender().equals(contender));
  }

  /** The geometric mean against each other contender, and the worst task. */
  private void means(PrintStream out) {
    Map<String, Map<String, Double>> ratios = new LinkedHashMap<>();
    for (Result row : rows) {
      // Compared with our own full scan instead, see ReadBench.
      boolean counted = !row.task().equals(ReadTask.FILTER_SCAN.label());
      if (counted && !row.contender().equals(OURS) && !Double.isNaN(row.rate())) {
        find(row.dataset(), row.task(), OURS)
            .forEach(
                ours ->
                    ratios
                        .computeIfAbsent(row.contender(), key -> new LinkedHashMap<>())
                        .put(row.task() + " on " + row.dataset(), ours.rate() / row.rate()));
      }
    }
    out.println();
    ratios.forEach(
        (contender, its) -> {
          var worst = its.entrySet().stream().min(Map.Entry.comparingByValue()).orElseThrow();
          out.printf(
              Locale.ROOT,
              "%s is %.2f x as fast as %s (geometric mean of %d), worst %.2f x: %s%n",
              OURS,
              geometricMean(its.values()),
              contender,
              its.size(),
              worst.getValue(),
              worst.getKey());
        });
  }

  /** The geometric mean; NaN for no numbers. */
  static double geometricMean(Iterable<Double> numbers) {
    double sum = 0;
    int n = 0;
    for (double number : numbers) {
      sum += Math.log(number);
      n++;
    }
    return Math.exp(sum / n);
  }
}
