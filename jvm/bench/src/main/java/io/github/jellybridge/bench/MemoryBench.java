package io.github.jellybridge.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * {@code ./scripts/bench memory}: reads files of 0.5, 1 and 2 GB with a heap of 512 MB, each in a
 * process of its own, and shows the peaks side by side.
 */
public final class MemoryBench {
  private static final long LARGEST = 2_000_000_000;
  private static final List<Long> PARTS = List.of(4L, 2L, 1L);

  private final BenchArguments arguments;

  private MemoryBench(BenchArguments arguments) {
    this.arguments = arguments;
  }

  /** Runs the benchmark; {@code --datasets} chooses the generator, many-names by default. */
  public static void main(String[] args) throws Exception {
    new MemoryBench(BenchArguments.parse(args)).run();
  }

  private void run() throws Exception {
    List<String> rows = new ArrayList<>();
    System.out.printf(
        "%-18s %-16s %12s %8s %15s %15s %14s%n",
        "file", "task", "statements", "s", "peak heap MiB", "after gc MiB", "peak RSS MiB");
    for (DataGenerator generator : DataGenerator.all()) {
      boolean asked = arguments.datasets().contains(generator.name());
      if (asked || arguments.datasets().isEmpty() && generator instanceof ManyNames) {
        measure(generator, rows);
      }
    }
    Path file = Report.write(arguments.output(), "memory", Report.machine(), rows);
    System.out.println("\nwritten to " + file);
  }

  private void measure(DataGenerator generator, List<String> rows)
      throws IOException, InterruptedException {
    long largest = arguments.bytes(LARGEST);
    Path whole = new DataSets(arguments).generated(generator, 0, largest).files().get(0);
    for (long part : PARTS) {
      Path file = part == 1 ? whole : prefix(whole, largest / part);
      String name = generator.name() + "-" + largest / part / 1_000_000 + "MB";
      String path = file.toAbsolutePath().toString();
      for (String row : Probe.run("-Xmx512m", Map.of(), MemoryProbe.class, name, path)) {
        rows.add(row);
        System.out.printf(
            "%-18s %-16s %12s %8s %15s %15s %14s%n",
            name,
            Probe.field(row, "task"),
            Probe.field(row, "statements"),
            Probe.field(row, "median_s"),
            Probe.field(row, "heap_peak_mib"),
            Probe.field(row, "heap_after_gc_peak_mib"),
            Probe.field(row, "rss_peak_mib"));
      }
    }
  }

  private static Path prefix(Path whole, long bytes) throws IOException {
    Path file = whole.resolveSibling("first-" + bytes + "-" + whole.getFileName());
    if (!Files.exists(file)) {
      FramePrefix.copy(whole, file, bytes);
    }
    return file;
  }
}
