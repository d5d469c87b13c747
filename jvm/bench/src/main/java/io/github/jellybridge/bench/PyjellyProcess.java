package io.github.jellybridge.bench;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;

/** A Python process with pyjelly that does one task after another; its start is never timed. */
final class PyjellyProcess implements AutoCloseable {
  private final Process process;
  private final BufferedWriter requests;
  private final BufferedReader answers;
  private final String version;

  PyjellyProcess(BenchArguments arguments) throws IOException {
    Path script = arguments.root().resolve("scripts/bench_pyjelly.py");
    process =
        new ProcessBuilder(arguments.python(), script.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    requests =
        new BufferedWriter(
            new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
    answers =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII));
    version = read();
  }

  /** The version of pyjelly. */
  String version() {
    return version;
  }

  /**
   * Does a task on a file.
   *
   * @param task name of a task in {@code scripts/bench_pyjelly.py}
   * @param arguments further arguments of the task
   */
  String run(String task, Path file, String... arguments) throws IOException {
    requests.write(task + "\t" + file.toAbsolutePath());
    for (String argument : arguments) {
      requests.write("\t" + argument);
    }
    requests.write("\n");
    requests.flush();
    return read();
  }

  private String read() throws IOException {
    String line = answers.readLine();
    if (line == null) {
      throw new IOException("the pyjelly process ended; see its message above");
    }
    boolean failed = line.startsWith("!");
    byte[] text = Base64.getDecoder().decode(failed ? line.substring(1) : line);
    String answer = new String(text, StandardCharsets.UTF_8);
    if (failed) {
      throw new IOException(answer);
    }
    return answer;
  }

  @Override
  public void close() throws IOException {
    requests.close();
    process.destroy();
  }
}
