package io.github.jellybridge.bench;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The result of the RDF/Borsh benchmark as text: rates, ratios, their goals, and file sizes. */
final class BorshReport {
  private static final String OURS = "jelly-bridge";
  private static final String LZ4 = "lz4";
  private static final List<String> FILES =
      List.of(
          "rdf-borsh",
          "rdf-borsh level 0",
          OURS,
          OURS + " zstd",
          "parquet",
          "n-triples gzip",
          "rdf-borsh files");
  private static final List<String> HEADINGS =
      List.of("rdf-borsh", "at level 0", "jelly", "jelly+zstd", "parquet", "n-quads+gzip", "files");

  private final List<Harness.Row> rows;
  private final Map<String, Map<String, Long>> sizes;

  /**
   * Takes results.
   *
   * @param sizes bytes, and the number of files, by data set and contender
   */
  BorshReport(List<Harness.Row> rows, Map<String, Map<String, Long>> sizes) {
    this.rows = rows;
    this.sizes = sizes;
  }

  /** Prints everything. */
  void print(PrintStream out) {
    out.printf("%-12s %-10s %-13s %12s %10s%n", "data set", "task", "contender", "M stmt/s", "s");
    for (Harness.Row row : rows) {
      out.printf(
          Locale.ROOT,
          "%-12s %-10s %-13s %12.2f %10.4f%n",
          row.dataset(),
          row.task(),
          row.contender(),
          row.rate(),
          row.medianSeconds());
    }
    out.println();
    for (Harness.Row row : rows) {
      if (row.contender().equals(OURS)) {
        compare(out, row);
      }
    }
    if (!sizes.isEmpty()) {
      files(out);
    }
  }

  private void compare(PrintStream out, Harness.Row ours) {
    String other = ours.task().contains("code") ? LZ4 : "parquet";
    for (Harness.Row row : rows) {
      if (row.dataset().equals(ours.dataset())
          && row.task().equals(ours.task())
          && row.contender().equals(other)) {
        out.printf("%-12s %-10s %s%n", ours.dataset(), ours.task(), text(ours, row));
      }
    }
  }

  private static String text(Harness.Row ours, Harness.Row other) {
    double factor = ours.medianSeconds() / other.medianSeconds();
    return switch (ours.task()) {
      case "decode" -> {
        double rest = ours.medianSeconds() - other.medianSeconds();
        yield format(
            "%.1f M quads/s once decompressed (goal 20), %.1f with decompression",
            ours.statements() / rest / 1e6, ours.rate());
      }
      case "encode/0" ->
          format("%.1f M quads/s (goal 3), %.2f times the time of LZ4", ours.rate(), factor);
      case "encode/12" -> format("%.2f times the time of LZ4-HC (goal at most 1.20)", factor);
      default -> format("%.2f times as fast as Parquet (goal of read: 1)", 1 / factor);
    };
  }

  private static String format(String text, Object... values) {
    return String.format(Locale.ROOT, text, values);
  }

  private void files(PrintStream out) {
    out.printf("%n%-12s", "MB");
    HEADINGS.forEach(heading -> out.printf("%14s", heading));
    out.println();
    sizes.forEach(
        (dataset, bytes) -> {
          out.printf("%-12s", dataset);
          for (String name : FILES) {
            long size = bytes.get(name);
            out.printf("%14s", name.endsWith("files") ? "" + size : format("%.2f", size / 1e6));
          }
          out.println();
        });
  }
}
