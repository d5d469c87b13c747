package io.github.jellybridge.spark.scan;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.streaming.DataStreamWriter;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.StreamingQueryException;
import org.apache.spark.sql.streaming.Trigger;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** Tests that a stream publishes each epoch of files once, however often it is restarted. */
public class JellyStreamWriteTest {
  @Rule public final TemporaryFolder temporary = new TemporaryFolder();
  private Path source;
  private Path target;
  private Path checkpoint;

  @Before
  public void nameFolders() throws IOException {
    Path root = temporary.getRoot().toPath();
    source = Files.createDirectory(root.resolve("source"));
    target = root.resolve("target");
    checkpoint = root.resolve("checkpoint");
  }

  private void arrive(int file) {
    WrittenFiles.statements("s" + file + "a", "s" + file + "b")
        .write()
        .format("jelly")
        .mode("append")
        .save(source.toString());
  }

  private static List<String> expected(int files) {
    return IntStream.range(0, files)
        .boxed()
        .flatMap(i -> Stream.of("s" + i + "a", "s" + i + "b"))
        .sorted()
        .toList();
  }

  private DataStreamWriter<Row> writer(Dataset<Row> rows) {
    return rows.writeStream()
        .format("jelly")
        .option("checkpointLocation", checkpoint.toString())
        .trigger(Trigger.AvailableNow());
  }

  private Dataset<Row> arriving() {
    return SparkJelly.spark()
        .readStream()
        .format("jelly")
        .option("maxFilesPerTrigger", 1)
        .load(source.toString())
        .select("s", "p", "o");
  }

  private void run() throws Exception {
    StreamingQuery query = writer(arriving()).start(target.toString());
    query.awaitTermination();
  }

  @Test
  public void everyEpochAddsItsRows() throws Exception {
    for (int i = 0; i < 3; i++) {
      arrive(i);
    }
    run();
    assertEquals(expected(3), WrittenFiles.locals(target));
    arrive(3);
    run();
    assertEquals(expected(4), WrittenFiles.locals(target));
    assertTrue(WrittenFiles.isClean(target));
  }

  @Test
  public void anEpochThatSparkRunsAgainIsNotPublishedAgain() throws Exception {
    for (int i = 0; i < 3; i++) {
      arrive(i);
    }
    run();
    // Simulates a driver that died after publishing the last epoch, before Spark recorded it.
    try (Stream<Path> commits = Files.list(checkpoint.resolve("commits"))) {
      for (Path commit : commits.toList()) {
        if (commit.getFileName().toString().matches("\\.?2(\\.crc)?")) {
          Files.delete(commit);
        }
      }
    }
    run();
    assertEquals(expected(3), WrittenFiles.locals(target));
    arrive(3);
    run();
    assertEquals(expected(4), WrittenFiles.locals(target));
  }

  @Test
  public void theNextRunUndoesAnIncompletePublication() throws Exception {
    arrive(0);
    run();
    String query =
        Files.list(target.resolve("_jelly-bridge-streams"))
            .toList()
            .get(0)
            .getFileName()
            .toString();
    // Simulates a staging folder of a run that was killed while it moved its files.
    Path half = WrittenFiles.jellyFiles(target).get(0);
    Path moved = target.resolve("part-00000-moved.jelly");
    Files.copy(half, moved);
    Path staging =
        Files.createDirectory(target.resolve("_jelly-bridge-staging-" + query + "-dead"));
    Files.writeString(
        staging.resolve("_adding"),
        "{\"added\":[\"part-00000-moved.jelly\",\"part-00001-not.jelly\"],\"replaced\":[],"
            + "\"commitFile\":\"_jelly-bridge-streams/"
            + query
            + "/1\"}");
    assertEquals("readers do not see it", 2, SparkJelly.read(target).count());
    arrive(1);
    run();
    assertTrue(!Files.exists(moved) && !Files.exists(staging));
    assertEquals(expected(2), WrittenFiles.locals(target));
  }

  @Test
  public void aPublicationWithoutCleanUpStays() throws Exception {
    arrive(0);
    run();
    String query =
        Files.list(target.resolve("_jelly-bridge-streams"))
            .toList()
            .get(0)
            .getFileName()
            .toString();
    Path published = WrittenFiles.jellyFiles(target).get(0);
    Path staging =
        Files.createDirectory(target.resolve("_jelly-bridge-staging-" + query + "-dead"));
    Files.writeString(
        staging.resolve("_adding"),
        "{\"added\":[\""
            + published.getFileName()
            + "\"],\"replaced\":[],"
            + "\"commitFile\":\"_jelly-bridge-streams/"
            + query
            + "/0\"}");
    assertEquals(2, SparkJelly.read(target).count());
    arrive(1);
    run();
    assertEquals(expected(2), WrittenFiles.locals(target));
    assertTrue(WrittenFiles.isClean(target));
  }

  @Test
  public void columnsThatAreNothingElseBecomePartitions() throws Exception {
    arrive(0);
    arrive(1);
    writer(arriving().selectExpr("*", "substr(s.value, -1) as letter"))
        .partitionBy("letter")
        .start(target.toString())
        .awaitTermination();
    assertEquals(
        List.of("[a,2]", "[b,2]"),
        SparkJelly.rows(SparkJelly.read(target).groupBy("letter").count().orderBy("letter")));
  }

