package io.github.jellybridge.spark.scan;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.testing.TestSize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.DataFrameWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.junit.Test;

/** Statistics of parts of files change which parts are read, but never an answer. */
public class PartStatisticsTest extends StatisticsCase {

  static final List<String> TEXTS =
      List.of(
          "http://example.org/a",
          "http://example.org/b",
          "http://example.org/p1",
          "http://example.org/é",
          "http://example.org/none",
          "http://",
          "b0",
          "<<( ",
          "iri",
          "literal",
          "en",
          "a",
          JellySamples.XSD + "token");

  private static final List<String> NTRIPLES =
      List.of(
          "<http://example.org/a>",
          "<http://example.org/p1>",
          "<http://example.org/none>",
          "<http",
          "\"a\"@en",
          "_:b0",
          "<<",
          "");

  @Test
  public void statisticsOfFilesThatAreReadAsFastAreNotUsed() {
    Path table = written("table", columns("s"));
    SparkJelly.spark().conf().unset(OPEN_COST);
    Dataset<Row> query = SparkJelly.read(table).where("s.value = 'http://example.org/none'");
    assertEquals(List.of(0L, 0L), parts(query));
  }

  /** Writes the statements of all files in one file with small parts. */
  private Path written(String name, List<Column> order, String... options) {
    Path target = folder.getRoot().toPath().resolve(name);
    Dataset<Row> sorted =
        SparkJelly.read(files, "blankNodes", "preserve")
            // Version 1.2 has no triple terms as subjects.
            .where(List.of(options).contains("protocolVersion") ? "s.kind != 'triple'" : "true")
            .repartition(1)
            .sortWithinPartitions(order.toArray(Column[]::new));
    DataFrameWriter<Row> writer = sorted.write().format("jelly").option("checkpointBytes", 2_000);
    if (!List.of(options).contains("protocolVersion")) {
      writer = writer.option("rdfStar", true);
    }
    for (int i = 0; i < options.length; i += 2) {
      writer = writer.option(options[i], options[i + 1]);
    }
    writer.save(target.toString());
    return target;
  }

  private static List<Column> columns(String... names) {
    return Stream.of(names).map(functions::col).toList();
  }

  private static List<String> answer(Path path, String query, String statistics, String format) {
    SparkJelly.read(path, "statistics", statistics, "termFormat", format)
        .createOrReplaceTempView("statements");
    return sorted(SparkJelly.spark().sql(query.replace("TABLE", "statements")));
  }

  @Test
  public void randomQueriesHaveTheSameAnswers() {
    List<Path> tables = new ArrayList<>();
    tables.add(written("by-subject", columns("s", "p")));
    tables.add(written("by-predicate", columns("p", "o"), "protocolVersion", "1.2"));
    tables.add(written("by-graph", columns("g", "s"), "compression", "zstd"));
    tables.add(
        written(
            "unsorted", columns("o.datatype"), "bloomFilter", "s,o", "checkpointBytes", "9000"));
    for (int seed = 0; seed < tables.size(); seed++) {
      Path table = tables.get(seed);
      RandomQueries structs = new RandomQueries(new Random(seed), false, TEXTS);
      RandomQueries texts = new RandomQueries(new Random(seed), true, NTRIPLES);
      for (int i = 0; i < TestSize.of(12, 60); i++) {
        boolean isText = i % 3 == 0;
        RandomQueries queries = isText ? texts : structs;
        String query = i % 2 == 0 ? queries.selection() : queries.aggregation();
        String format = isText ? "ntriples" : "struct";
        assertEquals(
            query, answer(table, query, "false", format), answer(table, query, "true", format));
      }
    }
  }

  /** Returns how many parts a query reads and skips. */
  private static List<Long> parts(Dataset<Row> query) {
    var metrics = SparkJelly.metrics(query);
    return List.of(metrics.get("jellyPartsRead"), metrics.get("jellyPartsSkipped"));
  }

