package io.github.jellybridge.bench;

import io.github.jellybridge.jelly.BlankNodes;
import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.jelly.JellyReader;
import io.github.jellybridge.jelly.JellyWriteOptions;
import io.github.jellybridge.jelly.JellyWriter;
import io.github.jellybridge.jelly.split.SplitIndexer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * {@code ./scripts/bench split}: one large file in Spark, on one core and on two; and what the walk
 * that makes an index costs, outside Spark.
 *
 * <p>Each number of cores is a process of its own that has no more processors than that, so that
 * neither reading ahead nor the garbage collector of the one core runs on another one.
 */
public final class SplitBench {
  private static final long LEAST_BYTES = 580_000_000;

  /** Rounds until an index made by the query takes no less time from round to round. */
  private static final int WARMUPS = 5;

  private static final String OURS = "jelly-bridge";
  private static final List<ReadTask> TASKS =
      List.of(ReadTask.MATERIALISE, ReadTask.GROUP_PREDICATE);

  private final BenchArguments arguments;
  private final List<Harness.Row> rows = new ArrayList<>();

  private SplitBench(BenchArguments arguments) {
    this.arguments = arguments;
  }

  /** Runs the benchmark; {@code --datasets} chooses the generator, iri-heavy by default. */
  public static void main(String[] args) throws Exception {
    new SplitBench(BenchArguments.parse(args, WARMUPS)).run();
  }

  private void run() throws Exception {
    Map<String, Object> machine = Report.machine();
    for (DataSet dataset : datasets()) {
      System.err.println("bench: split on " + dataset.name());
      measure(dataset);
      Report.write(arguments.output(), "split", machine, rows.stream().map(Report::row).toList());
    }
    print();
    System.out.println("\nwritten to " + arguments.output().resolve("split.json"));
  }

  private List<DataSet> datasets() throws IOException {
    DataSets sets = new DataSets(arguments);
    if (!arguments.data().isEmpty()) {
      return sets.selected();
    }
    List<DataSet> chosen = new ArrayList<>();
    for (DataGenerator generator : DataGenerator.all()) {
      boolean asked = arguments.datasets().contains(generator.name());
      if (asked || arguments.datasets().isEmpty() && generator instanceof IriHeavy) {
        chosen.add(sets.generated(generator, 0, arguments.bytes(LEAST_BYTES)));
      }
    }
    return chosen;
  }

  private void measure(DataSet dataset) throws Exception {
    Path folder = Files.createDirectories(arguments.output().resolve("data/split"));
    Path file = copy(dataset.files().get(0), folder);
    Path marked = checkpointed(file);
    outside(dataset, file, new Harness(arguments.warmups(), arguments.rounds()));
    try (SplitProcess one = new SplitProcess(1);
        SplitProcess two = new SplitProcess(2)) {
      Harness harness = SplitProcess.harness(arguments, one, two);
      for (ReadTask task : TASKS) {
        if (arguments.wantsTask(task.label())) {
          inSpark(dataset, file, marked, task, harness, one, two);
        }
      }
    }
  }

  /** Decoding to terms and walking, with reading ahead as in Spark; two threads to compare with. */
  private void outside(DataSet dataset, Path file, Harness harness) throws Exception {
    if (!arguments.wantsTask("walk")) {
      return;
    }
    List<Harness.Entry> entries = new ArrayList<>();
    long n = dataset.statements();
    entries.add(entry("decode", n, "decode", () -> Decoders.bridge(List.of(file)).toString()));
    entries.add(entry("walk", n, "walk", () -> walk(file)));
    for (Harness.Row row : harness.measure(dataset.name(), "outside", entries, new HashMap<>())) {
      add(row, row.contender());
    }
  }

  private static String walk(Path file) throws IOException {
    JellyReadOptions options = JellyReadOptions.builder().readAhead(true).build();
    long length = Files.size(file);
    int threads = Runtime.getRuntime().availableProcessors();
    int places =
        SplitIndexer.index(
                new LocalFile(file, length),
                file.toString(),
                options,
                SplitIndexer.distance(length),
                threads)
            .size();
    return places + " places";
  }

  private record LocalFile(Path path, long length) implements SplitIndexer.Source {
    @Override
    public InputStream open() throws IOException {
      return Files.newInputStream(path);
    }
  }

