package io.github.jellybridge.cli;

import io.github.jellybridge.rdf.NTriples;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.StatementReader;
import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TermTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSError;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** A command that reads files one by one and continues after a file that fails. */
abstract class FileCommand extends CliCommand {
  /** The description of FILE in the help of each command. */
  private static final String FILES =
      """

      FILE is a file, - for standard input, a folder (its files, not those in sub-folders) or a
      quoted glob, on any file system that Hadoop can open (set up by HADOOP_CONF_DIR or
      spark-defaults.conf). Names that end in .gz, .zst, .bz2 or .xz are decompressed. The rest of
      the name tells the format: .jelly is Jelly, .rdfb RDF/Borsh, .jellyp Jelly-Patch, .rdfp text
      RDF Patch; .nt, .nq, .ttl, .trig, .rdf, .xml, .owl, .jsonld, .rt, .trdf, .rpb and .pbrdf are
      syntaxes of RDF. Files with other names are Jelly, unless --from names their format.\
      """;

  @Parameters(
      arity = "1..*",
      paramLabel = "FILE",
      description = "a file, - for standard input, a folder or a quoted glob")
  List<String> files;

  /** Number of files read without a failure. */
  int done;

  @Override
  void run(Configuration conf) {
    for (String path : files) {
      List<SourceFile> found;
      try {
        found = SourceFile.expand(path, conf, console().in(), input());
      } catch (IOException | RuntimeException | FSError e) {
        failOn(path, e);
        continue;
      }
      found.forEach(this::runOn);
    }
  }

  private void runOn(SourceFile file) {
    try {
      run(file);
      done++;
    } catch (Console.ClosedException | Console.OutputException e) {
      throw e;
    } catch (IOException | RuntimeException | FSError e) {
      failOn(file.name(), e);
    }
    console().clearProgress();
    console().flush();
  }

  private void failOn(String path, Throwable e) {
    console().flush();
    fail(path, Failure.of(path, e));
  }

  void fail(String path, Failure failure) {
    note(failure);
    console().complain(failure.message());
  }

  /** Reads one file and prints the result. */
  abstract void run(SourceFile file) throws IOException;

  /** Prints a result as JSON or as text. */
  void print(Map<String, Object> object, String text) {
    console().print(json ? Json.text(object) : text);
  }

  /** Prints the metadata and counts of files. */
  @Command(
      name = "inspect",
      header = "describe files and count their content",
      description = {
        "Reads files from end to end; prints layout, options, namespaces, sizes and counts.",
        FILES
      },
      footer = {
        "  jelly-bridge inspect data.jelly",
        "  jelly-bridge inspect --json data/*.jelly | jq .statements"
      })
  static final class Inspect extends FileCommand {
    @Override
    void run(SourceFile file) throws IOException {
      FileReport report = FileInspector.inspect(file, !lenient, progress(file));
      print(report.json(), (done > 0 ? "\n" : "") + report.text());
    }
  }

  /** Prints the first statements of files. */
  @Command(
      name = "head",
      header = "print the first statements",
      description = {
        "Prints the first statements as N-Quads, or as the rows that Spark would see (--json).",
        "Blank nodes keep the labels that they have in the file.",
        FILES
      },
      footer = {
        "  jelly-bridge head data.jelly",
        "  jelly-bridge head -n 100 --json data.jelly | jq -r .o.value"
      })
  static final class Head extends FileCommand {
    private static final int BATCH = 8192;

    @Option(
        names = {"-n", "--lines"},
        paramLabel = "N",
        defaultValue = "10",
        converter = StatementCount.class,
        description = "number of statements from each file (default: 10)")
    long lines;

    @Override
    void run(SourceFile file) throws IOException {
      if (PatchFiles.isPatch(file)) {
        throw new Failure.UnusableException(
            file.name()
                + ": is a patch, and no list of statements; as text (.rdfp), it shows its"
                + " operations");
      }
      long left = lines;
      try (SourceFile.Stream in = file.open(Progress.NONE);
          StatementReader reader = StatementFiles.open(file, in, !lenient)) {
        // Reads no more than the requested statements: the rest of the file may be malformed.
        while (left > 0 && reader.nextBatch((int) Math.min(left, BATCH))) {
          StatementBatch batch = reader.batch();
          TermTable terms = reader.terms();
          for (int i = 0; i < batch.size() && left > 0; i++, left--) {
            console().print(json ? row(terms, batch, i) : nquad(terms, batch, i));
          }
        }
      }
    }

    private static String row(TermTable terms, StatementBatch batch, int i) {
      return Json.text(
          Json.object(
              "s", term(terms, batch.s[i]),
              "p", term(terms, batch.p[i]),
              "o", term(terms, batch.o[i]),
              "g", term(terms, batch.g[i])));
    }

