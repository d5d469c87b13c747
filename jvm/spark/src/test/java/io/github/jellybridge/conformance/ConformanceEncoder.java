package io.github.jellybridge.conformance;

import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.jelly.JellyReader;
import io.github.jellybridge.jelly.LogicalType;
import io.github.jellybridge.jelly.StreamOptions;
import io.github.jellybridge.rdf.NTriplesParser;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TermTable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.spark.sql.DataFrameWriter;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/**
 * One to_jelly case: N-Triples or N-Quads files are written through the Spark DataSource, one frame
 * per file, with the options of a given Jelly file.
 */
final class ConformanceEncoder {
  private static final String TERM = "struct<kind:string,value:string,lang:string,datatype:string>";
  private static final StructType SCHEMA =
      StructType.fromDDL("s %1$s, p %1$s, o %1$s, g %1$s, frame bigint".formatted(TERM));

  private final SparkSession spark;
  private final Path folder;
  private final Path output;

  ConformanceEncoder(SparkSession spark, Path folder) throws IOException {
    this.spark = spark;
    this.folder = folder;
    this.output = Files.createTempDirectory("to_jelly");
  }

  /** Writes the case and returns the file. */
  Path write() throws IOException {
    StreamOptions options = options(folder.resolve("stream_options.jelly"));
    Path target = output.resolve("written");
    DataFrameWriter<Row> writer =
        spark
            .createDataFrame(rows(), SCHEMA)
            .coalesce(1)
            .write()
            .format("jelly")
            .option("frameColumns", "frame")
            .option("physicalType", options.physicalType().name().toLowerCase(Locale.ROOT))
            .option("streamName", options.streamName())
            .option("maxNameTableSize", options.maxNameTableSize())
            .option("maxPrefixTableSize", options.maxPrefixTableSize())
            .option("maxDatatypeTableSize", options.maxDatatypeTableSize())
            .option("rdfStar", options.rdfStar())
            .option("generalized", options.generalizedStatements())
            .option("logicalType", new LogicalType(options.logicalType()).name());
    writer.save(target.toString());
    try (Stream<Path> files = Files.list(target)) {
      List<Path> parts = files.filter(f -> f.toString().endsWith(".jelly")).toList();
      if (parts.size() != 1) {
        throw new IllegalStateException(parts.size() + " files written instead of one");
      }
      return parts.get(0);
    }
  }

  /** Returns null if writing is refused, as expected; otherwise the reason of the failure. */
  String reasonOfNegative() throws IOException {
    try {
      write();
    } catch (Exception e) {
      return null;
    } finally {
      delete();
    }
    return "expected an error, wrote a file";
  }

  /**
   * Returns null if a written file has the requested options; otherwise the reason of the failure.
   */
  String reasonOfOptions(Path written) throws IOException {
    StreamOptions expected = options(folder.resolve("stream_options.jelly"));
    StreamOptions found = options(written);
    return found.equals(expected) ? null : "expected " + expected + ", found " + found;
  }

  /** Deletes the written files. */
  void delete() throws IOException {
    try (Stream<Path> files = Files.walk(output)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  private static StreamOptions options(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file);
        JellyReader reader = JellyReader.open(in, file.toString(), JellyReadOptions.defaults())) {
      return reader.header().options();
    }
  }

  private List<Row> rows() throws IOException {
    List<Row> rows = new ArrayList<>();
    List<Path> inputs;
    try (Stream<Path> files = Files.list(folder)) {
      inputs = files.filter(f -> f.getFileName().toString().startsWith("in_")).sorted().toList();
    }
    for (int frame = 0; frame < inputs.size(); frame++) {
      TermTable terms = new TermTable();
      NTriplesParser parser = new NTriplesParser(terms);
      StatementBatch batch = new StatementBatch(16, true, true, true, true);
      for (String line : Files.readString(inputs.get(frame)).split("\r?\n")) {
        byte[] text = line.getBytes(StandardCharsets.UTF_8);
        parser.statement(text, 0, text.length, batch);
      }
      for (int i = 0; i < batch.size(); i++) {
        rows.add(
            RowFactory.create(
                term(terms, batch.s[i]),
                term(terms, batch.p[i]),
                term(terms, batch.o[i]),
                term(terms, batch.g[i]),
                (long) frame));
      }
    }
    return rows;
  }

  private static Row term(TermTable terms, int id) {
    return id == TermTable.NO_TERM
        ? null
        : RowFactory.create(
            TermKind.label(terms.kind(id)), terms.value(id), terms.lang(id), terms.datatype(id));
  }
}
