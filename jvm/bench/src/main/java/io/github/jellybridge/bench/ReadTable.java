package io.github.jellybridge.bench;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The result of the read benchmark as text: times, ratios against Parquet, and their mean. */
final class ReadTable {
  private static final List<String> CONTENDERS =
      List.of("jelly-bridge", "parquet", "jelly-jena", "riot", "pyjelly");

  private final List<Harness.Row> rows;

  ReadTable(List<Harness.Row> rows) {
    this.rows = rows;
  }

  /**
   * How many times faster jelly-bridge is than Parquet, by data set and task; a ratio.
   *
   * @param task whether it counts towards the mean is told by {@link #inMean}
   */
  record Ratio(String dataset, String task, double ratio) {
    /** Whether a task is one that the mean is taken over. */
    boolean inMean() {
      return !task.equals(ReadTask.FILTER_SCAN.label());
    }
  }

  /** The ratios in the order of the rows. */
  List<Ratio> ratios() {
    List<Ratio> ratios = new ArrayList<>();
    for (Harness.Row row : rows) {
      if (row.contender().equals("jelly-bridge")) {
        Harness.find(rows, row.dataset(), row.task(), "parquet")
            .ifPresent(
                parquet ->
                    ratios.add(
                        new Ratio(
                            row.dataset(),
                            row.task(),
                            parquet.medianSeconds() / row.medianSeconds())));
      }
    }
    return ratios;
  }

  /** Prints everything. */
  void print(PrintStream out) {
    out.printf("%-12s %-20s", "M stmt/s", "");
    CONTENDERS.forEach(contender -> out.printf("%14s", contender));
    out.printf("%18s%n", "against parquet");
    Map<List<String>, Double> ratios = new LinkedHashMap<>();
    ratios().forEach(r -> ratios.put(List.of(r.dataset(), r.task()), r.ratio()));
    rows.stream()
        .map(row -> List.of(row.dataset(), row.task()))
        .distinct()
        .forEach(
            key -> {
              out.printf("%-12s %-20s", key.get(0), key.get(1));
              for (String contender : CONTENDERS) {
                out.printf(
                    "%14s",
                    Harness.find(rows, key.get(0), key.get(1), contender)
                        .map(row -> String.format(Locale.ROOT, "%.2f", row.rate()))
                        .orElse("-"));
              }
              Double ratio = ratios.get(key);
              out.printf(Locale.ROOT, "%18s%n", ratio == null ? "-" : "%.2f x".formatted(ratio));
            });
    summary(out);
  }

  private void summary(PrintStream out) {
    List<Ratio> counted = ratios().stream().filter(Ratio::inMean).toList();
    if (!counted.isEmpty()) {
      double mean = Harness.geometricMean(counted.stream().map(Ratio::ratio).toList());
      out.printf(
          Locale.ROOT,
          "%nagainst parquet, geometric mean over %d: %.2f x (goal 2.50)%n",
          counted.size(),
          mean);
      Ratio worst = counted.get(0);
      for (Ratio ratio : counted) {
        worst = ratio.ratio() < worst.ratio() ? ratio : worst;
      }
      out.printf(
          Locale.ROOT,
          "against parquet, worst: %.2f x, %s on %s (goal 0.95)%n",
          worst.ratio(),
          worst.task(),
          worst.dataset());
    }
    for (Harness.Row scan : rows) {
      if (scan.contender().equals("jelly-bridge")
          && scan.task().equals(ReadTask.FILTER_SCAN.label())) {
        Harness.find(rows, scan.dataset(), ReadTask.MATERIALISE.label(), "jelly-bridge")
            .ifPresent(
                whole ->
                    out.printf(
                        Locale.ROOT,
                        "selective filter against full materialisation on %s: %.2f x (goal 3.00)%n",
                        scan.dataset(),
                        scan.rate() / whole.rate()));
      }
    }
  }
}
