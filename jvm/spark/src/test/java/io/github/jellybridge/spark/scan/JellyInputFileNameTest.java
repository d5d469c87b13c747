package io.github.jellybridge.spark.scan;

import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.input_file_name;
import static org.junit.Assert.assertEquals;

import io.github.jellybridge.testing.Cases;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** Tests that Spark's functions for the file of a row work on our files as on Spark's own. */
public class JellyInputFileNameTest {
  private static final String[] FILE = {
    "input_file_name()", "input_file_block_start()", "input_file_block_length()"
  };

  @Rule public final TemporaryFolder temporary = new TemporaryFolder();
  private Path folder;

  @Before
  public void write() {
    folder = temporary.getRoot().toPath();
    for (String name : List.of("a b%20.jelly", "č.jelly", "10-30.jelly")) {
      JellySamples.writeTriples(folder.resolve(name), JellySamples.everyKind(), 250);
    }
  }

  private static Set<String> rows(Dataset<Row> frame) {
    return new TreeSet<>(SparkJelly.rows(frame.distinct()));
  }

  @Test
  public void theFileIsTheOneThatSparkSays() {
    Set<String> theirs = rows(SparkJelly.spark().read().text(folder.toString()).selectExpr(FILE));
    assertEquals(3, theirs.size());
    Cases.each(
        List.of("struct", "ntriples"),
        termFormat -> {
          Dataset<Row> ours = SparkJelly.read(folder, "termFormat", termFormat);
          assertEquals(theirs, rows(ours.selectExpr(FILE)));
          // One task reads all files, with and without columns.
          assertEquals(theirs, rows(ours.coalesce(1).selectExpr(FILE)));
          assertEquals(theirs, rows(ours.where("p is not null").selectExpr(FILE)));
          assertEquals(theirs, rows(ours.where("hash(p) <> 0").selectExpr(FILE).dropDuplicates()));
        });
  }

  @Test
  public void rowsAreCountedByTheirFile() {
    Dataset<Row> read = SparkJelly.read(folder);
    Column file = input_file_name();
    String path = "replace(_metadata.file_path, 'file:/', 'file:///')";
    assertEquals(rows(read.groupBy(expr(path)).count()), rows(read.groupBy(file).count()));
    assertEquals(6, read.where(file.contains("10-30")).count());
    assertEquals(12, read.where(file.contains("a%20b").or(file.contains("10-30"))).count());
  }

  @Test
  public void thereIsNoFileNameAfterTheLastRow() {
    Dataset<Row> rows = SparkJelly.read(folder).select("s.value");
    Dataset<Row> others = SparkJelly.spark().range(0, 1, 1, 1).selectExpr("string(id)");
    Set<String> expected = rows(rows.select(input_file_name()));
    assertEquals(3, expected.size());
    expected.add("[]");
    assertEquals(expected, rows(rows.union(others).coalesce(1).select(input_file_name())));
  }
}
