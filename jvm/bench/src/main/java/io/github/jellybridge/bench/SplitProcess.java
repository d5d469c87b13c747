package io.github.jellybridge.bench;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A {@link SplitProbe} in a process that has no more processors than its session has cores. */
final class SplitProcess implements Closeable {
  private final Process process;
  private final PrintStream to;
  private final BufferedReader from;

  /** Starts the process on the first so many processors; needs {@code taskset}. */
  SplitProcess(int cores) throws IOException {
    List<String> command = new ArrayList<>(List.of("taskset", "-c", "0-" + (cores - 1)));
    // The collector that Java chooses for two processors, for one, too; and a heap of one size.
    command.addAll(Probe.java(SplitProbe.class, "-Xms1500m", "-Xmx1500m", "-XX:+UseG1GC"));
    command.add(Integer.toString(cores));
    process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    to = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
    from =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /**
   * Does a task.
   *
   * @param touch whether the file is to be new to the session, so that it has no index of it
   * @return what identifies the answer
   */
  String run(String task, boolean touch, Path file) throws IOException {
    return ask(task + " " + touch + " " + file.toAbsolutePath());
  }

  /** A harness that collects the garbage of both processes before each run. */
  static Harness harness(BenchArguments arguments, SplitProcess one, SplitProcess two) {
    Harness.Pause collect =
        () -> {
          one.collect();
          two.collect();
        };
    return new Harness(arguments.warmups(), arguments.rounds(), collect);
  }

  /** Collects garbage, so that no collection of one task runs during the next. */
  private void collect() throws IOException {
    ask(SplitProbe.COLLECT);
  }

  private String ask(String line) throws IOException {
    to.println(line);
    String answer = from.readLine();
    if (answer == null) {
      throw new IOException("the process that was to do " + line + " has ended; see above");
    }
    return answer;
  }

  @Override
  public void close() {
    to.close();
    process.destroy();
  }
}
