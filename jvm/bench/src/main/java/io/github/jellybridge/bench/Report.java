package io.github.jellybridge.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes {@code build/bench/NAME.json} and says on which machine the numbers were taken. */
final class Report {
  private Report() {}

  /**
   * Writes {@code {"machine": {...}, "rows": [...]}} with one row a line.
   *
   * @throws IllegalArgumentException when nothing was measured, as names were misspelt
   */
  static Path write(Path folder, String name, Map<String, Object> machine, List<String> rows)
      throws IOException {
    if (rows.isEmpty()) {
      throw new IllegalArgumentException(
          "nothing was measured: no task, data set or contender has such a name"
              + " (docs/benchmarks.md has them)");
    }
    Files.createDirectories(folder);
    Path file = folder.resolve(name + ".json");
    Files.writeString(
        file,
        "{\n \"machine\": "
            + object(machine)
            + ",\n \"rows\": [\n  "
            + String.join(",\n  ", rows)
            + "\n ]\n}\n");
    return file;
  }

  /** A measured row as JSON. */
  static String row(Harness.Row row) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("dataset", row.dataset());
    fields.put("task", row.task());
    fields.put("contender", row.contender());
    fields.put("median_s", row.medianSeconds());
    fields.put("rounds_s", row.seconds());
    fields.put("statements", row.statements());
    return object(fields);
  }

  /** A file size as JSON. */
  static String size(String dataset, String contender, long bytes) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("dataset", dataset);
    fields.put("task", "size");
    fields.put("contender", contender);
    fields.put("bytes", bytes);
    return object(fields);
  }

  /** A flat JSON object of strings, numbers and arrays of numbers. */
  static String object(Map<String, ?> fields) {
    return fields.entrySet().stream()
        .map(field -> quote(field.getKey()) + ": " + value(field.getValue()))
        .collect(Collectors.joining(", ", "{", "}"));
  }

  private static String value(Object value) {
    if (value instanceof double[] numbers) {
      return Arrays.stream(numbers)
          .mapToObj(Report::value)
          .collect(Collectors.joining(", ", "[", "]"));
    }
    if (value instanceof Double number) {
      return String.format(Locale.ROOT, "%.6f", number);
    }
    return value instanceof Number ? value.toString() : quote(value.toString());
  }

  private static String quote(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  /** The machine: processor, cores, memory, operating system, Java. */
  static Map<String, Object> machine() {
    Map<String, Object> machine = new LinkedHashMap<>();
    machine.put("cpu", field("/proc/cpuinfo", "model name"));
    machine.put("cores", Runtime.getRuntime().availableProcessors());
    machine.put("memory", field("/proc/meminfo", "MemTotal"));
    machine.put("os", System.getProperty("os.name") + " " + System.getProperty("os.version"));
    machine.put(
        "java", System.getProperty("java.vm.name") + " " + System.getProperty("java.version"));
    machine.put("heap_mib", Runtime.getRuntime().maxMemory() >> 20);
    return machine;
  }

  /** The value behind {@code name:} in a file of /proc; "unknown" where there is none. */
  static String field(String file, String name) {
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
}
