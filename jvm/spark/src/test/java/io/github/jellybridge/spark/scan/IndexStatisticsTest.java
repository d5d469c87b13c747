package io.github.jellybridge.spark.scan;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.jelly.split.SplitIndexFile;
import io.github.jellybridge.jelly.split.SplitIndexer;
import io.github.jellybridge.jelly.split.SplitPoint;
import io.github.jellybridge.jelly.split.StatisticsIndexer;
import io.github.jellybridge.jelly.statistics.PartStatistics;
import io.github.jellybridge.jelly.statistics.StatisticsWriter;
import io.github.jellybridge.testing.TestSize;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.jena.sparql.core.Quad;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.Test;

/**
 * Statistics in the index of a file of jelly-jvm change which parts are read, but never an answer.
 */
public class IndexStatisticsTest extends StatisticsCase {
  private static final int COUNT = 6000;

  /** Parts of so many bytes have Bloom filters. */
  private static final long LARGE = 30_000;

  /** A subject in the middle of the sorted file. */
  private static final String ONE = "s.value = 'http://example.org/s5'";

  private record Source(Path file) implements SplitIndexer.Source {
    @Override
    public InputStream open() throws IOException {
      return Files.newInputStream(file);
    }

    @Override
    public long length() {
      return file.toFile().length();
    }
  }

  /** The index of a file, as {@code jelly-bridge index} makes it, but with small parts. */
  private record Made(Path file, List<SplitPoint> points, StatisticsIndexer.Found statistics) {
    static Made of(Path file) {
      return of(file, 3_000);
    }