  @Test
  public void aFilterReadsOnlyThePartsThatMayHaveItsStatements() {
    Path table = written("table", columns("s", "p", "o"));
    Dataset<Row> all = SparkJelly.read(table);
    List<Long> everything = parts(all.where("s.value LIKE '%/%' OR s.kind <> 'x'"));
    assertTrue("" + everything, everything.get(0) >= 8);
    for (String filter :
        List.of(
            "s.value = 'http://example.org/b'",
            "s.value IN ('http://example.org/b', 'x:none')",
            "s.value LIKE 'http://example.org/b%'",
            "s = named_struct('kind', 'iri', 'value', 'http://example.org/b', 'lang',"
                + " string(null), 'datatype', string(null))",
            "s.value > 'http://example.org/p2'",
            "s.kind = 'triple'")) {
      List<Long> found = parts(all.where(filter));
      assertEquals(filter, everything.get(0), Long.valueOf(found.get(0) + found.get(1)));
      assertTrue(filter + ": " + found, found.get(1) >= 3);
      assertEquals(
          filter,
          SparkJelly.rows(SparkJelly.read(table, "statistics", "false").where(filter)),
          SparkJelly.rows(all.where(filter)));
    }
    List<Long> none = parts(all.where("p.value = 'http://example.org/none'"));
    assertEquals(List.of(0L, everything.get(0)), none);
    assertEquals(0, all.where("p.value = 'http://example.org/none'").count());
  }

  @Test
  public void explainShowsHowManyPartsAreRead() {
    Dataset<Row> query =
        SparkJelly.read(written("table", columns("s"))).where("s.value = 'http://example.org/b'");
    SparkJelly.rows(query);
    String plan = SparkJelly.plan(query);
    assertTrue(plan, plan.matches("(?s).*Parts: \\d+ of \\d+,.*"));
  }

  @Test
  public void statementsAreCountedWithoutReading() {
    Path table = written("table", columns("s"));
    Dataset<Row> all = SparkJelly.read(table);
    assertEquals(1200, all.count());
    Dataset<Row> count = all.groupBy().count();
    assertReadsNothing(count);
    assertEquals(List.of("[1200]"), SparkJelly.rows(count));
    Dataset<Row> byFile = all.groupBy("_metadata.file_name").count();
    assertReadsNothing(byFile);
    assertEquals(1200L, byFile.first().getLong(1));
    Dataset<Row> read = SparkJelly.read(table, "statistics", "false").groupBy().count();
    assertTrue(SparkJelly.metrics(read).get("jellyBytes") > 0);
    assertEquals(List.of("[1200]"), SparkJelly.rows(read));
  }

  @Test
  public void statementsOfEachPredicateOrGraphAreCountedWithoutReading() {
    Path table = written("table", columns("s"));
    for (String query :
        List.of(
            "SELECT p.value, count(*) FROM TABLE GROUP BY p.value",
            "SELECT p, count(*) FROM TABLE GROUP BY p",
            "SELECT DISTINCT p.value FROM TABLE",
            "SELECT count(*) FROM TABLE WHERE p.value = 'http://example.org/p1'",
            "SELECT p.kind, count(*) FROM TABLE WHERE p.value LIKE '%2' GROUP BY p.kind")) {
      for (String size : List.of("7", "4096")) {
        SparkJelly.read(table, "batchSize", size).createOrReplaceTempView("known");
        Dataset<Row> counts = SparkJelly.spark().sql(query.replace("TABLE", "known"));
        assertReadsNothing(counts);
        assertEquals(query, answer(table, query, "false", "struct"), sorted(counts));
      }
    }
    // A graph has blank nodes as names, whose labels are not listed.
    Dataset<Row> graphs = SparkJelly.read(table).groupBy("g.value").count();
    assertEquals(
        answer(table, "SELECT g.value, count(*) FROM TABLE GROUP BY g.value", "false", "struct"),
        sorted(graphs));
  }

  @Test
  public void aLimitReadsOnlyTheFirstParts() {
    Path table = written("table", columns("s"));
    Dataset<Row> some = SparkJelly.read(table).limit(10);
    List<Long> few = parts(some);
    assertEquals(Long.valueOf(1), few.get(0));
    assertTrue("" + few, few.get(1) >= 7);
    assertEquals(10, SparkJelly.rows(some).size());
    List<Long> more = parts(SparkJelly.read(table).limit(600));
    assertTrue("" + more, more.get(0) > 2 && more.get(1) > 2);
    assertEquals(600, SparkJelly.rows(SparkJelly.read(table).limit(600)).size());
    assertEquals(1200, SparkJelly.rows(SparkJelly.read(table).limit(5000)).size());
  }

