package io.github.jellybridge.spark.scan;

import io.github.jellybridge.proto.rdf.RdfStreamFrame;
import io.github.jellybridge.proto.rdf.RdfStreamOptions;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.jena.graph.Node;
import org.apache.jena.sparql.core.Quad;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** Makes rows to write, and reads written files with jelly-jvm. */
public final class WrittenFiles {
  static final StructType TERM =
      new StructType()
          .add("kind", DataTypes.StringType)
          .add("value", DataTypes.StringType)
          .add("lang", DataTypes.StringType)
          .add("datatype", DataTypes.StringType);

  public static final StructType TRIPLE =
      new StructType().add("s", TERM).add("p", TERM).add("o", TERM);

  static final StructType QUAD = TRIPLE.add("g", TERM);

  private WrittenFiles() {}

  static Row iri(String local) {
    return RowFactory.create("iri", JellySamples.EX + local, null, null);
  }

  static Row bnode(String label) {
    return RowFactory.create("bnode", label, null, null);
  }

  static Row literal(String lexical, String lang, String datatype) {
    return RowFactory.create("literal", lexical, lang, datatype);
  }

  static Row term(Node node) {
    if (node == null) {
      return null;
    }
    if (node.isURI()) {
      return RowFactory.create("iri", node.getURI(), null, null);
    }
    if (node.isBlank()) {
      return bnode(node.getBlankNodeLabel());
    }
    if (node.isTripleTerm()) {
      return RowFactory.create("triple", JellySamples.ntriples(node), null, null);
    }
    String lang = node.getLiteralLanguage();
    return literal(
        node.getLiteralLexicalForm(),
        lang.isEmpty() ? null : lang,
        lang.isEmpty() ? node.getLiteralDatatypeURI() : null);
  }

  static Row row(Quad quad) {
    return RowFactory.create(
        term(quad.getSubject()),
        term(quad.getPredicate()),
        term(quad.getObject()),
        quad.isDefaultGraph() ? null : term(quad.getGraph()));
  }

  static Dataset<Row> quads(List<Quad> quads) {
    return SparkJelly.spark().createDataFrame(quads.stream().map(WrittenFiles::row).toList(), QUAD);
  }

  /** Triples whose subjects have the given local names. */
  public static Dataset<Row> statements(String... locals) {
    List<Row> rows =
        Stream.of(locals).map(l -> RowFactory.create(iri(l), iri("p"), iri("o"))).toList();
    return SparkJelly.spark().createDataFrame(rows, TRIPLE);
  }

  /** The physical type of the first file in a folder, as its number in the file. */
  static int physicalType(Path folder) throws IOException {
    return options(jellyFiles(folder).get(0)).getPhysicalTypeValue();
  }

  /** The names of the files in a folder, without checksum files. */
  public static List<String> names(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(f -> f.getFileName().toString())
          .filter(n -> !n.endsWith(".crc"))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The Jelly files in a folder and below it that readers see, by path. */
  public static List<Path> jellyFiles(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(f -> f.getFileName().toString().endsWith(".jelly"))
          .filter(f -> !folder.relativize(f).toString().startsWith("_"))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The statements that jelly-jvm reads from all files in a folder and below it. */
  static List<Quad> read(Path folder) {
    List<Quad> quads = new ArrayList<>();
    jellyFiles(folder).forEach(file -> quads.addAll(JellySamples.readWithJellyJvm(file)));
    return quads;
  }

  /** The local names of all subjects, sorted. */
  public static List<String> locals(Path folder) {
    return read(folder).stream()
        .map(q -> q.getSubject().getURI().substring(JellySamples.EX.length()))
        .sorted()
        .toList();
  }

  /** Whether a folder contains no staging folder. */
  public static boolean isClean(Path folder) {
    return names(folder).stream().noneMatch(n -> n.startsWith("_jelly-bridge-staging-"));
  }

  /** The stream options of a file, read with protobuf's generated classes. */
  static RdfStreamOptions options(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return RdfStreamFrame.parseDelimitedFrom(in).getRows(0).getOptions();
    }
  }

  /** The number of rows in each frame of a file. */
  static List<Integer> rowsOfFrames(Path file) throws IOException {
    List<Integer> rows = new ArrayList<>();
    try (InputStream in = Files.newInputStream(file)) {
      for (RdfStreamFrame frame; (frame = RdfStreamFrame.parseDelimitedFrom(in)) != null; ) {
        rows.add(frame.getRowsCount());
      }
    }
    return rows;
  }

  /** The messages of an error and its causes. */
  public static String messages(Throwable error) {
    StringBuilder text = new StringBuilder();
    for (Throwable t = error; t != null; t = t.getCause()) {
      text.append(t.getMessage()).append('\n');
    }
    return text.toString();
  }
}
