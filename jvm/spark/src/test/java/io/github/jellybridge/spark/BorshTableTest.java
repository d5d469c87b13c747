package io.github.jellybridge.spark;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.borsh.BorshFile;
import io.github.jellybridge.model.Statement;
import io.github.jellybridge.model.Term;
import io.github.jellybridge.spark.listing.LocalSpark;
import io.github.jellybridge.testing.Cases;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** Tests RDF/Borsh files as tables. The files are made directly from the specification. */
public class BorshTableTest {
  @Rule public final TemporaryFolder temporary = new TemporaryFolder();
  private final SparkSession spark = LocalSpark.get();
  private Path folder;

  @Before
  public void makeFolder() {
    folder = temporary.getRoot().toPath();
  }

  private void save(String name, byte[] bytes) {
    try {
      Path file = folder.resolve(name);
      Files.createDirectories(file.getParent());
      Files.write(file, bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Term iri(String name) {
    return Term.iri("http://example.org/" + name);
  }

  private static Statement statement(String s, String p, Term o) {
    return new Statement(0, iri(s), iri(p), o, null);
  }

  /** Statements of which a third has the predicate {@code p0}. */
  private static List<Statement> many(int from, int to) {
    return IntStream.range(from, to)
        .mapToObj(i -> statement("s" + i, "p" + i % 3, Term.lang("text " + i % 7, "en")))
        .toList();
  }

  private DataFrameReader reader() {
    return spark.read().format("rdf-borsh");
  }

  private Dataset<Row> load() {
    return reader().load(folder.toString());
  }

  private static List<String> texts(Dataset<Row> rows) {
    return rows.collectAsList().stream().map(Row::toString).sorted().toList();
  }

  @Test
  public void tableHasTheColumnsOfStatements() {
    save("a.rdfb", BorshFile.of(many(0, 1)).bytes());
    String term = "struct<kind:string,value:string,lang:string,datatype:string>";
    assertEquals(
        "struct<s:" + term + ",p:" + term + ",o:" + term + ",g:" + term + ">",
        load().schema().catalogString());
  }

  @Test
  public void everyKindOfTermIsShown() {
    Term graph = iri("g");
    save(
        "a.rdfb",
        BorshFile.of(
                List.of(
                    new Statement(0, Term.bnode("b"), iri("p"), Term.text("x"), graph),
                    statement("s", "p", Term.lang("x", "de-CH")),
                    statement("s", "p", Term.typed("1", "http://example.org/int"))))
            .bytes());
    assertEquals(
        List.of(
            "[[bnode,b,null,null],[literal,x,null,null],[iri,http://example.org/g,null,null]]",
            "[[iri,http://example.org/s,null,null],[literal,1,null,http://example.org/int],null]",
            "[[iri,http://example.org/s,null,null],[literal,x,de-CH,null],null]"),
        texts(
            reader()
                .option("blankNodes", "preserve")
                .load(folder.toString())
                .select("s", "o", "g")));
  }

  @Test
  public void termsCanBeNTriplesText() {
    save("a.rdfb", BorshFile.of(List.of(statement("s", "p", Term.lang("x", "en")))).bytes());
    assertEquals(
        List.of("[<http://example.org/s>,<http://example.org/p>,\"x\"@en,null]"),
        texts(reader().option("termFormat", "ntriples").load(folder.toString())));
  }

  @Test
  public void metadataHasFileAndPosition() {
    save("a.rdfb", BorshFile.of(many(0, 3)).bytes());
    assertEquals(
        List.of("[a.rdfb,0,0]", "[a.rdfb,0,1]", "[a.rdfb,0,2]"),
        texts(load().select("_metadata.file_name", "_metadata.frame", "_metadata.statement")));
  }

  @Test
  public void partitionFoldersAreColumns() {
    save("year=2025/a.rdfb", BorshFile.of(many(0, 3)).bytes());
    save("year=2026/a.rdfb", BorshFile.of(many(3, 5)).bytes());
    assertEquals(
        List.of("[2025,3]", "[2026,2]"), texts(load().groupBy("year").count().orderBy("year")));
    assertEquals(2, load().where("year = 2026").count());
  }

  @Test
  public void queriesHaveTheSameAnswersWithPushdownAndWithout() {
    save("a.rdfb", BorshFile.of(many(0, 5000)).bytes());
    save("b.rdfb", BorshFile.of(many(4000, 9000)).bytes());
    for (String query :
        List.of(
            "SELECT count(*) FROM t",
            "SELECT count(*) FROM t WHERE p.value LIKE '%p0'",
            "SELECT p.value, count(*), min(s.value), max(char_length(o.value)) FROM t GROUP BY 1",
            "SELECT DISTINCT o FROM t",
            "SELECT s.value FROM t WHERE o.value = 'text 3' AND p.kind = 'iri'",
            "SELECT * FROM t WHERE g IS NOT NULL",
            "SELECT count(DISTINCT s.value) FROM t WHERE o.lang = 'en'")) {
      reader().load(folder.toString()).createOrReplaceTempView("t");
      List<String> pushed = texts(spark.sql(query));
      reader().option("pushdown", "false").load(folder.toString()).createOrReplaceTempView("t");
      assertEquals(query, texts(spark.sql(query)), pushed);
    }
    assertEquals(7, load().limit(7).count());
  }

  @Test
  public void countComesFromHeadersThatWereChecked() {
    BorshFile file = BorshFile.of(many(0, 5));
    byte[] bytes = file.bytes();
    save("a.rdfb", bytes);
    assertEquals(5, load().count());
    bytes[6] = 6;
    save("a.rdfb", bytes);
    String message = assertThrows(Exception.class, () -> load().count()).getMessage();
    assertTrue(message, message.contains("expected a number of quads that agrees"));
  }

  @Test
  public void brokenFileFailsTheQueryOrIsLeftOutAsAWhole() {
    save("a.rdfb", BorshFile.of(many(0, 5)).bytes());
    byte[] bytes = BorshFile.of(many(0, 50)).bytes();
    save("b.rdfb", Arrays.copyOf(bytes, bytes.length - 1));
    String message = assertThrows(Exception.class, () -> load().collect()).getMessage();
    assertTrue(message, message.contains("b.rdfb: byte"));
    Cases.each(
        List.of("s", "1"),
        column -> {
          assertEquals(
              5,
              reader()
                  .option("mode", "DROPMALFORMED")
                  .load(folder.toString())
                  .selectExpr(column)
                  .collectAsList()
                  .size());
        });
    assertEquals(5, reader().option("ignoreCorruptFiles", "true").load(folder.toString()).count());
  }

  @Test
  public void metricsCountReadAndSkippedInput() throws Exception {
    save("a.rdfb", BorshFile.of(many(0, 9)).bytes());
    save("b.rdfb", BorshFile.of(many(0, 12)).bytes());
    save("c.rdfb", Arrays.copyOf(BorshFile.of(many(0, 5)).bytes(), 60));
    Map<String, Long> metrics =
        LocalSpark.scanMetrics(
            reader()
                .option("mode", "DROPMALFORMED")
                .load(folder.toString())
                .where("p.value LIKE '%p0'"));
    assertEquals(3L, (long) metrics.get("jellyFiles"));
    assertEquals(1L, (long) metrics.get("jellyMalformedFiles"));
    assertEquals(21L, (long) metrics.get("jellyStatements"));
    assertEquals(14L, (long) metrics.get("jellyStatementsSkipped"));
    assertEquals(7L, (long) metrics.get("numOutputRows"));
    // The broken file contributes 14 bytes: its header and the size, the end of which is missing.
    long bytes = Files.size(folder.resolve("a.rdfb")) + Files.size(folder.resolve("b.rdfb")) + 14;
    assertEquals(bytes, (long) metrics.get("jellyBytes"));
  }

  @Test
  public void filtersAndColumnsArePushedIntoTheScan() {
    save("a.rdfb", BorshFile.of(many(0, 9)).bytes());
    Dataset<Row> rows = load().where("p.value = 'http://example.org/p0'").select("o.value");
    String plan = rows.queryExecution().executedPlan().toString();
    assertTrue(plan, plan.contains("PushedFilters: [p.value = 'http://example.org/p0']"));
    assertTrue(plan, plan.contains("ReadSchema: struct<o:struct<value:string>>"));
    String counted = load().groupBy().count().queryExecution().executedPlan().toString();
    assertTrue(counted, counted.contains("PushedAggregates: [COUNT(*)]"));
  }

  @Test
  public void smallFilesArePackedIntoTasks() {
    for (int i = 0; i < 20; i++) {
      save(i + ".rdfb", BorshFile.of(many(i, i + 2)).bytes());
    }
    assertEquals(40, load().count());
    assertEquals(1, load().rdd().getNumPartitions());
  }

  @Test
  public void frameVariantAndVersionByteOfTheWildAreRead() throws Exception {
    BorshFile file = BorshFile.of(many(0, 1000));
    file.version = 0x31;
    save("rust.rdfb", file.framed());
    save("ruby.rdfb", file.bytes());
    assertEquals(2000, load().count());
    assertEquals(1000, load().distinct().count());
  }

  @Test
  public void blankNodesAreUniqueToEachFile() {
    List<Statement> statements = List.of(statement("s", "p", Term.bnode("b")));
    save("a.rdfb", BorshFile.of(statements).bytes());
    save("b.rdfb", BorshFile.of(statements).bytes());
    assertEquals(2, load().select("o.value").distinct().count());
    assertEquals(
        List.of("[b]"),
        texts(
            reader()
                .option("blankNodes", "preserve")
                .load(folder.toString())
                .select("o.value")
                .distinct()));
  }

  @Test
  public void compressedFilesAreDecompressed() throws Exception {
    java.io.ByteArrayOutputStream out = new java.io.ByteArrayOutputStream();
    try (java.util.zip.GZIPOutputStream gzip = new java.util.zip.GZIPOutputStream(out)) {
      gzip.write(BorshFile.of(many(0, 5)).bytes());
    }
    save("a.rdfb.gz", out.toByteArray());
    assertEquals(5, load().collectAsList().size());
  }

  @Test
  public void sqlNamesFilesInAPathCatalog() {
    save("a.rdfb", BorshFile.of(many(0, 5)).bytes());
    spark.conf().set("spark.sql.catalog.borsh", BorshPathCatalog.class.getName());
    assertEquals(5, spark.sql("SELECT * FROM borsh.`" + folder + "`").count());
  }

  @Test
  public void unknownOptionsAreRefused() {
    save("a.rdfb", BorshFile.of(many(0, 5)).bytes());
    String message =
        assertThrows(
                IllegalArgumentException.class,
                () -> reader().option("maxTermBytes", "1").load(folder.toString()).count())
            .getMessage();
    assertTrue(message, message.contains("of data source 'rdf-borsh'; did you mean"));
  }

  @Test
  public void limitsAreOptions() {
    save("a.rdfb", BorshFile.of(many(0, 500)).bytes());
    String message =
        assertThrows(
                Exception.class,
                () -> reader().option("maxTermsBytes", "1k").load(folder.toString()).collect())
            .getMessage();
    assertTrue(message, message.contains("see option maxTermsBytes"));
  }
}
