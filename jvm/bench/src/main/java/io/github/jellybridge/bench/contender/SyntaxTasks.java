package io.github.jellybridge.bench.contender;

import eu.neverblink.jelly.convert.jena.riot.JellyLanguage;
import io.github.jellybridge.jelly.JellyWriteOptions;
import io.github.jellybridge.jelly.JellyWriter;
import io.github.jellybridge.jelly.PhysicalType;
import io.github.jellybridge.ntriples.NTriplesReader;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.StatementReader;
import io.github.jellybridge.rdf.Syntax;
import io.github.jellybridge.rdf.SyntaxOptions;
import io.github.jellybridge.syntax.SyntaxFiles;
import io.github.jellybridge.syntax.SyntaxWriteOptions;
import io.github.jellybridge.syntax.SyntaxWriter;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.jena.riot.Lang;
import org.apache.jena.riot.RDFParser;
import org.apache.jena.riot.system.ErrorHandlerFactory;
import org.apache.jena.riot.system.StreamRDF;
import org.apache.jena.riot.system.StreamRDFWriter;

/** Without Spark: lines converted to Jelly, and documents of the other syntaxes parsed. */
public final class SyntaxTasks {
  private static final int BATCH = 4096;
  private static final int TRIPLE = StatementBatch.S | StatementBatch.P | StatementBatch.O;
  private static final String BASE = "file:///data/document";

  /** The other syntaxes, all of which RIOT parses. */
  public static final Map<Syntax, Lang> PARSED =
      Map.of(
          Syntax.TURTLE, Lang.TURTLE,
          Syntax.TRIG, Lang.TRIG,
          Syntax.RDFXML, Lang.RDFXML,
          Syntax.JSONLD, Lang.JSONLD,
          Syntax.THRIFT, Lang.RDFTHRIFT,
          Syntax.PROTOBUF, Lang.RDFPROTO);

  private SyntaxTasks() {}

  /** Converts a file of N-Quads by ids of terms; gives the number of statements. */
  public static String convert(Path lines, Path jelly) throws IOException {
    JellyWriteOptions options =
        JellyWriteOptions.builder().physicalType(PhysicalType.QUADS).build();
    SyntaxOptions read = SyntaxOptions.of(Syntax.NQUADS);
    try (InputStream in = Files.newInputStream(lines);
        NTriplesReader reader = NTriplesReader.open(in, lines.toString(), read);
        JellyWriter writer = JellyWriter.open(Files.newOutputStream(jelly), options)) {
      while (reader.nextBatch(BATCH)) {
        writer.write(reader.batch(), reader.terms());
      }
      return "" + reader.statementsRead();
    }
  }

  /** Converts it by RIOT and jelly-jvm, as a stream. */
  public static String convertByRiot(Path lines, Path jelly) throws IOException {
    try (InputStream in = Files.newInputStream(lines);
        OutputStream out = new BufferedOutputStream(Files.newOutputStream(jelly), 1 << 16)) {
      StreamRDF writer = StreamRDFWriter.getWriterStream(out, JellyLanguage.JELLY);
      StatementSinks.Tee counted = new StatementSinks.Tee(Long.MAX_VALUE, writer);
      RDFParser.source(in).lang(Lang.NQUADS).parse(counted);
      counted.finishAll();
      return "" + counted.statements;
    }
  }

  /** The first statements of a file of lines as a document, with their graphs in TriG only. */
  public static byte[] document(Path lines, Syntax syntax, long statements) throws IOException {
    boolean text = SyntaxWriteOptions.canWrite(syntax);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int columns = syntax == Syntax.TRIG ? StatementBatch.ALL : TRIPLE;
    SyntaxOptions read = SyntaxOptions.of(Syntax.NQUADS).withColumns(columns);
    try (InputStream in = Files.newInputStream(lines);
        NTriplesReader reader = NTriplesReader.open(in, lines.toString(), read);
        SyntaxWriter writer =
            SyntaxWriter.open(out, SyntaxWriteOptions.of(text ? syntax : Syntax.NTRIPLES))) {
      while (writer.statementsWritten() < statements && reader.nextBatch(BATCH)) {
        writer.write(reader.batch(), reader.terms(), 0, reader.batch().size());
      }
    }
    if (text) {
      return out.toByteArray();
    }
    ByteArrayOutputStream binary = new ByteArrayOutputStream();
    RDFParser.source(new ByteArrayInputStream(out.toByteArray()))
        .lang(Lang.NTRIPLES)
        .parse(StreamRDFWriter.getWriterStream(binary, PARSED.get(syntax)));
    return binary.toByteArray();
  }

  /** Parses a document into ids of terms; gives the number of statements. */
  public static String parse(byte[] document, Syntax syntax) throws IOException {
    SyntaxOptions options = SyntaxOptions.of(syntax).withScope(BASE);
    try (StatementReader reader =
        SyntaxFiles.open(new ByteArrayInputStream(document), BASE, options)) {
      while (reader.nextBatch(BATCH)) {
        // Counted by the reader.
      }
      return "" + reader.statementsRead();
    }
  }

  /** Parses it by RIOT. */
  public static String parseByRiot(byte[] document, Syntax syntax) {
    StatementSinks.Counter counter = new StatementSinks.Counter();
    RDFParser.source(new ByteArrayInputStream(document))
        .forceLang(PARSED.get(syntax))
        .base(BASE)
        .errorHandler(ErrorHandlerFactory.errorHandlerNoLogging)
        .parse(counter);
    return "" + counter.statements;
  }
}
