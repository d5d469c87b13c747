package io.github.jellybridge.spark.borsh;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.borsh.BorshFile;
import io.github.jellybridge.model.Statement;
import io.github.jellybridge.spark.listing.LocalSpark;
import io.github.jellybridge.testing.Cases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
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

/** Tests option {@code clusterBy}, which sorts rows before they are written. */
public class BorshClusterTest {
  private static final int SUBJECTS = 100_000;

  @Rule public final TemporaryFolder temporary = new TemporaryFolder();
  private final SparkSession spark = LocalSpark.get();
  private Path target;

  @Before
  public void makeFolder() {
    target = temporary.getRoot().toPath().resolve("target");
  }

  /** Rows in which every subject occurs once in each of three passes. */
  private Dataset<Row> passes(int subjects) {
    return spark
        .range(0, 3L * subjects)
        .selectExpr(
            "concat('<http://example.org/s', id % " + subjects + ", '>') AS s",
            "concat('<http://example.org/p', id div " + subjects + ", '>') AS p",
            "'\"x\"' AS o",
            "'<http://example.org/g>' AS g");
  }

  private static DataFrameWriter<Row> writer(Dataset<Row> rows) {
    return rows.write().format("rdf-borsh").option("compressionLevel", "1");
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> all = Files.walk(target)) {
      return all.filter(file -> file.toString().endsWith(".rdfb")).sorted().toList();
    }
  }

  private List<Statement> statements() throws IOException {
    List<Statement> statements = new ArrayList<>();
    for (Path file : files()) {
      statements.addAll(BorshFile.decode(Files.readAllBytes(file)));
    }
    return statements;
  }

  @Test
  public void subjectsThatComeAgainNeedFewerFiles() throws Exception {
    writer(passes(SUBJECTS)).save(target.toString());
    Set<Statement> expected = new HashSet<>(statements());
    assertEquals(3 * SUBJECTS, expected.size());
    assertEquals(5, files().size());
    writer(passes(SUBJECTS)).mode("overwrite").option("clusterBy", "s").save(target.toString());
    // The first file has 65,530 subjects and five other terms; the other subjects are in the
    // second.
    assertEquals(2, files().size());
    List<Statement> found = statements();
    assertEquals(3 * SUBJECTS, found.size());
    assertEquals(expected, new HashSet<>(found));
  }

  @Test
  public void tasksShareRowsByRanges() throws Exception {
    spark.conf().set("spark.sql.adaptive.coalescePartitions.enabled", "false");
    spark.conf().set("spark.sql.shuffle.partitions", "2");
    try {
      writer(passes(100).repartition(3)).option("clusterBy", "g, s").save(target.toString());
    } finally {
      spark.conf().set("spark.sql.shuffle.partitions", "1");
      spark.conf().unset("spark.sql.adaptive.coalescePartitions.enabled");
    }
    assertEquals(2, files().size());
    assertEquals(300, new HashSet<>(statements()).size());
    String last = "";
    for (Path file : files()) {
      List<String> subjects =
          BorshFile.decode(Files.readAllBytes(file)).stream()
              .map(statement -> statement.s().toString())
              .sorted()
              .toList();
      assertTrue(subjects.get(0).compareTo(last) > 0);
      last = subjects.get(subjects.size() - 1);
    }
  }

  @Test
  public void partitionsAreSortedWithin() throws Exception {
    writer(passes(50).selectExpr("*", "substr(p, -2, 1) AS pass"))
        .partitionBy("pass")
        .option("clusterBy", "o,s")
        .save(target.toString());
    assertEquals(3, files().size());
    assertEquals(150, new HashSet<>(statements()).size());
  }

  @Test
  public void epochsOfAStreamAreSortedInTheirTasks() throws Exception {
    Path source = temporary.getRoot().toPath().resolve("source");
    writer(passes(50)).save(source.toString());
    StreamingQuery query =
        spark
            .readStream()
            .format("rdf-borsh")
            .load(source.toString())
            .writeStream()
            .format("rdf-borsh")
            .option("clusterBy", "s")
            .option("checkpointLocation", temporary.getRoot() + "/checkpoints")
            .trigger(Trigger.AvailableNow())
            .start(target.toString());
    assertTrue(query.awaitTermination(TimeUnit.MINUTES.toMillis(2)));
    assertEquals(1, files().size());
    assertEquals(150, new HashSet<>(statements()).size());
  }

  @Test
  public void columnsThatRowsDoNotHaveAreRefused() {
    Cases.each(
        List.of("x", "s,s", "s;p", "g"),
        columns -> {
          Dataset<Row> rows = passes(1).drop("g");
          String message =
              assertThrows(
                      IllegalArgumentException.class,
                      () -> writer(rows).option("clusterBy", columns).save(target.toString()))
                  .getMessage();
          assertTrue(
              message, message.contains("Option 'clusterBy' must be some of the columns s, p"));
        });
  }
}
