package io.github.jellybridge.cli;

import io.github.jellybridge.rdf.RdfWriteException;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.StatementReader;
import io.github.jellybridge.rdf.Syntax;
import io.github.jellybridge.rdf.TermTable;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSError;

/**
 * The process behind the command line of the Python package: {@code Worker COMMAND STRICT PROGRESS
 * LIMIT ANSWERS PATH…}. It prints one JSON object a line to the file ANSWERS, which is {@code -}
 * for standard output, and never anything else; see {@link Answers}. It needs no Spark session, so
 * it starts quickly.
 *
 * <p>Standard input is a pipe from Python that nothing is ever written to. Its end is that of
 * Python, were it killed, and then that of this process.
 *
 * <p>A file that fails does not keep the next ones from being read. Exit code 0 means that every
 * file got its answer, be it an error.
 */
public final class Worker {
  private static final int BATCH = 8192;

  /** Progress is for people: no need to tell them more often. */
  private static final long NANOS_BETWEEN_REPORTS = 100_000_000L;

  private final PrintStream out;
  private final String command;
  private final boolean strict;
  private final boolean progress;
  private final long limit;

  /** What is converted. */
  private String reading;

  private Worker(PrintStream out, String command, boolean strict, boolean progress, long limit) {
    this.out = out;
    this.command = command;
    this.strict = strict;
    this.progress = progress;
    this.limit = limit;
  }

  /**
   * Runs a command on files.
   *
   * @param args command ({@code inspect}, {@code head}, {@code count}, {@code validate}, {@code
   *     index}), whether to be strict, whether to report progress, how many statements {@code head}
   *     wants, where the answers go, then the paths; or {@code convert} and, in their place, words
   *     for {@link ConvertOptions}, {@code --}, the target and the sources
   * @throws IOException when there is no such place for answers
   */
  public static void main(String[] args) throws IOException {
    endWithStarter();
    FileOutputStream answers =
        args[4].equals("-")
            ? new FileOutputStream(FileDescriptor.out)
            : new FileOutputStream(args[4]);
    PrintStream out =
        new PrintStream(new BufferedOutputStream(answers, 1 << 16), false, StandardCharsets.UTF_8);
    // Whatever a library prints must not end up among the answers.
    System.setOut(System.err);
    Worker worker =
        new Worker(
            out,
            args[0],
            Boolean.parseBoolean(args[1]),
            Boolean.parseBoolean(args[2]),
            Long.parseLong(args[3]));
    Configuration conf = HadoopSettings.load();
    HadoopSettings.nameUser();
    if (args[0].equals("convert")) {
      worker.convert(List.of(args).subList(5, args.length), conf);
    } else {
      for (String path : List.of(args).subList(5, args.length)) {
        worker.run(path, conf);
      }
    }
    out.flush();
  }

  private static void endWithStarter() {
    Thread watch =
        new Thread(
            () -> {
              try {
                while (System.in.read() >= 0) {
                  // Nothing is said there.
                }
              } catch (IOException e) {
                // As good as its end.
              }
              // Not halt: drafts are to be deleted.
              System.exit(1);
            },
            "end with starter");
    watch.setDaemon(true);
    watch.start();
  }

  private void convert(List<String> words, Configuration conf) {
    int options = words.indexOf("--");
    String target = words.get(options + 1);
    List<String> paths = words.subList(options + 2, words.size());
    List<SourceFile> sources = new ArrayList<>();
    try {
      for (String path : paths) {
        reading = path;
        sources.addAll(SourceFile.expand(path, conf));
      }
      ConvertOptions parsed = options(words.subList(0, options));
      try (Converter converter = new Converter(sources, target, parsed, conf)) {
        long statements = converter.convert(this::read);
        answer(
            Answers.event("result", sources.get(0).name())
                .put("statements", statements)
                .put(
                    "files",
                    converter.files().stream()
                        .map(name -> new JsonObject().put("path", name))
                        .toList()));
      }
    } catch (IOException | RuntimeException | FSError e) {
      // Statements that cannot be written are counted from the first source on.
      boolean counted = e instanceof RdfWriteException && sources.size() > 1;
      answer(Answers.error(counted ? target : reading, e));
    }
  }

