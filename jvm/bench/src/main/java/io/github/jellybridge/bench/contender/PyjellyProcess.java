package io.github.jellybridge.bench.contender;

import io.github.jellybridge.bench.harness.BenchArguments;
import io.github.jellybridge.bench.harness.ChildProcess;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/** A Python process with pyjelly that does one task after another; its start is never timed. */
public final class PyjellyProcess implements Closeable {
  private final ChildProcess process;
  private final String version;

  public PyjellyProcess(BenchArguments arguments) throws IOException {
    String script = arguments.root.resolve("scripts/bench_pyjelly.py").toString();
    String python = System.getProperty("bench.python", "python3");
    process = new ChildProcess(List.of(python, script), Map.of());
    version = decode(process.read());
  }

  /** The version of pyjelly. */
  public String version() {
    return version;
  }

  /**
   * Does a task on a file.
   *
   * @param task name of a task in {@code scripts/bench_pyjelly.py}
   * @param arguments further arguments of the task
   */
  public String run(String task, Path file, String... arguments) throws IOException {
    String more = arguments.length == 0 ? "" : "\t" + String.join("\t", arguments);
    return decode(process.ask(task + "\t" + file.toAbsolutePath() + more));
  }

  private static String decode(String line) throws IOException {
    boolean failed = line.startsWith("!");
    byte[] text = Base64.getDecoder().decode(failed ? line.substring(1) : line);
    String answer = new String(text, StandardCharsets.UTF_8);
    if (failed) {
      throw new IOException(answer);
    }
    return answer;
  }

  @Override
  public void close() {
    process.close();
  }
}
