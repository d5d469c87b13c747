package io.github.jellybridge.spark.jelly;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.jelly.JellyReader;
import io.github.jellybridge.jelly.JellyWriteOptions;
import io.github.jellybridge.jelly.JellyWriter;
import io.github.jellybridge.jelly.split.CheckpointIndex;
import io.github.jellybridge.jelly.split.SplitIndexFile;
import io.github.jellybridge.jelly.split.SplitIndexer;
import io.github.jellybridge.jelly.split.SplitPoint;
import io.github.jellybridge.spark.listing.FileEntry;
import io.github.jellybridge.spark.scan.JellySamples;
import io.github.jellybridge.spark.scan.SparkJelly;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RuntimeConfig;
import org.junit.After;
import org.junit.Before;
import org.junit.BeforeClass;
import org.junit.ClassRule;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** Tests that several tasks read a large file and give the same rows as one. */
public class JellySplitTest {
  private static final int COUNT = 120_000;
  private static final String MAX_BYTES = "spark.sql.files.maxPartitionBytes";
  private static final String[] COLUMNS = {
    "s.value", "p.value", "o", "_metadata.frame", "_metadata.statement"
  };

  @ClassRule public static final TemporaryFolder ONCE = new TemporaryFolder();
  private static Path written;

  @Rule public final TemporaryFolder temporary = new TemporaryFolder();

  private final RuntimeConfig conf = SparkJelly.spark().conf();
  private Path file;

  @BeforeClass
  public static void write() throws IOException {
    written = ONCE.getRoot().toPath().resolve("large.jelly");
    JellySamples.writeTriples(written, JellySamples.numbered(COUNT), 500);
  }

  @Before
  public void copy() throws IOException {
    SplitPoints.forget();
    file = Files.copy(written, temporary.getRoot().toPath().resolve("large.jelly"));
    conf.set(MAX_BYTES, Long.toString(Files.size(file) / 5));
    conf.set("spark.sql.files.openCostInBytes", "1");
    conf.set("spark.sql.files.minPartitionNum", "4");
  }

  @After
  public void reset() {
    conf.unset(MAX_BYTES);
    conf.unset("spark.sql.files.openCostInBytes");
    conf.unset("spark.sql.files.minPartitionNum");
  }

  @Test
  public void aFileIsIndexedAndReadInParts() {
    assertSame(SparkJelly.read(file, "split", "index"), 2);
  }

  @Test
  public void aFileIsIndexedBySeveralThreads() throws IOException {
    Path larger = file.resolveSibling("larger.jelly");
    JellySamples.writeTriples(larger, JellySamples.numbered(4 * COUNT), 500);
    long length = Files.size(larger);
    FileEntry entry =
        new FileEntry(
            larger.toUri().toString(),
            length,
            Files.getLastModifiedTime(larger).toMillis(),
            new Object[0],
            new String[0]);
    List<SplitPoint> points =
        SplitPoints.walk(entry, JellyReadOptions.defaults(), new Configuration(), 3);
    assertEquals(length / SplitIndexer.distance(length) - 1, points.size());
    assertTrue(points.size() + " places", points.size() >= 4);
    Dataset<Row> split = SparkJelly.read(larger, "split", "index");
    assertTrue(split.rdd().getNumPartitions() > 2);
    String[] sums = {"count(1)", "sum(hash(s, p, o, _metadata.frame, _metadata.statement))"};
    assertEquals(
        SparkJelly.rows(SparkJelly.read(larger, "split", "none").selectExpr(sums)),
        SparkJelly.rows(split.selectExpr(sums)));
  }

  @Test
  public void anIndexIsNotUsedForAnotherFileOfTheSameName() throws IOException {
    Dataset<Row> planned = SparkJelly.read(file, "split", "index");
    assertTrue(planned.rdd().getNumPartitions() > 1);
    JellySamples.writeTriples(file, JellySamples.numbered(COUNT + 50).subList(50, COUNT + 50), 500);
    Exception thrown = assertThrows(Exception.class, planned::collectAsList);
    assertTrue(
        thrown.getMessage(), thrown.getMessage().contains("large.jelly: the file has changed"));
  }

  @Test
  public void aFileIsReadInPartsAtItsCheckpoints() throws IOException {
    file = checkpointed(file);
    assertSame(SparkJelly.read(file, "split", "checkpoint"), 5);
    assertSame(SparkJelly.read(file), 5);
  }

  /** Tests a list of checkpoints longer than the part of the file's end that is read first. */
  @Test
  public void aFileIsReadInPartsAtItsCheckpointsHoweverManyThereAre() throws IOException {
    file = checkpointed(file, 100);
    conf.set(MAX_BYTES, Long.toString(Files.size(file) / 5));
    byte[] bytes = Files.readAllBytes(file);
    assertTrue(CheckpointIndex.length(bytes, bytes.length) > CheckpointIndex.TAIL_BYTES);
    assertSame(SparkJelly.read(file, "split", "checkpoint"), 5);
  }

  @Test
  public void checkpointsOnlyMeansThat() {
    assertEquals(1, SparkJelly.read(file, "split", "checkpoint").rdd().getNumPartitions());
  }