    private static Map<String, Object> term(TermTable terms, int id) {
      return id == TermTable.NO_TERM
          ? null
          : Json.object(
              "kind", TermKind.label(terms.kind(id)),
              "value", terms.value(id),
              "lang", terms.lang(id),
              "datatype", terms.datatype(id));
    }

    private static String nquad(TermTable terms, StatementBatch batch, int i) {
      StringBuilder line = new StringBuilder();
      for (int id : new int[] {batch.s[i], batch.p[i], batch.o[i], batch.g[i]}) {
        if (id != TermTable.NO_TERM) {
          line.append(new String(NTriples.term(terms, id), StandardCharsets.UTF_8)).append(' ');
        }
      }
      return line.append('.').toString();
    }
  }

  /** Parses a number of statements. */
  static final class StatementCount implements ITypeConverter<Long> {
    @Override
    public Long convert(String text) {
      try {
        long count = Long.parseLong(text);
        if (count >= 0) {
          return count;
        }
      } catch (NumberFormatException e) {
        // Rejected below, like a negative number.
      }
      throw new TypeConversionException(
          "expected a number from 0 to " + Long.MAX_VALUE + ", not '" + text + "'");
    }
  }

  /** Counts statements. */
  @Command(
      name = "count",
      header = "count the statements",
      description = {
        "Prints the number of statements, or of operations in patches; with several files, one line"
            + " each and the total.",
        "Only frames and kinds of rows are checked; `validate` checks everything.",
        FILES
      },
      footer = {"  jelly-bridge count data.jelly", "  jelly-bridge count --json 'data/*.jelly'"})
  static final class Count extends FileCommand {
    private long total;

    @Override
    void run(SourceFile file) throws IOException {
      long statements = FileInspector.count(file, !lenient, progress(file));
      total += statements;
      print(
          Json.object("path", file.name(), "statements", statements),
          statements + "\t" + file.name());
    }

    @Override
    void run(Configuration conf) {
      super.run(conf);
      if (!json && done > 1) {
        console().print(total + "\ttotal");
      }
    }
  }

  /** Writes indexes. */
  @Command(
      name = "index",
      header = "write the index that lets several tasks share a file",
      description = {
        "Reads files from end to end and writes the positions where reading can start, and",
        "statistics of the parts between them, into a file beside each, .FILE.index. Until the"
            + " file",
        "is changed, Spark shares it among its tasks, and leaves out parts that a query does not",
        "need. Files that jelly-bridge has written have checkpoints and statistics, and do not"
            + " need",
        "an index; files that are compressed, not delimited or in the layout of the 1.0.0 draft",
        "cannot be indexed.",
        FILES
      },
      footer = {
        "  jelly-bridge index large.jelly",
        "  jelly-bridge index --json 'data/*.jelly' | jq .split_points"
      })
  static final class Index extends FileCommand {
    @Override
    void run(SourceFile file) throws IOException {
      IndexFiles.Made made = IndexFiles.make(file, !lenient, progress(file));
      String points = made.splitPoints() == 1 ? " split point" : " split points";
      print(
          Json.object(
              "path", file.name(),
              "index", made.path(),
              "split_points", made.splitPoints(),
              "bytes", made.bytes()),
          file.name() + ": " + made.splitPoints() + points + ": " + made.path());
    }
  }

  /** Prints whether files are valid. */
  @Command(
      name = "validate",
      header = "check files against the specification",
      description = {"Reads files from end to end and prints whether each is valid.", FILES},
      footer = {
        "  jelly-bridge validate data.jelly && echo fine",
        "  jelly-bridge validate --lenient data/ > report.txt"
      })
  static final class Validate extends FileCommand {
    @Override
    void run(SourceFile file) throws IOException {
      FileReport report = FileInspector.inspect(file, !lenient, progress(file));
      Map<String, Object> result = Json.object("path", file.name(), "valid", true);
      result.putAll(report.counts());
      print(result, file.name() + ": valid, " + report.summary());
    }

    /** Prints a result for an invalid file instead of an error message. */
    @Override
    void fail(String path, Failure failure) {
      if (failure.kind() != Failure.Kind.INVALID) {
        super.fail(path, failure);
        return;
      }
      note(failure);
      Map<String, Object> result = Json.object("path", path, "valid", false);
      result.putAll(failure.json());
      String message = failure.message();
      String place = path + ": ";
      String rest = message.startsWith(place) ? message.substring(place.length()) : message;
      print(result, path + ": invalid: " + rest);
    }
  }
}
