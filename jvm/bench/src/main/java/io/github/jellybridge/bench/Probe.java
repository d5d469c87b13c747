package io.github.jellybridge.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Measures in a process with a heap of its own, which prints rows as JSON. */
final class Probe {
  private Probe() {}

  /**
   * Runs a main class with the class path and the flags of this process.
   *
   * @param heap flag that sets the heap
   * @param environment variables on top of those of this process
   * @return the rows
   * @throws IOException if the process fails
   */
  static List<String> run(
      String heap, Map<String, String> environment, Class<?> main, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = java(main, heap);
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(environment);
    Process process = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException(main.getSimpleName() + " with " + heap + " failed; see above");
    }
    return output.lines().filter(line -> line.startsWith("{")).toList();
  }

  /**
   * The command of a main class with the class path and the flags of this process, but its heap.
   */
  static List<String> java(Class<?> main, String... flags) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    for (String flag : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
      if (!flag.startsWith("-Xm")) {
        command.add(flag);
      }
    }
    command.addAll(List.of(flags));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    return command;
  }

  /** Returns the value of a field of a row, without quotes; "?" where there is none. */
  static String field(String row, String name) {
    Matcher matcher = Pattern.compile('"' + name + "\": \"?([^\",}]*)").matcher(row);
    return matcher.find() ? matcher.group(1) : "?";
  }
}