  @Test
  public void newFoldersAreSpeltLikeThoseThatAreThere() throws Exception {
    WrittenFiles.statements("a")
        .selectExpr("*", "'a' as Letter", "1 as N")
        .write()
        .format("jelly")
        .partitionBy("Letter", "N")
        .save(target.toString());
    arrive(0);
    arrive(1);
    writer(arriving().selectExpr("*", "substr(s.value, -1) as letter", "1 as n"))
        .start(target.toString())
        .awaitTermination();
    assertEquals(
        List.of("Letter=a", "Letter=b"),
        WrittenFiles.names(target).stream().filter(n -> !n.startsWith("_")).toList());
    assertEquals(List.of("N=1"), WrittenFiles.names(target.resolve("Letter=a")));
    assertEquals(List.of("N=1"), WrittenFiles.names(target.resolve("Letter=b")));
    assertEquals(5, SparkJelly.read(target).count());
  }

  /**
   * Tests mixed partitioning: files inside and outside of partition folders cannot be read
   * together.
   */
  @Test
  public void partitionsOtherThanThoseThatAreThereAreRefused() throws Exception {
    Dataset<Row> rows = WrittenFiles.statements("a");
    rows.selectExpr("*", "1 as k").write().format("jelly").partitionBy("k").save(target.toString());
    arrive(0);
    refusedAs("partitioned by [k], so more files cannot be partitioned by []", arriving());
    refusedAs("cannot be partitioned by [j]", arriving().selectExpr("*", "1 as j"));
    refusedAs("cannot be partitioned by [k, j]", arriving().selectExpr("*", "1 as k", "1 as j"));
    assertEquals(1, SparkJelly.read(target).count());
    rows.write().format("jelly").mode("overwrite").save(target.toString());
    refusedAs(
        "partitioned by [], so more files cannot be partitioned by [k]",
        arriving().selectExpr("*", "1 as k"));
    assertEquals(1, SparkJelly.read(target).count());
    run();
    assertEquals(3, SparkJelly.read(target).count());
  }

  /** Tests empty partition folders, which remain after old files are deleted. */
  @Test
  public void emptyFoldersDoNotHideThePartitionsThatAreThere() throws Exception {
    Dataset<Row> rows = WrittenFiles.statements("a").selectExpr("*", "2 as k", "'b' as n");
    rows.write().format("jelly").partitionBy("k", "n").save(target.toString());
    Files.createDirectories(target.resolve("k=1/n=a"));
    Files.createDirectories(target.resolve("k=2/n=a"));
    arrive(0);
    refusedAs("cannot be partitioned by [n]", arriving().selectExpr("*", "'b' as n"));
    assertEquals(1, SparkJelly.read(target).count());
  }

  private void refusedAs(String expected, Dataset<Row> rows) throws Exception {
    StreamingQuery query =
        writer(rows)
            .option("checkpointLocation", checkpoint.resolveSibling("refused").toString())
            .start(target.toString());
    Exception error = assertThrows(StreamingQueryException.class, query::awaitTermination);
    assertTrue(error.getMessage(), WrittenFiles.messages(error).contains(expected));
  }

  @Test
  public void blankNodesOfAllEpochsStayJoined() throws Exception {
    arrive(0);
    arrive(1);
    writer(arriving().selectExpr("named_struct('kind', 'bnode', 'value', 'x') as s", "p", "o"))
        .start(target.toString())
        .awaitTermination();
    assertTrue(WrittenFiles.jellyFiles(target).size() > 1);
    assertEquals(1, SparkJelly.read(target).select("s.value").distinct().count());
  }

  @Test
  public void aFailingEpochLeavesNothing() throws Exception {
    arrive(0);
    run();
    arrive(1);
    StreamingQuery query =
        writer(arriving().selectExpr("named_struct('kind', 'dog', 'value', 'x') as s", "p", "o"))
            .start(target.toString());
    StreamingQueryException error =
        assertThrows(StreamingQueryException.class, query::awaitTermination);
    assertTrue(error.getMessage(), WrittenFiles.messages(error).contains("found 'dog'"));
    assertEquals(expected(1), WrittenFiles.locals(target));
    assertTrue(WrittenFiles.isClean(target));
    run();
    assertEquals(expected(2), WrittenFiles.locals(target));
  }

  @Test
  public void outputModesOtherThanAppendAreRefused() {
    arrive(0);
    List<String> messages = new ArrayList<>();
    try {
      writer(arriving().groupBy("s", "p").agg(org.apache.spark.sql.functions.first("o").as("o")))
          .outputMode("complete")
          .start(target.toString())
          .awaitTermination();
    } catch (Exception e) {
      messages.add(WrittenFiles.messages(e));
    }
    assertEquals(1, messages.size());
    assertTrue(messages.get(0), messages.get(0).contains("append only"));
  }

  @Test
  public void theTriggerContinuousIsRefused() {
    Dataset<Row> rate = SparkJelly.spark().readStream().format("rate").load();
    Dataset<Row> statements =
        rate.selectExpr("concat('<x:', value, '>') AS s", "'<x:p>' AS p", "'<x:o>' AS o");
    Exception refused =
        assertThrows(
            Exception.class,
            () ->
                writer(statements)
                    .trigger(Trigger.Continuous("1 second"))
                    .start(target.toString())
                    .awaitTermination());
    String message = WrittenFiles.messages(refused);
    assertTrue(
        message, message.contains("'jelly' does not take streams of the trigger Continuous"));
    assertFalse(Files.exists(target));
  }

  @Test
  public void twoQueriesMayWriteToOneFolder() throws Exception {
    arrive(0);
    run();
    checkpoint = checkpoint.resolveSibling("other");
    run();
    assertEquals(List.of("s0a", "s0a", "s0b", "s0b"), WrittenFiles.locals(target));
  }
}
