package io.github.jellybridge.cli;

import io.github.jellybridge.rdf.RdfParseException;
import io.github.jellybridge.sparql.QueryAnswer;
import io.github.jellybridge.sparql.SparqlQuery;
import io.github.jellybridge.sparql.UnsupportedQueryException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSError;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Answers a SPARQL query over files, in a Spark session of this process. */
@Command(
    name = "query",
    header = "answer a SPARQL query",
    description =
        """
        Answers a SPARQL 1.1 query over the statements of all files, with Spark on all cores of this
        machine. SELECT and ASK print a table, or one of the W3C's result formats. CONSTRUCT prints
        N-Triples. Statements without a graph are the default graph. Blank nodes of different files
        are different.

        QUERY is a file with the query. FILE is a file, a folder (its files, not those in
        sub-folders) or a quoted glob. The name tells the format, as for `convert`.\
        """,
    footer = {
      "  jelly-bridge query people.rq people.jelly",
      "  jelly-bridge query --csv people.rq 'data/*.nq.gz' > people.csv",
      "  jelly-bridge query --json --union people.rq data.jelly | jq .results.bindings"
    })
final class QueryCommand extends CliCommand {
  @Spec CommandSpec spec;

  @Parameters(index = "0", paramLabel = "QUERY", description = "a file with the query")
  String queryFile;

  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "FILE",
      description = "a file, a folder or a quoted glob")
  List<String> paths;

  @ArgGroup Table table = new Table();

  /** The formats for tables besides JSON. */
  static final class Table {
    @Option(names = "--csv", description = "print the W3C's CSV format: plain values")
    boolean csv;

    @Option(names = "--tsv", description = "print the W3C's TSV format: terms as in Turtle")
    boolean tsv;
  }

  @Option(
      names = "--union",
      description =
          "the default graph is the union of all graphs (default: statements without one)")
  boolean union;

  @Override
  void run(Configuration conf) throws IOException {
    QueryAnswer.Format format = format();
    try {
      SparqlQuery query = parse(conf);
      if (query.isConstruct() && format != QueryAnswer.Format.TEXT) {
        throw new ParameterException(
            spec.commandLine(),
            "CONSTRUCT prints N-Triples: --json, --csv and --tsv are for SELECT");
      }
      Map<FileKind, List<SourceFile>> files = QueryFiles.byKind(sources(conf));
      try (LocalSession session = new LocalSession(conf)) {
        Dataset<Row> statements = QueryFiles.statements(session.spark(), files, input(), !lenient);
        console().flush();
        new QueryAnswer(query, format).print(statements, console().out());
      }
    } catch (Exception | FSError e) {
      // Spark throws checked exceptions that it does not declare.
      if (e instanceof ParameterException usage) {
        throw usage;
      }
      if (Console.isClosed(e)) {
        throw new Console.ClosedException(e);
      }
      Failure failure = Failure.of(queryFile, reason(e));
      note(failure);
      console().complain(failure.message());
    }
  }

  private QueryAnswer.Format format() {
    if (json && (table.csv || table.tsv)) {
      throw new ParameterException(
          spec.commandLine(), "expected one of --json, --csv and --tsv, found two");
    }
    if (json) {
      return QueryAnswer.Format.JSON;
    }
    if (table.csv) {
      return QueryAnswer.Format.CSV;
    }
    return table.tsv ? QueryAnswer.Format.TSV : QueryAnswer.Format.TEXT;
  }

  private SparqlQuery parse(Configuration conf) throws IOException {
    SourceFile file = SourceFile.of(queryFile, conf);
    byte[] bytes;
    try (SourceFile.Stream in = file.open(Progress.NONE)) {
      bytes = in.readAllBytes();
    }
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      SparqlQuery query = SparqlQuery.parse(text, Map.of(), file.base());
      return union ? query.withUnionGraph() : query;
    } catch (CharacterCodingException e) {
      throw new IOException("expected UTF-8", e);
    } catch (IllegalArgumentException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private List<SourceFile> sources(Configuration conf) throws IOException {
    List<SourceFile> sources = new ArrayList<>();
    for (String path : paths) {
      try {
        sources.addAll(SourceFile.expand(path, conf, console().in(), input()));
      } catch (IOException | FSError e) {
        throw new Failure.UnusableException(Failure.of(path, e).message(), e);
      }
    }
    return sources;
  }

  /** Returns the error in a file or in the query that made it fail, or the exception itself. */
  private static Throwable reason(Throwable e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof RdfParseException) {
        return cause;
      }
      if (cause instanceof UnsupportedQueryException) {
        return new IOException(cause.getMessage(), cause);
      }
    }
    return e;
  }
}