  @Test
  public void anIndexBesideTheFileIsUsedUnlessTheFileHasChanged() throws IOException {
    assertEquals(1, SparkJelly.read(file).rdd().getNumPartitions());
    List<SplitPoint> points =
        SplitIndexer.index(
            () -> Files.newInputStream(file),
            "f",
            JellyReadOptions.defaults(),
            Files.size(file) / 20,
            1);
    Path index = file.resolveSibling(SplitIndexFile.name("large.jelly"));
    Files.write(
        index,
        SplitIndexFile.write(points, Files.size(file), Files.getLastModifiedTime(file).toMillis()));
    assertSame(SparkJelly.read(file), 5);
    assertSame(SparkJelly.read(file.getParent()), 5);
    SplitPoints.forget();
    Files.setLastModifiedTime(file, FileTime.fromMillis(1_000_000_000));
    assertEquals(1, SparkJelly.read(file).rdd().getNumPartitions());
  }

  @Test
  public void severalFilesAreIndexedByAJob() throws IOException {
    Path other = file.resolveSibling("other.jelly");
    Files.copy(file, other);
    Dataset<Row> split = SparkJelly.read(List.of(file, other), "split", "index");
    assertTrue(split.rdd().getNumPartitions() > 4);
    Dataset<Row> whole = SparkJelly.read(List.of(file, other), "split", "none");
    assertEquals(
        sorted(whole.selectExpr("_metadata.file_name", "_metadata.statement", "o")),
        sorted(split.selectExpr("_metadata.file_name", "_metadata.statement", "o")));
  }

  @Test
  public void aggregatesOverPartsAreThoseOfTheWhole() {
    for (String sql :
        List.of(
            "SELECT count(*) FROM t",
            "SELECT p.value, count(*), min(o.value) FROM t GROUP BY p.value",
            "SELECT count(DISTINCT s.value) FROM t",
            "SELECT o.value FROM t WHERE p.value LIKE '%p3'")) {
      SparkJelly.read(file, "split", "index").createOrReplaceTempView("t");
      List<String> split = sorted(SparkJelly.spark().sql(sql));
      SparkJelly.read(file, "split", "none").createOrReplaceTempView("t");
      assertEquals(sql, sorted(SparkJelly.spark().sql(sql)), split);
    }
  }

  @Test
  public void aFileStaysWholeWhereOneCoreReadsIt() throws IOException {
    file = checkpointed(file);
    conf.set("spark.sql.files.minPartitionNum", "1");
    assertEquals(1, SparkJelly.read(file).rdd().getNumPartitions());
  }

  @Test
  public void splittingCanBeTurnedOff() {
    assertEquals(1, SparkJelly.read(file, "split", "none").rdd().getNumPartitions());
    assertThrows(
        IllegalArgumentException.class, () -> SparkJelly.read(file, "split", "always").count());
  }

  /**
   * Tests that such files are not split: rows before the first malformed frame are kept, and only
   * one reader of the whole file knows where that is.
   */
  @Test
  public void filesAreReadByOneTaskWhenMalformedOnesAreTolerated() {
    for (String[] tolerant :
        new String[][] {{"mode", "DROPMALFORMED"}, {"ignoreCorruptFiles", "true"}}) {
      Dataset<Row> frame = SparkJelly.read(file, "split", "index", tolerant[0], tolerant[1]);
      assertEquals(1, frame.rdd().getNumPartitions());
    }
  }

  @Test
  public void aBrokenFileFailsWithTheSameErrorInParts() throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(bytes, bytes.length - 7));
    assertEquals(failure("none"), failure("index"));
  }

  private String failure(String split) {
    Dataset<Row> frame = SparkJelly.read(file, "split", split);
    Throwable error = assertThrows(Exception.class, frame::collectAsList);
    while (error.getCause() != null) {
      error = error.getCause();
    }
    return error.getMessage();
  }

  /** Checks the rows of a frame and their order, and the least number of its partitions. */
  private void assertSame(Dataset<Row> frame, int partitions) {
    assertTrue(
        frame.rdd().getNumPartitions() + " partitions",
        frame.rdd().getNumPartitions() >= partitions);
    List<String> expected =
        SparkJelly.rows(SparkJelly.read(file, "split", "none").selectExpr(COLUMNS));
    assertEquals(COUNT, expected.size());
    assertEquals(expected, SparkJelly.rows(frame.selectExpr(COLUMNS)));
    assertNotEquals(expected.get(0), expected.get(COUNT - 1));
  }

  private static List<String> sorted(Dataset<Row> frame) {
    return SparkJelly.rows(frame).stream().sorted().toList();
  }

  private static Path checkpointed(Path source) throws IOException {
    return checkpointed(source, Files.size(source) / 20);
  }

  private static Path checkpointed(Path source, long every) throws IOException {
    Path target = source.resolveSibling("checkpointed.jelly");
    JellyWriteOptions options = JellyWriteOptions.builder().checkpointBytes(every).build();
    try (InputStream in = Files.newInputStream(source);
        JellyReader reader = JellyReader.open(in, "f", JellyReadOptions.defaults());
        JellyWriter writer = JellyWriter.open(Files.newOutputStream(target), options)) {
      while (reader.nextBatch(10_000)) {
        writer.write(reader.batch(), reader.terms());
      }
    }
    return target;
  }
}
