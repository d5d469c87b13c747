package io.github.jellybridge.spark.rdf;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.spark.listing.LocalSpark;
import io.github.jellybridge.testing.Cases;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.apache.spark.SparkException;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** Tests N-Triples and N-Quads files as tables of data source {@code rdf}. */
public class RdfLinesTest {
  @Rule public final TemporaryFolder temporary = new TemporaryFolder();
  private final SparkSession spark = LocalSpark.get();
  private Path folder;

  @Before
  public void makeFolder() {
    folder = temporary.getRoot().toPath();
  }

  /** Sets the size of parts so that even small files are split into the given number. */
  private void parts(int parts) {
    spark.conf().set("spark.sql.files.openCostInBytes", "1");
    spark.conf().set("spark.sql.files.minPartitionNum", Integer.toString(parts));
  }

  @After
  public void forgetParts() {
    spark.conf().unset("spark.sql.files.openCostInBytes");
    spark.conf().unset("spark.sql.files.minPartitionNum");
  }

  private Path save(String name, byte[] bytes) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.write(file, bytes);
  }

  private Path save(String name, String text) throws IOException {
    return save(name, text.getBytes(StandardCharsets.UTF_8));
  }

  private static String line(int i) {
    return "_:s" + i % 100 + " <http://a/p" + i % 3 + "> \"text " + i + "\"@en .\n";
  }

  private static String lines(int from, int to) {
    StringBuilder text = new StringBuilder();
    for (int i = from; i < to; i++) {
      text.append(line(i));
    }
    return text.toString();
  }

  private DataFrameReader reader() {
    return spark.read().format("rdf");
  }

  private Dataset<Row> load() {
    return reader().load(folder.toString());
  }

  private static List<String> texts(Dataset<Row> rows) {
    return rows.collectAsList().stream().map(Row::toString).sorted().toList();
  }

  @Test
  public void everyKindOfTermIsShown() throws IOException {
    save(
        "a.nq",
        """
        _:b <http://a/p> "x" <http://a/g> .
        <http://a/s> <http://a/p> "x"@de-CH .
        <http://a/s> <http://a/p> "1"^^<http://a/t> .
        <http://a/s> <http://a/p> <<( _:b <http://a/p> "x"@en )>> .
        """);
    assertEquals(
        List.of(
            "[[bnode,b,null,null],[literal,x,null,null],[iri,http://a/g,null,null]]",
            "[[iri,http://a/s,null,null],[literal,1,null,http://a/t],null]",
            "[[iri,http://a/s,null,null],[literal,x,de-CH,null],null]",
            "[[iri,http://a/s,null,null],[triple,<<( _:b <http://a/p> \"x\"@en"
                + " )>>,null,null],null]"),
        texts(
            reader()
                .option("blankNodes", "preserve")
                .load(folder.toString())
                .select("s", "o", "g")));
  }

  @Test
  public void theSyntaxIsThatOfTheExtensionUnlessAnOptionNamesIt() throws IOException {
    save("a.nt", line(1));
    save("b.NQ", line(2));
    save("c.nt.gz", gzip(line(3)));
    assertEquals(3, load().count());
    save("d.txt", line(4));
    // The error must occur before any task runs.
    for (Dataset<Row> any :
        List.of(load(), load().groupBy().count(), load().select("_metadata.statement"))) {
      String error = assertThrows(IllegalArgumentException.class, any::collectAsList).getMessage();
      assertTrue(error, error.contains("d.txt says nothing about its syntax"));
      assertTrue(error, error.contains("name it with the option 'syntax' (nt, nq"));
      assertTrue(error, error.contains("Known extensions are .nt, .nq, .ttl, .trig, .rdf, .xml,"));
    }
    assertEquals(
        3,
        reader().option("ignoreCorruptFiles", true).load(folder.toString()).collectAsList().size());
    for (String name :
        new String[] {"nt", "N-Triples", "application/n-triples", "NTRIPLES", "nq"}) {
      assertEquals(
          4, reader().option("syntax", name).load(folder.toString()).collectAsList().size());
    }
    IllegalArgumentException unknown =
        assertThrows(
            IllegalArgumentException.class,
            () -> reader().option("syntax", "n3").load(folder.toString()));
    assertTrue(unknown.getMessage(), unknown.getMessage().contains("There is no syntax 'n3'"));
  }

  @Test
  public void theBaseIsAbsolute() throws IOException {
    save("a.nt", lines(0, 1));
    Cases.each(
        new String[] {"rel/x", "no iri", "http://x/a b", ""},
        base -> {
          IllegalArgumentException e =
              assertThrows(
                  IllegalArgumentException.class,
                  () -> reader().option("base", base).load(folder.toString()));
          assertTrue(e.getMessage(), e.getMessage().contains("absolute IRI"));
        });
  }

  private static byte[] gzip(String text) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (OutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return out.toByteArray();
  }

  private static byte[] bzip2(String text) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (OutputStream bzip2 = new BZip2CompressorOutputStream(out, 1)) {
      bzip2.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return out.toByteArray();
  }

  @Test
  public void aFileIsSharedByTasks() throws IOException {
    save("a.nt", lines(0, 5000));
    List<String> whole = texts(load());
    Cases.each(
        new int[] {2, 3, 7},
        parts -> {
          parts(parts);
          Dataset<Row> split = load();
          assertEquals(parts, split.toJavaRDD().getNumPartitions());
          assertEquals(whole, texts(split));
          assertEquals(5000, split.count());
          assertEquals(100, split.select("s").distinct().count());
        });
    assertEquals(
        1, reader().option("split", "none").load(folder.toString()).toJavaRDD().getNumPartitions());
  }

  @Test
  public void aBzip2FileIsSharedByTasksUnderBothItsNames() throws IOException {
    byte[] file = bzip2(lines(0, 12_000));
    for (String name : List.of("a.nt.bz2", "a.nt.bzip2")) {
      save(name, file);
      checkShared(file.length);
      Files.delete(folder.resolve(name));
    }
  }

  private void checkShared(int length) {
    List<String> whole = texts(load());
    assertEquals(12_000, whole.size());
    spark.conf().set("spark.sql.files.maxPartitionBytes", Integer.toString(length / 4));
    try {
      Dataset<Row> split = load();
      assertTrue(split.toJavaRDD().getNumPartitions() >= 4);
      assertEquals(whole, texts(split));
      assertEquals(12_000, split.count());
      assertEquals(100, split.select("s").distinct().count());
      long filled =
          split.toJavaRDD().glom().collect().stream().filter(rows -> !rows.isEmpty()).count();
      assertTrue(filled + " tasks have statements", filled >= 3);
    } finally {
      spark.conf().unset("spark.sql.files.maxPartitionBytes");
    }
  }

  @Test
  public void malformedLinesOfBzip2FilesFailWithTheirPosition() throws IOException {
    String before = lines(0, 9000);
    save("a.nt.bz2", bzip2(before + "<http://a/s> <p> \"x\" .\n" + lines(9000, 12_000)));
    Cases.each(
        new int[] {1, 5},
        parts -> {
          parts(parts);
          SparkException e = assertThrows(SparkException.class, () -> load().collectAsList());
          String place = "a.nt.bz2: line 9001, column 15 (byte " + (before.length() + 14) + ")";
          assertTrue(e.getMessage(), e.getMessage().contains(place));
        });
  }

  @Test
  public void damagedBzip2FilesAreNotDividedIfDamageIsTolerated() throws IOException {
    byte[] file = bzip2(lines(0, 12_000));
    save("a.nt.bz2", file);
    parts(4);
    Cases.each(
        new String[] {"mode", "ignoreCorruptFiles"},
        option -> {
          Dataset<Row> rows =
              reader()
                  .option(option, option.equals("mode") ? "DROPMALFORMED" : "true")
                  .load(folder.toString());
          assertEquals(1, rows.toJavaRDD().getNumPartitions());
        });
  }

  @Test
  public void statementsAreNumberedInTheirFile() throws IOException {
    save("a.nt", lines(0, 1000));
    parts(4);
    List<Row> rows =
        load().select("_metadata.statement", "o.value").orderBy("statement").collectAsList();
    for (int i = 0; i < 1000; i++) {
      assertEquals("[" + i + ",text " + i + "]", rows.get(i).toString());
    }
  }

  @Test
  public void queriesHaveTheSameAnswersWithPushdownAndWithout() throws IOException {
    save("a.nt", lines(0, 3000));
    save("b.nq", lines(2000, 5000).replace(" .\n", " <http://a/g> .\n"));
    Cases.each(
        new int[] {1, 3},
        parts -> {
          parts(parts);
          for (String query :
              List.of(
                  "SELECT count(*) FROM t",
                  "SELECT count(*) FROM t WHERE p.value LIKE '%p0'",
                  "SELECT p.value, count(*), min(s.value), max(char_length(o.value)) FROM t GROUP"
                      + " BY 1",
                  "SELECT DISTINCT o.lang FROM t",
                  "SELECT s FROM t WHERE o.value = 'text 2300' AND p.kind = 'iri'",
                  "SELECT g.value, count(DISTINCT o) FROM t GROUP BY 1",
                  "SELECT * FROM t WHERE g IS NOT NULL AND p.value = 'http://a/p1'")) {
            load().createOrReplaceTempView("t");
            List<String> pushed = texts(spark.sql(query));
            reader()
                .option("pushdown", "false")
                .load(folder.toString())
                .createOrReplaceTempView("t");
            assertEquals(query, texts(spark.sql(query)), pushed);
          }
        });
  }

  @Test
  public void malformedLinesFailTheQueryWithTheirPosition() throws IOException {
    Cases.each(
        new int[] {0, 1, 500, 1000},
        before -> {
          String bad = "<http://a/s> <p> \"x\" .\n";
          Path file = save("a.nt", lines(0, before) + bad + lines(before, 1000));
          for (int parts : new int[] {1, 4}) {
            parts(parts);
            SparkException e = assertThrows(SparkException.class, () -> load().collectAsList());
            String place = file.toUri() + ": line " + (before + 1) + ", column 15 (byte ";
            assertTrue(
                e.getMessage(), e.getMessage().replace("file:/", "file:///").contains(place));
            assertTrue(e.getMessage(), e.getMessage().contains("expected an absolute IRI"));
          }
        });
  }

  @Test
  public void malformedLinesMayBeLeftOutAndAreCounted() throws IOException {
    save("a.nt", lines(0, 500) + "bad\n" + lines(500, 1000) + "<a> <b> <c> .");
    Cases.each(
        new int[] {1, 4},
        parts -> {
          parts(parts);
          Dataset<Row> kept = reader().option("mode", "DROPMALFORMED").load(folder.toString());
          assertEquals(1000, kept.collectAsList().size());
          assertEquals(1000, kept.count());
          Map<String, Long> metrics = LocalSpark.scanMetrics(kept);
          assertEquals(2L, (long) metrics.get("rdfMalformedLines"));
          assertEquals(1000L, (long) metrics.get("jellyStatements"));
          assertEquals(0L, (long) metrics.get("jellyMalformedFiles"));
        });
  }

  @Test
  public void compressedFilesThatEndTooEarlyAreRefused() throws IOException {
    byte[] gzip = gzip(lines(0, 3000));
    byte[] bzip2 = bzip2(lines(0, 3000));
    Cases.each(
        new int[] {1, 9, 100},
        cut -> {
          save("a.nt.gz", java.util.Arrays.copyOf(gzip, gzip.length - cut));
          assertThrows(SparkException.class, () -> load().collectAsList());
          Files.delete(folder.resolve("a.nt.gz"));
          save("a.nt.bz2", java.util.Arrays.copyOf(bzip2, bzip2.length - cut));
          assertThrows(SparkException.class, () -> load().collectAsList());
          parts(3);
          assertThrows(SparkException.class, () -> load().collectAsList());
          forgetParts();
          Files.delete(folder.resolve("a.nt.bz2"));
        });
  }

  /**
   * Compares the number of kept lines with Spark's text source, which keeps as many as possible.
   */
  @Test
  public void allLinesBeforeADefectAreKeptIfDamageIsTolerated() throws IOException {
    byte[] gzip = gzip(lines(0, 8000));
    Cases.each(
        new int[] {gzip.length - 1, gzip.length - 9, gzip.length / 2, 200},
        length -> {
          save("a.nt.gz", java.util.Arrays.copyOf(gzip, length));
          long expected =
              spark.read().option("ignoreCorruptFiles", "true").text(folder.toString()).count();
          for (Dataset<Row> kept :
              List.of(
                  reader().option("mode", "DROPMALFORMED").load(folder.toString()),
                  reader().option("ignoreCorruptFiles", "true").load(folder.toString()),
                  reader()
                      .option("mode", "DROPMALFORMED")
                      .option("readAhead", "true")
                      .load(folder.toString()))) {
            long rows = kept.collectAsList().size();
            // Spark's source takes an incomplete line for a complete one.
            assertTrue(rows + " of " + expected, rows == expected || rows == expected - 1);
            assertEquals(rows, kept.count());
            assertEquals(
                rows, kept.groupBy("p.value").count().selectExpr("sum(count)").first().get(0));
          }
        });
  }

  @Test
  public void allLinesBeforeAMalformedOneAreKeptIfDamageIsTolerated() throws IOException {
    save("a.nt", lines(0, 777) + "bad\n" + lines(0, 1000));
    Dataset<Row> kept = reader().option("ignoreCorruptFiles", "true").load(folder.toString());
    assertEquals(777, kept.collectAsList().size());
    assertEquals(777, kept.count());
    assertEquals(777L, kept.groupBy("p.value").count().selectExpr("sum(count)").first().get(0));
  }

  @Test
  public void blankNodesOfFilesAreApart() throws IOException {
    save("a.nt", "_:x <http://a/p> _:x .\n");
    save("b.nt", "_:x <http://a/p> _:x .\n");
    assertEquals(2, load().select("s.value").distinct().count());
    assertEquals(2, load().where("s.value = o.value").count());
    Dataset<Row> same = reader().option("blankNodes", "preserve").load(folder.toString());
    assertEquals(1, same.select("s.value").distinct().count());
  }
}