  @Test
  public void theCostBasedOptimizerKnowsTheNumbersOfStatementsAndTerms() {
    Path table = written("table", columns("s"));
    Dataset<Row> all = SparkJelly.read(table, "termFormat", "ntriples");
    assertTrue(all.queryExecution().optimizedPlan().stats().rowCount().isEmpty());
    SparkJelly.spark().conf().set("spark.sql.cbo.enabled", "true");
    try {
      var stats =
          SparkJelly.read(table, "termFormat", "ntriples").queryExecution().optimizedPlan().stats();
      assertEquals("Some(1200)", stats.rowCount().toString());
      String columns = stats.attributeStats().mkString("\n");
      long predicates = all.select("p").distinct().count();
      assertTrue(columns, columns.contains("p#"));
      assertTrue(
          columns, columns.contains("ColumnStat(Some(" + predicates + "),None,None,Some(0)"));
      // Spark would take joins of structs without a least value as empty.
      assertTrue(
          SparkJelly.read(table)
              .queryExecution()
              .optimizedPlan()
              .stats()
              .attributeStats()
              .isEmpty());
    } finally {
      SparkJelly.spark().conf().unset("spark.sql.cbo.enabled");
    }
  }

  private static void assertReadsNothing(Dataset<Row> query) {
    // An adaptive plan hides its scan.
    SparkJelly.spark().conf().set("spark.sql.adaptive.enabled", "false");
    Map<String, Long> metrics = SparkJelly.metrics(query);
    SparkJelly.spark().conf().unset("spark.sql.adaptive.enabled");
    assertEquals(0L, (long) metrics.getOrDefault("jellyBytes", 0L));
    assertTrue("" + metrics, metrics.get("jellyPartsSkipped") > 0);
  }

  @Test
  public void filesThatMayBeMalformedAreRead() {
    Path table = written("table", columns("s"));
    Dataset<Row> count = SparkJelly.read(table, "mode", "DROPMALFORMED").groupBy().count();
    assertTrue(SparkJelly.metrics(count).get("jellyBytes") > 0);
  }

  @Test
  public void filesWithoutStatisticsAreRead() {
    Path table = written("table", columns("s"), "statistics", "false");
    Dataset<Row> query = SparkJelly.read(table).where("s.value = 'http://example.org/b'");
    assertEquals(List.of(0L, 0L), parts(query));
    assertFalse(SparkJelly.rows(query).isEmpty());
  }

  @Test
  public void aBloomFilterThatWasChangedExcludesNothing() throws IOException {
    Path table =
        written("table", columns("o.datatype"), "bloomFilter", "s,o", "checkpointBytes", "9000");
    Path file;
    try (Stream<Path> all = Files.list(table)) {
      file = all.filter(path -> path.toString().endsWith(".jelly")).findFirst().orElseThrow();
    }
    // Hadoop's checksums would show the change first.
    Files.delete(file.resolveSibling("." + file.getFileName() + ".crc"));
    byte[] bytes = Files.readAllBytes(file);
    String filter = "s.value = 'http://example.org/b'";
    List<String> expected =
        sorted(SparkJelly.read(file, "statistics", "false").where(filter).select("p", "o"));
    int at =
        new String(bytes, java.nio.charset.StandardCharsets.ISO_8859_1)
            .indexOf("jelly-bridge.bloom.s");
    assertTrue("a Bloom filter", at > 0);
    for (int i = at + 22; i < at + 22 + 32; i += 3) {
      byte[] changed = bytes.clone();
      changed[i] ^= (byte) 0xFF;
      Files.write(file, changed);
      Files.setLastModifiedTime(file, FileTime.fromMillis(1_000_000_000_000L + 1000L * i));
      assertEquals(expected, sorted(SparkJelly.read(file).where(filter).select("p", "o")));
    }
  }

  @Test
  public void anUnknownColumnOfABloomFilterIsRefused() {
    Exception refused =
        assertThrows(Exception.class, () -> written("table", columns("s"), "bloomFilter", "s,p"));
    assertTrue(refused.getMessage(), refused.getMessage().contains("none, s, o, s,o"));
  }
}
