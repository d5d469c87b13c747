package io.github.jellybridge.bench.harness;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A process that answers lines with lines, or prints rows and ends. */
public final class ChildProcess implements Closeable {
  private final Process process;
  private final PrintStream to;
  private final BufferedReader from;

  /** Starts it with variables on top of those of this process. */
  public ChildProcess(List<String> command, Map<String, String> environment) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(environment);
    process = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
    to = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
    from =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /**
   * The command of a main class with the class path and the flags of this process, not its heap.
   */
  public static List<String> java(Class<?> main, List<String> flags, Object... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(flag -> !flag.startsWith("-Xm"))
        .forEach(command::add);
    command.addAll(flags);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    for (Object argument : arguments) {
      command.add(argument.toString());
    }
    return command;
  }

  /** Sends a line and reads the answer. */
  public String ask(String line) throws IOException {
    to.println(line);
    return read();
  }

  /** Reads a line. */
  public String read() throws IOException {
    String line = from.readLine();
    if (line == null) {
      throw new IOException(process.info() + " has ended; see its message above");
    }
    return line;
  }

  /** Reads rows until the process ends; other lines are ignored. */
  public List<Result> rows() throws IOException, InterruptedException {
    List<Result> rows = new ArrayList<>();
    for (String line = from.readLine(); line != null; line = from.readLine()) {
      if (line.startsWith("{")) {
        rows.add(Result.parse(line));
      }
    }
    if (process.waitFor() != 0) {
      throw new IOException("a process failed; see its message above");
    }
    return rows;
  }

  @Override
  public void close() {
    to.close();
    process.destroy();
  }
}
