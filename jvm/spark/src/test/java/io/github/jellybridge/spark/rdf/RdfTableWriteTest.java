package io.github.jellybridge.spark.rdf;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.jena.Riot;
import io.github.jellybridge.rdf.Syntax;
import io.github.jellybridge.spark.listing.LocalSpark;
import io.github.jellybridge.testing.Cases;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.apache.jena.sparql.core.DatasetGraph;
import org.apache.jena.sparql.core.DatasetGraphFactory;
import org.apache.spark.SparkException;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.DataFrameWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.Trigger;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/**
 * Tests DataFrames as files in every syntax, read by RIOT, and documents in every syntax as
 * DataFrames.
 */
public class RdfTableWriteTest {
  private static final List<Syntax> WITH_GRAPHS =
      List.of(Syntax.NQUADS, Syntax.TRIG, Syntax.JSONLD);
  private static final List<Syntax> WITHOUT =
      List.of(Syntax.NTRIPLES, Syntax.TURTLE, Syntax.RDFXML);

  @Rule public final TemporaryFolder temporary = new TemporaryFolder();
  private final SparkSession spark = LocalSpark.get();
  private Path target;

  /** Chooses the folder to write to. */
  @Before
  public void nameFolder() {
    target = temporary.getRoot().toPath().resolve("target");
  }

  private static String text(long id, boolean named) {
    return "<http://example.org/s"
        + id % 7
        + "> <http://example.org/p> \""
        + id
        + "\"@en"
        + (named && id % 2 == 0 ? " <http://example.org/g>" : "")
        + " .\n_:b"
        + id
        + " <http://example.org/q> _:shared .\n";
  }

  /** Two statements for each number, in two tasks. */
  private Dataset<Row> rows(long count, boolean named) {
    Dataset<Row> ids = spark.range(0, count, 1, 2).toDF("id");
    Dataset<Row> literals =
        ids.selectExpr(
            "concat('<http://example.org/s', id % 7, '>') AS s",
            "'<http://example.org/p>' AS p",
            "concat('\"', id, '\"@en') AS o",
            (named ? "CASE WHEN id % 2 = 0 THEN '<http://example.org/g>' END" : "null") + " AS g");
    return literals
        .unionAll(
            ids.selectExpr(
                "concat('_:b', id) AS s",
                "'<http://example.org/q>' AS p",
                "'_:shared' AS o",
                "string(null) AS g"))
        .coalesce(2);
  }

  private static DatasetGraph expected(long count, boolean named) {
    StringBuilder lines = new StringBuilder();
    for (long id = 0; id < count; id++) {
      lines.append(text(id, named));
    }
    return Riot.parse(lines.toString().getBytes(StandardCharsets.UTF_8), Syntax.NQUADS);
  }

