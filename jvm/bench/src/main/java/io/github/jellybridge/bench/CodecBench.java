package io.github.jellybridge.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** {@code ./scripts/bench codec}: how fast the bytes of a file become terms, without Spark. */
public final class CodecBench {
  private static final String TASK = "decode";
  private static final long RIOT_SLICE = 300_000;
  private static final long PYJELLY_SLICE = 60_000;

  /** Rounds much shorter than this measure the clock; small data sets are read repeatedly. */
  private static final long LEAST_STATEMENTS = 2_000_000;

  private final BenchArguments arguments;
  private final DataSets datasets;
  private final List<Harness.Row> rows = new ArrayList<>();

  private CodecBench(BenchArguments arguments) {
    this.arguments = arguments;
    this.datasets = new DataSets(arguments);
  }

  /** Runs the benchmark; see {@link BenchArguments} for the arguments. */
  public static void main(String[] args) throws Exception {
    BenchArguments arguments = BenchArguments.parse(args);
    new CodecBench(arguments).run();
  }

  private void run() throws Exception {
    Map<String, Object> machine = Report.machine();
    try (PyjellyProcess pyjelly = new PyjellyProcess(arguments)) {
      machine.put("pyjelly", pyjelly.version());
      for (DataSet dataset : datasets.selected()) {
        System.err.println("bench: codec on " + dataset.name());
        rows.addAll(measure(dataset, pyjelly));
      }
    }
    print();
    Path file =
        Report.write(arguments.output(), "codec", machine, rows.stream().map(Report::row).toList());
    System.out.println("\nwritten to " + file);
  }

  private List<Harness.Row> measure(DataSet dataset, PyjellyProcess pyjelly) throws Exception {
    long least = Math.min(LEAST_STATEMENTS, arguments.statements());
    int passes = (int) Math.max(1, least / Math.max(1, dataset.statements()));
    List<Path> files =
        Collections.nCopies(passes, dataset.files()).stream().flatMap(List::stream).toList();
    long statements = dataset.statements() * passes;

    Map<String, String> answers = new HashMap<>();
    List<Harness.Entry> entries = new ArrayList<>();
    add(entries, "jelly-bridge", statements, "utf8", () -> Decoders.bridge(files).toString());
    List<ContentCheck.Digest> expected = new ArrayList<>();
    Harness.Work jena = () -> Boolean.toString(expected.add(ContentCheck.jellyJena(files)));
    if (arguments.canRead("jelly-jena", dataset.name(), jena)) {
      answers.put("content", Long.toString(expected.get(0).hash()));
      answers.put("utf8", expected.get(0).utf8Lengths());
      String found = Long.toString(ContentCheck.bridge(files));
      Harness.check(answers, "content", dataset.name() + ": jelly-bridge", found);
      add(entries, "jelly-jena", statements, "utf16", () -> Decoders.jellyJena(files).toString());
      add(entries, "jelly-core", statements, "utf16", () -> Decoders.jellyCore(files).toString());
      DataSets.Slice text = datasets.slice(dataset, RIOT_SLICE);
      answers.put("riot", Decoders.jellyJena(List.of(text.jelly())).toString());
      Harness.Work riot = () -> Decoders.riot(text.text()).toString();
      if (arguments.canRead("riot", dataset.name(), riot)) {
        add(entries, "riot", text.statements(), "riot", riot);
      }
      DataSets.Slice small = datasets.slice(dataset, PYJELLY_SLICE);
      answers.put("pyjelly", Decoders.jellyJena(List.of(small.jelly())).toString());
      Harness.Work python = () -> pyjelly.run("lengths", small.jelly());
      if (arguments.canRead("pyjelly", dataset.name(), python)) {
        add(entries, "pyjelly", small.statements(), "pyjelly", python);
      }
    }
    return new Harness(arguments.warmups(), arguments.rounds())
        .measure(dataset.name(), TASK, entries, answers);
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
    List<Double> ratios = new ArrayList<>();
    System.out.println("\njelly-bridge against jelly-jena through RIOT:");
    for (Harness.Row row : rows) {
      if (row.contender().equals("jelly-bridge") && jena.containsKey(row.dataset())) {
        double ratio = row.rate() / jena.get(row.dataset());
        ratios.add(ratio);
        System.out.printf(Locale.ROOT, "  %-12s %6.2f x%n", row.dataset(), ratio);
      }
    }
    System.out.printf(
        Locale.ROOT,
        "  %-12s %6.2f x (goal: 4.00, each at least 3.00)%n",
        "geo. mean",
        Harness.geometricMean(ratios));
  }
}
