package io.github.jellybridge.bench;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The result of the write benchmark as text: rates, ratios, their means, and file sizes. */
final class WriteTable {
  private static final String OURS = "jelly-bridge";
  private static final List<String> FILES =
      List.of(OURS, OURS + " gzip", OURS + " zstd", "parquet", "n-triples", "n-triples gzip");

  private final List<Harness.Row> rows;
  private final Map<String, Map<String, Long>> sizes;

  /**
   * Takes results.
   *
   * @param sizes bytes by data set and contender
   */
  WriteTable(List<Harness.Row> rows, Map<String, Map<String, Long>> sizes) {
    this.rows = rows;
    this.sizes = sizes;
  }

  /** Prints everything. */
  void print(PrintStream out) {
    out.printf(
        "%-12s %-8s %-13s %12s %10s %12s%n",
        "data set", "task", "contender", "M stmt/s", "median s", "statements");
    for (Harness.Row row : rows) {
      out.printf(
          Locale.ROOT,
          "%-12s %-8s %-13s %12.2f %10.4f %12d%n",
          row.dataset(),
          row.task(),
          row.contender(),
          row.rate(),
          row.medianSeconds(),
          row.statements());
    }
    ratios(out, "encode", "jelly-jena", "jelly-jena's stream writer", 3);
    ratios(out, "write", "parquet", "Parquet", 1);
    if (!sizes.isEmpty()) {
      writers(out);
      files(out);
    }
  }

  private void ratios(PrintStream out, String task, String other, String name, double goal) {
    List<Double> ratios = new ArrayList<>();
    for (Harness.Row row : rows) {
      if (row.task().equals(task) && row.contender().equals(OURS)) {
        Harness.find(rows, row.dataset(), task, other)
            .ifPresent(
                theirs -> {
                  if (ratios.isEmpty()) {
                    out.printf("%n%s, %s against %s:%n", task, OURS, name);
                  }
                  double ratio = row.rate() / theirs.rate();
                  ratios.add(ratio);
                  out.printf(Locale.ROOT, "  %-12s %6.2f x%n", row.dataset(), ratio);
                });
      }
    }
    if (!ratios.isEmpty()) {
      out.printf(
          Locale.ROOT,
          "  %-12s %6.2f x (goal: at least %.2f)%n",
          "geo. mean",
          Harness.geometricMean(ratios),
          goal);
    }
  }

  /** The codecs outside Spark. */
  private void writers(PrintStream out) {
    out.println("\nbytes with the lookup sizes of the input:");
    out.printf("  %-12s %14s %14s %9s%n", "data set", OURS, "jelly-jena", "ours/its");
    sizes.forEach(
        (dataset, bytes) -> {
          long ours = bytes.get(WriteBench.JELLY_WRITER);
          long theirs = bytes.get("jelly-jena");
          out.printf(
              Locale.ROOT,
              "  %-12s %14d %14d %9.4f%n",
              dataset,
              ours,
              theirs,
              (double) ours / theirs);
        });
  }

  /** The files that Spark writes, and text. */
  private void files(PrintStream out) {
    out.println("\nfiles written by Spark, and text, in MB:");
    out.printf("  %-12s", "data set");
    FILES.forEach(name -> out.printf("%18s", name));
    out.println();
    sizes.forEach(
        (dataset, bytes) -> {
          out.printf("  %-12s", dataset);
          FILES.forEach(name -> out.printf(Locale.ROOT, "%18.1f", bytes.get(name) / 1e6));
          out.println();
        });
  }
}