    static Made of(Path file, long every) {
      try {
        JellyReadOptions options = JellyReadOptions.defaults();
        Source source = new Source(file);
        List<SplitPoint> points = SplitIndexer.indexStrictly(source, "f", options, every, 1);
        return new Made(file, points, StatisticsIndexer.collect(source, "f", options, points));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    byte[] bytes() throws IOException {
      return SplitIndexFile.write(
          points, statistics, Files.size(file), Files.getLastModifiedTime(file).toMillis());
    }

    SplitIndexFile.Content content() throws IOException {
      long time = Files.getLastModifiedTime(file).toMillis();
      return SplitIndexFile.read(bytes(), Files.size(file), time).orElseThrow();
    }

    Path target() {
      return file.resolveSibling(SplitIndexFile.name(file.getFileName().toString()));
    }

    Path store() throws IOException {
      Files.write(target(), bytes());
      return file;
    }
  }

  /** Writes a file with jelly-jvm. */
  private Path written(String name, Comparator<Quad> order) {
    List<Quad> quads = new ArrayList<>(JellySamples.numbered(COUNT));
    quads.sort(order);
    return JellySamples.writeTriples(folder.getRoot().toPath().resolve(name), quads, 20);
  }

  private Path bySubject() {
    return written("by-subject.jelly", Comparator.comparing(quad -> quad.getSubject().getURI()));
  }

  private Path unsorted() {
    return written("unsorted.jelly", Comparator.comparing(Quad::hashCode));
  }

  /** Returns how many parts a query reads and skips. */
  private static List<Long> parts(Dataset<Row> query) {
    Map<String, Long> metrics = SparkJelly.metrics(query);
    return List.of(metrics.get("jellyPartsRead"), metrics.get("jellyPartsSkipped"));
  }

  /**
   * Checks that the reader uses the index of a file: it ignores one that is larger than the file.
   */
  private static void assertHasStatistics(Path file) {
    List<Long> none = parts(SparkJelly.read(file).where("p.value = 'http://example.org/none'"));
    assertTrue(file + ": " + none, none.get(1) > 2);
  }

  private static List<String> answer(List<Path> paths, String query, String statistics) {
    SparkJelly.read(paths, "statistics", statistics, "blankNodes", "preserve")
        .createOrReplaceTempView("statements");
    return sorted(SparkJelly.spark().sql(query.replace("TABLE", "statements")));
  }

  @Test
  public void aFilterReadsOnlyThePartsThatMayHaveItsStatements() throws IOException {
    Path file = bySubject();
    assertEquals(List.of(0L, 0L), parts(SparkJelly.read(file).where(ONE)));
    int all = Made.of(Made.of(file).store()).points().size() + 1;
    assertTrue(all + " parts", all >= 8);
    Dataset<Row> some = SparkJelly.read(file).where(ONE);
    List<Long> found = parts(some);
    assertEquals(all, found.get(0) + found.get(1));
    assertTrue("" + found, found.get(0) <= 2);
    assertEquals(sorted(SparkJelly.read(file, "statistics", "false").where(ONE)), sorted(some));
    assertEquals(
        List.of(0L, (long) all),
        parts(SparkJelly.read(file).where("p.value = 'http://example.org/none'")));
    // These modes read by other split points, or by none.
    for (String split : List.of("none", "checkpoint")) {
      assertEquals(List.of(0L, 0L), parts(SparkJelly.read(file, "split", split).where(ONE)));
    }
  }

  @Test
  public void aBloomFilterLeavesOutPartsOfAFileThatIsNotSorted() throws IOException {
    Made made = Made.of(unsorted(), LARGE);
    // The last part may be too short for a filter.
    long without =
        made.content().statistics().stream()
            .filter(part -> part.columns().get(0).bloom() == null)
            .count();
    assertTrue(without + " parts without", without <= 1);
    // Between the smallest and the largest subject.
    List<Long> found =
        parts(SparkJelly.read(made.store()).where("s.value = 'http://example.org/s5none'"));
    assertEquals(List.of(without, made.points().size() + 1 - without), found);
  }

  @Test
  public void countsAndLimitsReadNothingOrTheFirstParts() throws IOException {
    Path file = Made.of(bySubject()).store();
    for (String query :
        List.of(
            "SELECT count(*) FROM TABLE",
            "SELECT p.value, count(*) FROM TABLE GROUP BY p.value",
            "SELECT DISTINCT g.value FROM TABLE")) {
      List<String> expected = answer(List.of(file), query, "false");
      SparkJelly.read(file).createOrReplaceTempView("statements");
      Dataset<Row> counts = SparkJelly.spark().sql(query.replace("TABLE", "statements"));
      assertEquals(query, expected, sorted(counts));
      SparkJelly.spark().conf().set("spark.sql.adaptive.enabled", "false");
      Map<String, Long> metrics =
          SparkJelly.metrics(SparkJelly.spark().sql(query.replace("TABLE", "statements")));
      SparkJelly.spark().conf().unset("spark.sql.adaptive.enabled");
      assertEquals(query, 0L, (long) metrics.getOrDefault("jellyBytes", 0L));
      assertTrue(query + metrics, metrics.get("jellyPartsSkipped") > 0);
    }
    List<Long> few = parts(SparkJelly.read(file).limit(10));
    assertEquals(Long.valueOf(1), few.get(0));
    assertEquals(10, SparkJelly.rows(SparkJelly.read(file).limit(10)).size());
  }

  @Test
  public void randomQueriesHaveTheSameAnswers() throws IOException {
    for (Path file : files) {
      assertHasStatistics(Made.of(file, 2_000).store());
    }
    Path columns = folder.getRoot().toPath().resolve("columns");
    SparkJelly.read(files, "blankNodes", "preserve")
        .where("s.kind != 'triple'")
        .repartition(1)
        .sortWithinPartitions("p")
        .write()
        .format("jelly")
        .option("protocolVersion", "1.2")
        .option("statistics", "false")
        .option("checkpointBytes", "0")
        .option("frameSize", "100")
        .save(columns.toString());
    try (Stream<Path> all = Files.list(columns)) {
      Path file = all.filter(path -> path.toString().endsWith(".jelly")).findFirst().orElseThrow();
      assertHasStatistics(Made.of(file, 2_000).store());
    }
    for (List<Path> table : List.of(files, List.of(columns))) {
      RandomQueries queries = new RandomQueries(new Random(3), false, PartStatisticsTest.TEXTS);
      for (int i = 0; i < TestSize.of(16, 80); i++) {
        String query = i % 2 == 0 ? queries.selection() : queries.aggregation();
        assertEquals(query, answer(table, query, "false"), answer(table, query, "true"));
      }
    }
  }

  /** Tests that the reader returns the same rows, or refuses the index. */
  @Test
  public void anIndexThatWasChangedNeverChangesAnAnswer() throws IOException {
    Path file = unsorted();
    Made made = Made.of(file, LARGE);
    assertHasStatistics(made.store());
    List<String> queries =
        List.of("SELECT s, o FROM TABLE WHERE " + ONE, "SELECT count(*) FROM TABLE");
    List<List<String>> expected =
        queries.stream().map(query -> answer(List.of(file), query, "false")).toList();
    int length = made.bytes().length;
    Random random = new Random(11);
    for (int i = 0; i < TestSize.of(40, 400); i++) {
      // The index of each other time is read again.
      Files.setLastModifiedTime(file, FileTime.fromMillis(1_000_000_000_000L + 1000L * i));
      byte[] bytes = made.bytes();
      bytes[random.nextInt(length)] ^= (byte) (1 + random.nextInt(255));
      Files.write(made.target(), bytes);
      for (int q = 0; q < queries.size(); q++) {
        assertEquals(expected.get(q), answer(List.of(file), queries.get(q), "true"));
      }
    }
  }

  @Test
  public void aWrongNumberOfStatementsIsAnError() throws IOException {
    Path file = bySubject();
    Made made = Made.of(file);
    SplitIndexFile.Content content = made.content();
    StatisticsWriter parts = new StatisticsWriter();
    List<SplitPoint> points = new ArrayList<>();
    for (int i = 0; i < content.statistics().size(); i++) {
      PartStatistics part = content.statistics().get(i);
      parts.add(new PartStatistics(part.statements() + (i == 0 ? 1 : 0), part.columns()));
      if (i < content.points().size()) {
        SplitPoint point = content.points().get(i);
        points.add(
            new SplitPoint(
                point.offset(),
                point.frame(),
                point.statement() + 1,
                point.message(),
                point.state()));
      }
    }
    StatisticsIndexer.Found wrong =
        new StatisticsIndexer.Found(
            parts.encoded(), made.statistics().blooms(), made.statistics().fileChecksum());
    new Made(file, points, wrong).store();
    Dataset<Row> first = SparkJelly.read(file).where("s.value = 'http://example.org/s0'");
    Exception error = assertThrows(Exception.class, first::collectAsList);
    assertTrue(error.getMessage(), error.getMessage().contains("split point"));
  }

  /** Tests a file that another program has replaced, and whose time it has restored. */
  @Test
  public void statisticsOfOtherContentAreNotUsed() throws IOException {
    Path file = bySubject();
    FileTime time = Files.getLastModifiedTime(file);
    Made.of(file).store();
    byte[] bytes = Files.readAllBytes(file);
    byte[] name = "example.org".getBytes(StandardCharsets.US_ASCII);
    for (int at = 0; at < bytes.length - name.length; at++) {
      if (Arrays.equals(bytes, at, at + name.length, name, 0, name.length)) {
        bytes[at] = 'E';
      }
    }
    Files.write(file, bytes);
    Files.setLastModifiedTime(file, time);
    Dataset<Row> query = SparkJelly.read(file).where("s.value = 'http://Example.org/s5'");
    assertEquals(
        sorted(
            SparkJelly.read(file, "statistics", "false", "split", "none")
                .where("s.value = 'http://Example.org/s5'")),
        sorted(query));
  }

  @Test
  public void anIndexWithoutStatisticsIsUsedAsBefore() throws IOException {
    Path file = bySubject();
    Made made = Made.of(file);
    Files.write(
        made.target(),
        SplitIndexFile.write(
            made.points(), Files.size(file), Files.getLastModifiedTime(file).toMillis()));
    assertEquals(List.of(0L, 0L), parts(SparkJelly.read(file).where(ONE)));
    assertEquals(COUNT, SparkJelly.read(file).count());
  }
}