  private void inSpark(
      DataSet dataset,
      Path file,
      Path marked,
      ReadTask task,
      Harness harness,
      SplitProcess one,
      SplitProcess two)
      throws Exception {
    System.err.printf(
        "bench:   %s: %s part(s) on one core, %s with checkpoints and %s with an index on two%n",
        task.label(),
        one.run("parts", false, marked),
        two.run("parts", false, marked),
        two.run("parts", false, file));
    List<Harness.Entry> entries = new ArrayList<>();
    long n = dataset.statements();
    String name = task.name();
    entries.add(entry("checkpoints/1", n, name, () -> one.run(name, false, marked)));
    entries.add(entry("checkpoints/2", n, name, () -> two.run(name, false, marked)));
    entries.add(entry("whole/1", n, name, () -> one.run(name, false, file)));
    entries.add(entry("index-built/2", n, name, () -> two.run(name, true, file)));
    // What the last touch was followed by a walk for; at the latest in the warm-up rounds.
    entries.add(entry("index-cached/2", n, name, () -> two.run(name, false, file)));
    for (Harness.Row row :
        harness.measure(dataset.name(), task.label(), entries, new HashMap<>())) {
      String[] parts = row.contender().split("/");
      if (parts[0].equals("whole")) {
        // One core reads the file as it is, index or not.
        add(row, "index-built-" + task.label() + "/1");
        add(row, "index-cached-" + task.label() + "/1");
      } else {
        add(row, parts[0] + "-" + task.label() + "/" + parts[1]);
      }
    }
  }

  private static Harness.Entry entry(
      String contender, long statements, String scope, Harness.Work work) {
    return new Harness.Entry(contender, statements, scope, work);
  }

  private void add(Harness.Row row, String task) {
    rows.add(
        new Harness.Row(
            row.dataset(), task, OURS, row.medianSeconds(), row.seconds(), row.statements()));
    System.err.printf(Locale.ROOT, "bench:   %s: %.3f s%n", task, row.medianSeconds());
  }

  /** A copy of a file, whose modification time may be changed. */
  private static Path copy(Path file, Path folder) throws IOException {
    Path target = folder.resolve(file.getFileName());
    if (!Files.exists(target) || Files.size(target) != Files.size(file)) {
      Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
    }
    return target;
  }

  /** The same statements in a file of our writer, with checkpoints at the default distance. */
  private static Path checkpointed(Path file) throws IOException {
    Path target = file.resolveSibling("checkpoints-" + Files.size(file) + "-" + file.getFileName());
    if (Files.exists(target)) {
      return target;
    }
    JellyReadOptions options = JellyReadOptions.builder().blankNodes(BlankNodes.PRESERVE).build();
    try (JellyReader reader =
            JellyReader.open(Files.newInputStream(file), file.toString(), options);
        EncodedFiles.Output out = new EncodedFiles.Output(target)) {
      JellyWriter writer =
          JellyWriter.open(
              out,
              JellyWriteOptions.builder()
                  .physicalType(reader.header().options().physicalType())
                  .rdfStar(true)
                  .generalized(true)
                  .build());
      while (reader.nextBatch(8192)) {
        writer.write(reader.batch(), reader.terms());
      }
      writer.finish();
      out.publish();
    }
    return target;
  }

  private void print() {
    Map<String, Harness.Row> byTask = new LinkedHashMap<>();
    System.out.printf("%-12s %-34s %10s %10s%n", "data set", "task", "median s", "M stmt/s");
    for (Harness.Row row : rows) {
      byTask.put(row.dataset() + " " + row.task(), row);
      System.out.printf(
          Locale.ROOT,
          "%-12s %-34s %10.3f %10.2f%n",
          row.dataset(),
          row.task(),
          row.medianSeconds(),
          row.rate());
    }
    System.out.println("\ntwo cores against one:");
    for (Harness.Row two : rows) {
      if (two.task().endsWith("/2")) {
        String name = two.task().substring(0, two.task().length() - 2);
        Harness.Row one = byTask.get(two.dataset() + " " + name + "/1");
        System.out.printf(
            Locale.ROOT,
            "  %-12s %-32s %6.2f x (goal: %s)%n",
            two.dataset(),
            name,
            one.medianSeconds() / two.medianSeconds(),
            name.startsWith("index-built") ? "1.60" : "1.80");
      } else if (two.task().equals("walk")) {
        Harness.Row decode = byTask.get(two.dataset() + " decode");
        System.out.printf(
            Locale.ROOT,
            "  %-12s the walk costs %.1f %% of decoding (goal: 10 %%)%n",
            two.dataset(),
            100 * two.medianSeconds() / decode.medianSeconds());
      }
    }
  }
}
