package io.github.jellybridge.spark.scan;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.testing.Cases;
import io.github.jellybridge.testing.TestSize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.jena.graph.Node;
import org.apache.jena.sparql.core.Quad;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.Test;

/** Tests that pushdown changes the speed of a query but never its result. */
public class JellyPushdownTest extends PushdownCase {
  private static final int QUERIES = TestSize.of(12, 40);

  private static final List<String> TEXTS =
      List.of(
          "http://example.org/a",
          "http://example.org/p1",
          "http://example.org/p2",
          "http://example.org/é",
          "iri",
          "literal",
          "en",
          "de-AT",
          "",
          "a",
          "naïve 日本語",
          "\uD83D\uDE00",
          JellySamples.XSD + "token");

  private static final List<String> NTRIPLES =
      List.of(
          "<http://example.org/a>",
          "<http://example.org/p1>",
          "\"a\"@en",
          "\"naïve 日本語\"",
          "\"\"^^<" + JellySamples.XSD + "token>",
          "_:b0",
          "<<",
          "");

  private Dataset<Row> with(String query, String format) {
    return run(files, "true", query, "termFormat", format);
  }

  private Dataset<Row> without(String query, String format) {
    return run(files, "false", query, "termFormat", format);
  }

  private void assertSame(String query, String format) {
    assertSame(files, query, "termFormat", format);
  }

  @Test
  public void languageTagsOfSeveralFilesDoNotMix() {
    List<Path> two = new ArrayList<>();
    for (String tag : List.of("en", "fr")) {
      Node text = JellySamples.lang("x", tag);
      Quad quad = JellySamples.triple(JellySamples.iri("s"), JellySamples.iri("p"), text);
      Path path = folder.getRoot().toPath().resolve(tag + ".jelly");
      two.add(JellySamples.writeTriples(path, List.of(quad), 10));
    }
    Cases.each(
        List.of("true", "false"),
        pushdown -> {
          Dataset<Row> read = SparkJelly.read(two, "pushdown", pushdown);
          assertEquals("[[en], [fr]]", sorted(read.select("o.lang")).toString());
          assertEquals("[[en], [fr]]", sorted(read.select("o.lang").distinct()).toString());
          assertEquals("[[x]]", sorted(read.where("o.lang = 'fr'").select("o.value")).toString());
        });
  }

  /**
   * Tests filters that fail with an internal error in Spark's own translation, up to at least
   * 4.3.0.
   */
  @Test
  public void filtersThatSparkCannotTranslateWorkWithoutPushdown() {
    Dataset<Row> read = SparkJelly.read(files, "pushdown", "false");
    String unknown = "(s.value <=> 'x' AND s.value = NULL)";
    String filter = "CASE WHEN " + unknown + " THEN s.value ELSE p.value END = trim(p.value)";
    assertEquals(read.where("p.value = trim(p.value)").count(), read.where(filter).count());
  }

  @Test
  public void randomAggregationsOnStructs() {
    RandomQueries queries = new RandomQueries(new Random(11), false, TEXTS);
    for (int i = 0; i < QUERIES; i++) {
      assertSame(queries.aggregation(), "struct");
    }
  }

  @Test
  public void randomAggregationsOfOneTask() {
    RandomQueries queries = new RandomQueries(new Random(19), false, TEXTS);
    for (int i = 0; i < QUERIES / 2; i++) {
      assertSame(files.subList(0, 1), queries.aggregation());
    }
  }

  @Test
  public void randomAggregationsOfSeveralTasks() {
    RandomQueries queries = new RandomQueries(new Random(18), false, TEXTS);
    inSeveralTasks(
        () -> {
          for (int i = 0; i < QUERIES / 2; i++) {
            assertSame(queries.aggregation(), "struct");
          }
        });
  }

  @Test
  public void randomAggregationsOnNTriples() {
    RandomQueries queries = new RandomQueries(new Random(12), true, NTRIPLES);
    for (int i = 0; i < QUERIES / 2; i++) {
      assertSame(queries.aggregation(), "ntriples");
    }
  }

  @Test
  public void randomSelections() {
    RandomQueries structs = new RandomQueries(new Random(13), false, TEXTS);
    RandomQueries texts = new RandomQueries(new Random(14), true, NTRIPLES);
    for (int i = 0; i < QUERIES / 4; i++) {
      assertSame(structs.selection(), "struct");
      assertSame(texts.selection(), "ntriples");
    }
  }

