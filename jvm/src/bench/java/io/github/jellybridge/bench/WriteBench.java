package io.github.jellybridge.bench;

import io.github.jellybridge.jelly.StreamOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * {@code ./scripts/bench write}: how fast terms in memory become the bytes of a file, outside
 * Spark, and how many bytes.
 */
public final class WriteBench {
  private static final String TASK = "encode";
  private static final String SIZE = "size";

  /** As Jena's nodes, more than that does not fit beside the rest. */
  private static final long SLICE = 1_000_000;

  private final BenchArguments arguments;
  private final DataSets datasets;
  private final List<Harness.Row> rows = new ArrayList<>();
  private final Map<String, long[]> sizes = new LinkedHashMap<>();

  private WriteBench(BenchArguments arguments) {
    this.arguments = arguments;
    this.datasets = new DataSets(arguments);
  }

  /** Runs the benchmark; see {@link BenchArguments} for the arguments. */
  public static void main(String[] args) throws Exception {
    new WriteBench(BenchArguments.parse(args)).run();
  }

  private void run() throws Exception {
    Map<String, Object> machine = Report.machine();
    for (DataSet dataset : datasets.selected()) {
      System.err.println("bench: write on " + dataset.name());
      if (arguments.wantsTask(TASK)) {
        rows.addAll(encode(dataset));
      }
      if (arguments.wantsTask(SIZE)) {
        sizes.put(dataset.name(), Encoders.sizes(dataset.files()));
      }
    }
    List<String> lines = new ArrayList<>(rows.stream().map(Report::row).toList());
    sizes.forEach(
        (dataset, bytes) -> {
          lines.add(size(dataset, "jelly-bridge", bytes[0]));
          lines.add(size(dataset, "jelly-jena", bytes[1]));
        });
    print();
    Path file = Report.write(arguments.output(), "write", machine, lines);
    System.out.println("\nwritten to " + file);
  }

  private static String size(String dataset, String contender, long bytes) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("dataset", dataset);
    fields.put("task", SIZE);
    fields.put("contender", contender);
    fields.put("bytes", bytes);
    return Report.object(fields);
  }

  private List<Harness.Row> encode(DataSet dataset) throws Exception {
    StreamOptions stream = TermBatches.options(dataset.files());
    List<TermBatches> chunks =
        TermBatches.of(dataset.files(), Math.min(SLICE, arguments.statements()));
    List<Object> statements = Encoders.jenaStatements(chunks, stream);
    checkContent(dataset, chunks, statements, stream);
    List<Harness.Entry> entries = new ArrayList<>();
    add(
        entries,
        "jelly-bridge",
        statements.size(),
        () -> {
          CountingOutput out = new CountingOutput();
          Encoders.bridge(chunks, stream, out);
          return answer(out);
        });
    add(
        entries,
        "jelly-jena",
        statements.size(),
        () -> {
          CountingOutput out = new CountingOutput();
          Encoders.jellyJena(statements, stream, out);
          return answer(out);
        });
    return new Harness(arguments.warmups(), arguments.rounds())
        .measure(dataset.name(), TASK, entries, new HashMap<>());
  }

  /** Every round of a contender must give the same number of bytes. */
  private static String answer(CountingOutput out) {
    return out.bytes + " bytes";
  }

  private void add(
      List<Harness.Entry> entries, String contender, long statements, Harness.Work work) {
    if (arguments.wantsContender(contender)) {
      entries.add(new Harness.Entry(contender, statements, contender, work));
    }
  }

  /** What the two write must be the same statements to jelly-jena, term by term. */
  private void checkContent(
      DataSet dataset, List<TermBatches> chunks, List<Object> statements, StreamOptions stream)
      throws IOException {
    Path folder = arguments.output().resolve("data/write");
    Path ours = folder.resolve(dataset.name() + "-bridge.jelly");
    Path theirs = folder.resolve(dataset.name() + "-jena.jelly");
    try (JellyFiles.Output out = new JellyFiles.Output(ours)) {
      Encoders.bridge(chunks, stream, out);
      out.publish();
    }
    try (JellyFiles.Output out = new JellyFiles.Output(theirs)) {
      Encoders.jellyJena(statements, stream, out);
      out.publish();
    }
    Map<String, String> answers = new HashMap<>();
    for (Path file : List.of(theirs, ours)) {
      ContentCheck.Digest digest = ContentCheck.jellyJena(List.of(file));
      String answer = digest.hash() + ", " + digest.utf8Lengths();
      Harness.check(answers, "content", dataset.name() + ": " + file.getFileName(), answer);
      Files.delete(file);
    }
  }

  private void print() {
    System.out.printf(
        "%-12s %-13s %12s %10s %12s%n",
        "data set", "contender", "M stmt/s", "median s", "statements");
    Map<String, Double> jena = new HashMap<>();
    for (Harness.Row row : rows) {
      System.out.printf(
          Locale.ROOT,
          "%-12s %-13s %12.2f %10.4f %12d%n",
          row.dataset(),
          row.contender(),
          row.rate(),
          row.medianSeconds(),
          row.statements());
      if (row.contender().equals("jelly-jena")) {
        jena.put(row.dataset(), row.rate());
      }
    }
    System.out.println("\nencoding, jelly-bridge against jelly-jena's stream writer:");
    List<Double> ratios = new ArrayList<>();
    for (Harness.Row row : rows) {
      if (row.contender().equals("jelly-bridge") && jena.containsKey(row.dataset())) {
        double ratio = row.rate() / jena.get(row.dataset());
        ratios.add(ratio);
        System.out.printf(Locale.ROOT, "  %-12s %6.2f x%n", row.dataset(), ratio);
      }
    }
    System.out.printf(
        Locale.ROOT,
        "  %-12s %6.2f x (goal: at least 3.00)%n",
        "geo. mean",
        Harness.geometricMean(ratios));
    System.out.println("\nfile sizes in bytes, same sizes of lookups:");
    System.out.printf(
        "  %-12s %14s %14s %9s%n", "data set", "jelly-bridge", "jelly-jena", "ours/its");
    sizes.forEach(
        (dataset, bytes) ->
            System.out.printf(
                Locale.ROOT,
                "  %-12s %14d %14d %9.4f%n",
                dataset,
                bytes[0],
                bytes[1],
                (double) bytes[0] / bytes[1]));
  }
}
