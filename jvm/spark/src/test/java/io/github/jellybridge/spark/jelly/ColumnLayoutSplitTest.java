package io.github.jellybridge.spark.jelly;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.jelly.columns.RandomColumns;
import io.github.jellybridge.jelly.split.SplitIndexFile;
import io.github.jellybridge.jelly.split.SplitIndexer;
import io.github.jellybridge.jelly.split.SplitPoint;
import io.github.jellybridge.spark.scan.SparkJelly;
import io.github.jellybridge.testing.Cases;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RuntimeConfig;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** Tests that several tasks read a file of the column layout and give the same rows as one. */
public class ColumnLayoutSplitTest {
  private static final String MAX_BYTES = "spark.sql.files.maxPartitionBytes";
  private static final String[] COLUMNS = {
    "s", "p", "o", "g", "_metadata.frame", "_metadata.statement", "_metadata.message"
  };

  @Rule public final TemporaryFolder temporary = new TemporaryFolder();

  private final RuntimeConfig conf = SparkJelly.spark().conf();
  private Path file;

  @Before
  public void set() {
    SplitPoints.forget();
    conf.set("spark.sql.files.openCostInBytes", "1");
    conf.set("spark.sql.files.minPartitionNum", "4");
  }

  @After
  public void reset() {
    conf.unset(MAX_BYTES);
    conf.unset("spark.sql.files.openCostInBytes");
    conf.unset("spark.sql.files.minPartitionNum");
  }

  private void write(byte[] bytes) throws IOException {
    file = temporary.newFile().toPath();
    file = Files.move(file, file.resolveSibling(file.getFileName() + ".jelly"));
    Files.write(file, bytes);
    conf.set(MAX_BYTES, Long.toString(bytes.length / 5));
  }

  /** Writes an index of the given content beside the file. */
  private void index(byte[] content) throws IOException {
    List<SplitPoint> points =
        SplitIndexer.indexStrictly(
            () -> new ByteArrayInputStream(content),
            "f",
            JellyReadOptions.defaults(),
            content.length / 20,
            1);
    Files.write(
        file.resolveSibling(SplitIndexFile.name(file.getFileName().toString())),
        SplitIndexFile.write(points, Files.size(file), Files.getLastModifiedTime(file).toMillis()));
  }

  private Dataset<Row> read(String split, String blankNodes) {
    return SparkJelly.read(file, "split", split, "blankNodes", blankNodes);
  }

  @Test
  public void anIndexBesideTheFileIsUsed() throws Exception {
    Cases.each(
        List.of(true, false),
        messages -> {
          RandomColumns stream = RandomColumns.large(1, 800, messages);
          write(stream.file);
          index(stream.file);
          Cases.each(
              List.of("file", "frame", "preserve"),
              blankNodes -> {
                Dataset<Row> split = read("auto", blankNodes);
                assertTrue(split.rdd().getNumPartitions() >= 5);
                List<String> expected =
                    SparkJelly.rows(read("none", blankNodes).selectExpr(COLUMNS));
                assertEquals(stream.statements.size(), expected.size());
                assertEquals(expected, SparkJelly.rows(split.selectExpr(COLUMNS)));
                assertEquals(stream.statements.size(), split.count());
              });
        });
  }

  @Test
  public void aFileIsIndexedForAQuery() throws Exception {
    RandomColumns stream = RandomColumns.large(2, 8_000, true);
    write(stream.file);
    Dataset<Row> split = read("index", "frame");
    assertTrue(
        split.rdd().getNumPartitions() + " of " + stream.file.length,
        split.rdd().getNumPartitions() > 2);
    String[] sums = {
      "count(1)", "sum(hash(s, p, o, g, _metadata.frame, _metadata.statement, _metadata.message))"
    };
    assertEquals(
        SparkJelly.rows(read("none", "frame").selectExpr(sums)),
        SparkJelly.rows(split.selectExpr(sums)));
  }

  @Test
  public void anIndexOfOtherContentIsRefused() throws Exception {
    byte[] content = RandomColumns.large(3, 800, false).file;
    byte[] other = content.clone();
    byte[] name = "urn:x:".getBytes(StandardCharsets.US_ASCII);
    for (int at = 0; at < other.length - name.length; at++) {
      if (Arrays.equals(other, at, at + name.length, name, 0, name.length)) {
        other[at + 4] = 'y';
      }
    }
    write(other);
    index(content);
    Dataset<Row> split = read("auto", "file");
    Throwable error = assertThrows(Exception.class, split::collectAsList);
    while (error.getCause() != null) {
      error = error.getCause();
    }
    assertTrue(error.getMessage(), error.getMessage().contains("at split point"));
    assertTrue(error.getMessage(), error.getMessage().contains("read with split=none"));
  }
}