  @Test
  public void limitsGiveThatManyOfTheRowsWithoutThem() {
    Random random = new Random(15);
    RandomQueries queries = new RandomQueries(random, false, TEXTS);
    for (int i = 0; i < QUERIES / 6; i++) {
      String query = queries.selection();
      int limit = random.nextInt(300);
      List<String> all = new ArrayList<>(sorted(without(query, "struct")));
      List<String> some = sorted(with(query + " LIMIT " + limit, "struct"));
      assertEquals(query, Math.min(limit, all.size()), some.size());
      for (String row : some) {
        assertTrue(query, all.remove(row));
      }
      String counted = "SELECT count(*) FROM (" + query + " LIMIT " + limit + ")";
      assertEquals("[[" + some.size() + "]]", sorted(with(counted, "struct")).toString());
    }
  }

  @Test
  public void blankNodeModes() {
    RandomQueries queries = new RandomQueries(new Random(16), false, TEXTS);
    Cases.each(
        List.of("frame", "preserve"),
        mode -> {
          assertSame(
              files, "SELECT s.value, count(*) FROM TABLE GROUP BY s.value", "blankNodes", mode);
          for (int i = 0; i < QUERIES / 10; i++) {
            assertSame(files, queries.aggregation(), "blankNodes", mode);
          }
        });
  }

  @Test
  public void brokenFilesGiveTheFramesBeforeTheBadOne() throws IOException {
    Random random = new Random(17);
    RandomQueries queries = new RandomQueries(random, false, TEXTS);
    byte[] good = Files.readAllBytes(files.get(0));
    for (int i = 0; i < QUERIES / 5; i++) {
      byte[] bad = Arrays.copyOf(good, good.length / 4 + random.nextInt(good.length * 3 / 4));
      if (i % 2 == 0) {
        bad[bad.length / 2 + random.nextInt(bad.length / 2)] ^= (byte) (1 << random.nextInt(8));
      }
      Files.write(files.get(0), bad);
      for (String query : List.of("SELECT count(*) FROM TABLE", queries.aggregation())) {
        assertSame(files, query, "mode", "DROPMALFORMED");
      }
    }
  }

  @Test
  public void noStatementsAtAll() throws IOException {
    List<Path> root = List.of(byYear());
    String all = "SELECT count(*), count(g), sum(length(s.value)), min(o.lang) FROM TABLE WHERE ";
    Cases.each(
        List.of("year = 1999", "p.value = 'x'", "year = 2024 AND o IS NULL"),
        nothing -> {
          assertSame(root, all + nothing);
          assertEquals("[[0,0,null,null]]", sorted(run(root, "true", all + nothing)).toString());
          assertSame(
              root, "SELECT s.value, count(*) FROM TABLE WHERE " + nothing + " GROUP BY s.value");
        });
  }

  @Test
  public void partitionFoldersAndMetadata() throws IOException {
    List<Path> root = List.of(byYear());
    for (String query :
        List.of(
            "SELECT count(*), max(o.value) FROM TABLE WHERE year = 2025",
            "SELECT p.value, count(*) FROM TABLE WHERE year > 2024 AND g IS NULL GROUP BY p.value",
            "SELECT count(*) FROM TABLE WHERE year = 2025 OR p.value = 'http://example.org/p1'",
            "SELECT year, p.value, count(*) FROM TABLE GROUP BY year, p.value",
            "SELECT max(year), sum(year), count(year) FROM TABLE",
            "SELECT count(*) FROM TABLE WHERE m.statement < 100",
            "SELECT count(*) FROM TABLE WHERE m.statement < 100 OR o.lang = 'en'",
            "SELECT m.file_size, count(*) FROM TABLE GROUP BY m.file_size",
            "SELECT max(m.statement), count(*) FROM TABLE WHERE o.lang = 'en'",
            "SELECT count(*) FROM TABLE WHERE length(s.value) + year > 2040")) {
      assertSame(root, query);
    }
  }

  /** A folder with one partition folder for each file. */
  private Path byYear() throws IOException {
    Path root = folder.newFolder("by").toPath();
    for (int i = 0; i < FILES; i++) {
      Path year = Files.createDirectory(root.resolve("year=" + (2024 + i)));
      Files.copy(files.get(i), year.resolve("part.jelly"));
    }
    return root;
  }
}
