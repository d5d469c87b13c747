package io.github.jellybridge.cli;

import io.github.jellybridge.files.DecompressionLimits;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.StringUtils.TraditionalBinaryPrefix;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** A command, with the options that all commands share. */
abstract class CliCommand implements Callable<Integer> {
  /** The names of formats. */
  static final String FORMAT_NAMES =
      "nt, nq, ttl, trig, rdfxml, jsonld, thrift, protobuf, jelly or rdfb";

  @Option(names = "--json", description = "print JSON objects, one on each line")
  boolean json;

  @Option(
      names = "--lenient",
      description = "accept violations of the specification that leave the meaning clear")
  boolean lenient;

  @Option(
      names = "--progress",
      negatable = true,
      description = "show progress on standard error (default: only if it is a terminal)")
  Boolean progress;

  @Option(
      names = "--from",
      paramLabel = "SYNTAX",
      converter = Format.class,
      description =
          "format of the files that are read: "
              + FORMAT_NAMES
              + " (default: by the name of each file)")
  FileKind from;

  @Option(
      names = "--max-window-bytes",
      paramLabel = "SIZE",
      converter = WindowSize.class,
      description =
          "largest window of a .zst file, and largest dictionary of an .xz file, from 1k to 2g"
              + " bytes (default: 128m)")
  Long maxWindowBytes;

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

  /** How files are read. */
  final InputOptions input() {
    DecompressionLimits limits = DecompressionLimits.DEFAULT;
    return new InputOptions(
        from,
        maxWindowBytes == null
            ? limits
            : new DecompressionLimits(limits.maxBytes(), maxWindowBytes));
  }

  final Progress progress(SourceFile file) {
    boolean shown = progress == null ? console.isTerminal() : progress;
    return shown ? Progress.bar(console, file.name(), file.length()) : Progress.NONE;
  }

  /** Sets the exit code for a failure, unless an earlier failure was worse. */
  final void note(Failure failure) {
    exitCode = Math.max(exitCode, failure.kind().exitCode());
  }

  /** Parses a format. */
  static final class Format implements ITypeConverter<FileKind> {
    @Override
    public FileKind convert(String text) {
      if (!List.of(FORMAT_NAMES.split(", | or ")).contains(text)) {
        throw new TypeConversionException("expected " + FORMAT_NAMES + ", not '" + text + "'");
      }
      return FileKind.ofName(text);
    }
  }

  /** Parses a size, with a letter for the unit as Hadoop and Spark have it. */
  static final class WindowSize implements ITypeConverter<Long> {
    @Override
    public Long convert(String text) {
      long size =
          text.matches("\\d{1,10}[kmgKMG]?") ? TraditionalBinaryPrefix.string2long(text) : 0;
      if (size < DecompressionLimits.LEAST_WINDOW || size > DecompressionLimits.LARGEST_WINDOW) {
        throw new TypeConversionException("expected a size from 1k to 2g, not '" + text + "'");
      }
      return size;
    }
  }
}