  private Progress read(SourceFile file) {
    reading = file.name();
    return reporter(file);
  }

  private ConvertOptions options(List<String> words) throws SourceFile.UnreadableException {
    try {
      return ConvertOptions.parse(strict, words);
    } catch (IllegalArgumentException e) {
      throw new SourceFile.UnreadableException(e.getMessage(), e);
    }
  }

  private void run(String path, Configuration conf) {
    List<SourceFile> files;
    try {
      files = SourceFile.expand(path, conf);
    } catch (IOException | RuntimeException | FSError e) {
      answer(Answers.error(path, e));
      return;
    }
    for (SourceFile file : files) {
      try {
        run(file);
      } catch (IOException | RuntimeException | FSError e) {
        answer(Answers.error(file.name(), e));
      }
    }
  }

  private void run(SourceFile file) throws IOException {
    switch (command) {
      case "inspect", "validate" -> answer(inspected(file));
      case "count" -> {
        long statements = FileInspector.count(file, strict, reporter(file));
        answer(Answers.event("result", file.name()).put("statements", statements));
      }
      case "head" -> head(file);
      case "index" -> {
        IndexFiles.Made made = IndexFiles.make(file, strict, reporter(file));
        answer(
            Answers.event("result", file.name())
                .put("index", made.path())
                .put("places", made.places())
                .put("bytes", made.bytes()));
      }
      default -> throw new IllegalArgumentException("no such command: " + command);
    }
  }

  private JsonObject inspected(SourceFile file) throws IOException {
    if (StatementFiles.isBorsh(file)) {
      return Answers.borshInfo(FileInspector.inspectBorsh(file, reporter(file)));
    }
    if (PatchFiles.isPatch(file)) {
      return Answers.patchInfo(PatchFiles.inspect(file, strict, reporter(file)));
    }
    Syntax syntax = StatementFiles.kind(file).syntax();
    if (syntax != Syntax.JELLY) {
      return Answers.syntaxInfo(FileInspector.inspectSyntax(file, syntax, reporter(file)));
    }
    return Answers.info(FileInspector.inspect(file, strict, reporter(file)));
  }

  private void head(SourceFile file) throws IOException {
    if (PatchFiles.isPatch(file)) {
      throw new SourceFile.UnsuitableException(
          file.name()
              + ": is a patch, and no list of statements; as text (.rdfp), it shows its"
              + " operations");
    }
    long left = limit;
    try (SourceFile.Stream in = file.open(Progress.NONE);
        StatementReader reader = StatementFiles.open(file, in, strict)) {
      // Only as many as asked for: what comes later in the file may be broken.
      while (left > 0 && reader.nextBatch((int) Math.min(left, BATCH))) {
        StatementBatch batch = reader.batch();
        for (int i = 0; i < batch.size() && left > 0; i++, left--) {
          out.println(row(reader.terms(), batch, i));
        }
        failIfClosed();
      }
    }
    answer(Answers.event("result", file.name()).put("statements", limit - left));
  }

  private static JsonObject row(TermTable terms, StatementBatch batch, int i) {
    int s = batch.s[i];
    int p = batch.p[i];
    int o = batch.o[i];
    int g = batch.g[i];
    return new JsonObject()
        .put("event", "row")
        .put("s", Answers.term(terms, s))
        .put("p", Answers.term(terms, p))
        .put("o", Answers.term(terms, o))
        .put("g", Answers.term(terms, g))
        .put("nquads", Answers.nquad(terms, s, p, o, g));
  }

  private void answer(JsonObject answer) {
    out.println(answer);
    failIfClosed();
  }

  /** Ends the process when nobody reads any more: PrintStream itself says nothing. */
  private void failIfClosed() {
    if (out.checkError()) {
      System.exit(1);
    }
  }

  private Progress reporter(SourceFile file) {
    if (!progress) {
      return Progress.NONE;
    }
    long[] next = {0};
    return (bytes, statements) -> {
      long now = System.nanoTime();
      if (next[0] == 0 || now - next[0] >= 0) {
        next[0] = now + NANOS_BETWEEN_REPORTS;
        answer(
            Answers.event("progress", file.name())
                .put("bytes", bytes)
                .put("total", file.length())
                .put("statements", statements));
      }
    };
  }
}