  private static DataFrameWriter<Row> writer(Dataset<Row> rows, Syntax syntax) {
    return rows.write().format("rdf").option("syntax", syntax.shortName());
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> all = Files.walk(target)) {
      return all.filter(file -> file.getFileName().toString().startsWith("part-"))
          .sorted()
          .toList();
    }
  }

  private DatasetGraph found(Syntax syntax) throws IOException {
    DatasetGraph found = DatasetGraphFactory.create();
    for (Path file : files()) {
      byte[] bytes = Files.readAllBytes(file);
      if (file.toString().endsWith(".gz")) {
        bytes = new GZIPInputStream(new ByteArrayInputStream(bytes)).readAllBytes();
      }
      Riot.parse(bytes, syntax).stream().forEach(found::add);
    }
    return found;
  }

  @Test
  public void rowsAreFilesOfEverySyntax() throws IOException {
    for (Syntax syntax : Stream.concat(WITH_GRAPHS.stream(), WITHOUT.stream()).toList()) {
      boolean named = WITH_GRAPHS.contains(syntax);
      target = temporary.getRoot().toPath().resolve(syntax.shortName());
      writer(rows(50, named), syntax).option("singleFile", true).save(target.toString());
      List<Path> files = files();
      assertEquals(1, files.size());
      assertTrue(files.get(0).toString().endsWith("." + syntax.extensions().get(0)));
      assertTrue(syntax.title(), Riot.isomorphic(expected(50, named), found(syntax)));
    }
  }

  @Test
  public void theFilesOfOneJobShareTheirBlankNodes() throws IOException {
    for (Syntax syntax : Stream.concat(WITH_GRAPHS.stream(), WITHOUT.stream()).toList()) {
      target = temporary.getRoot().toPath().resolve(syntax.shortName());
      writer(rows(10, false), syntax).save(target.toString());
      assertEquals(2, files().size());
      Dataset<Row> back = spark.read().format("rdf").load(target.toString());
      assertEquals(20, back.count());
      assertEquals(1, back.where("o.kind = 'bnode'").select("o").distinct().count());
      assertEquals(10, back.where("s.kind = 'bnode'").select("s").distinct().count());
    }
  }

  @Test
  public void aSingleFileIsOneWithAnySessionSettingOfFiles() throws IOException {
    spark.conf().set("spark.sql.files.maxRecordsPerFile", "3");
    try {
      writer(rows(10, false), Syntax.JSONLD).option("singleFile", true).save(target.toString());
    } finally {
      spark.conf().unset("spark.sql.files.maxRecordsPerFile");
    }
    assertEquals(1, files().size());
    assertTrue(Riot.isomorphic(expected(10, false), found(Syntax.JSONLD)));
  }

  @Test
  public void filesAreCompressedAndEndWhereTheOptionSays() throws IOException {
    writer(rows(50, true).where("s NOT LIKE '_:%'"), Syntax.NQUADS)
        .option("compression", "gzip")
        .option("maxRecordsPerFile", 10)
        .save(target.toString());
    assertTrue(files().size() >= 5);
    assertTrue(files().stream().allMatch(file -> file.toString().endsWith(".nq.gz")));
    assertEquals(50, found(Syntax.NQUADS).stream().count());
  }

  @Test
  public void namespacesAreDeclared() throws IOException {
    writer(rows(2, false), Syntax.TURTLE)
        .option("namespaces", "{\"ex\": \"http://example.org/\"}")
        .option("singleFile", true)
        .save(target.toString());
    String turtle = Files.readString(files().get(0));
    assertTrue(turtle, turtle.startsWith("@prefix ex: <http://example.org/> .\n"));
    assertTrue(turtle, turtle.contains("ex:s1 ex:p \"1\"@en"));
  }

  @Test
  public void statementsThatTheSyntaxLacksAreRefusedAndNothingIsPublished() {
    Cases.each(
        WITHOUT,
        syntax -> {
          refused(rows(10, true), syntax, "named graphs");
        });
    Dataset<Row> quoted =
        spark.sql("SELECT '<x:s>' s, '<x:p>' p, '<< <x:a> <x:b> <x:c> >>' o, string(null) g");
    refused(quoted, Syntax.RDFXML, "<<( <x:a>");
    refused(quoted, Syntax.JSONLD, "<<( <x:a>");
    refused(quoted.selectExpr("o s", "p", "s o", "g"), Syntax.NTRIPLES, "as the subject");
  }

  private void refused(Dataset<Row> rows, Syntax syntax, String message) {
    SparkException e =
        assertThrows(SparkException.class, () -> writer(rows, syntax).save(target.toString()));
    StringBuilder messages = new StringBuilder();
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      messages.append(cause.getMessage());
    }
    assertTrue(messages.toString(), messages.toString().contains(message));
    LocalSpark.awaitTasks();
    assertFalse(Files.exists(target));
  }

  @Test
  public void optionsAreCheckedBeforeAnythingRuns() {
    Dataset<Row> rows = rows(1, false);
    for (Map<String, String> options :
        List.of(
            Map.<String, String>of(),
            Map.of("syntax", "n3"),
            Map.of("syntax", "thrift"),
            Map.of("syntax", "jelly"),
            Map.of("syntax", "nt", "namespaces", "ex"),
            Map.of("syntax", "ttl", "namespaces", "{\"a b\": \"http://x/\"}"),
            Map.of("syntax", "ttl", "namespaces", "{\"a\": \"http://x/>\"}"),
            Map.of("syntax", "ttl", "namespaces", "{\"a\": null}"),
            Map.of("syntax", "nt", "compression", "lzo"),
            Map.of("syntax", "nt", "singleFile", "true", "maxRecordsPerFile", "3"),
            Map.of("syntax", "nt", "noSuchOption", "1"))) {
      IllegalArgumentException e =
          assertThrows(
              IllegalArgumentException.class,
              () -> rows.write().format("rdf").options(options).save(target.toString()));
      assertTrue(e.getMessage(), e.getMessage().matches(".*(ption|syntax).*"));
    }
  }

  @Test
  public void streamsAreWritten() throws Exception {
    Path source = temporary.newFolder("source").toPath();
    Files.write(source.resolve("kinds.ttl"), Riot.document("kinds.ttl"));
    StreamingQuery query =
        spark
            .readStream()
            .format("rdf")
            .option("base", Riot.FILE)
            .load(source.toString())
            .writeStream()
            .format("rdf")
            .option("syntax", "nt")
            .option("singleFile", true)
            .option("checkpointLocation", temporary.newFolder().toString())
            .trigger(Trigger.AvailableNow())
            .start(target.toString());
    query.awaitTermination();
    assertTrue(
        Riot.isomorphic(
            Riot.parse(Riot.document("kinds.ttl"), Syntax.TURTLE), found(Syntax.NTRIPLES)));
  }

  @Test
  public void aFolderOfDocumentsOfEverySyntaxIsOneTable() throws IOException {
    Path source = temporary.newFolder("documents").toPath();
    long expected = 0;
    Map<String, Syntax> documents =
        Map.of(
            "kinds.ttl", Syntax.TURTLE,
            "graphs.trig", Syntax.TRIG,
            "kinds.rdf", Syntax.RDFXML,
            "kinds.jsonld", Syntax.JSONLD);
    for (Map.Entry<String, Syntax> entry : documents.entrySet()) {
      Files.write(source.resolve(entry.getKey()), Riot.document(entry.getKey()));
      expected += Riot.parse(Riot.document(entry.getKey()), entry.getValue()).stream().count();
    }
    Dataset<Row> all = spark.read().format("rdf").load(source.toString());
    assertEquals(expected, all.count());
    assertEquals(expected, all.select("s", "o").collectAsList().size());
    assertEquals(3, all.select("g").distinct().where("g IS NOT NULL").count());
  }

  /** Compares with data source {@code jelly}, for several batch sizes. */
  @Test
  public void jellyFramesBeforeADefectAreKeptIfDamageIsTolerated() throws IOException {
    rows(500, false)
        .coalesce(1)
        .write()
        .format("jelly")
        .option("frameSize", 20)
        .option("checkpointBytes", 0)
        .save(target.toString());
    byte[] bytes = Files.readAllBytes(files().get(0));
    Arrays.fill(bytes, bytes.length / 2, bytes.length / 2 + 40, (byte) 0xff);
    Path broken = Files.write(temporary.getRoot().toPath().resolve("broken.jelly"), bytes);
    Cases.each(
        List.of("mode=DROPMALFORMED", "ignoreCorruptFiles=true"),
        option -> {
          String[] parts = option.split("=");
          DataFrameReader reader = spark.read().option(parts[0], parts[1]);
          long expected = reader.format("jelly").load(broken.toString()).count();
          assertTrue(expected > 0 && expected < 1000);
          for (int batchSize : List.of(1, 100, 4096)) {
            Dataset<Row> kept =
                reader.format("rdf").option("batchSize", batchSize).load(broken.toString());
            assertEquals(expected, kept.collectAsList().size());
            assertEquals(expected, kept.count());
          }
        });
  }

  @Test
  public void errorsNameTheOptionThatAllowsTheInput() throws IOException {
    Path document = temporary.newFile("remote.jsonld").toPath();
    Files.writeString(document, "{\"@context\": \"http://127.0.0.1:9/c\", \"p\": \"o\"}");
    SparkException e =
        assertThrows(
            SparkException.class,
            () -> spark.read().format("rdf").load(document.toString()).count());
    assertTrue(e.getCause().getMessage(), e.getCause().getMessage().contains("remoteContexts"));
    assertTrue(e.getCause().getMessage(), e.getCause().getMessage().contains("remote.jsonld"));
    SparkException deep =
        assertThrows(
            SparkException.class,
            () ->
                spark
                    .read()
                    .format("rdf")
                    .option("maxDepth", 1)
                    .option("syntax", "trig")
                    .load(document.toString())
                    .count());
    assertTrue(deep.getCause().getMessage(), deep.getCause().getMessage().contains(": line 1"));
  }
}
