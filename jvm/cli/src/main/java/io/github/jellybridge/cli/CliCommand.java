package io.github.jellybridge.cli;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import picocli.CommandLine.Option;

/** A command, with the options of all commands. */
abstract class CliCommand implements Callable<Integer> {
  @Option(names = "--json", description = "print one JSON object a line")
  boolean json;

  @Option(names = "--lenient", description = "accept violations that leave the meaning unambiguous")
  boolean lenient;

  @Option(
      names = "--progress",
      negatable = true,
      description = "show progress on standard error (default: if that is a terminal)")
  Boolean progress;

  private Console console;
  private int exitCode = CliMain.OK;

  final void console(Console console) {
    this.console = console;
  }

  final Console console() {
    return console;
  }

  @Override
  public final Integer call() throws IOException {
    Configuration conf = HadoopSettings.load();
    HadoopSettings.nameUser();
    run(conf);
    return exitCode;
  }

  abstract void run(Configuration conf) throws IOException;

  final Progress progress(SourceFile file) {
    boolean shown = progress == null ? console.isTerminal() : progress;
    return shown ? Progress.bar(console, file.name(), file.length()) : Progress.NONE;
  }

  /** Lets the exit code tell of a failure, unless it tells of a worse one. */
  final void note(Failure failure) {
    exitCode = Math.max(exitCode, failure.kind().exitCode());
  }
}
