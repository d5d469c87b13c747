package io.github.jellybridge.spark.scan;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.jena.sparql.core.Quad;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.junit.Rule;
import org.junit.Test;

/**
 * Tests that blank nodes are joined over the files of one write, and separate from other writes.
 */
public class JellyWriteBlankNodesTest {
  @Rule public final SavedFolder folder = new SavedFolder();

  private static Dataset<Row> nodes() {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      rows.add(
          RowFactory.create(
              WrittenFiles.bnode("x"), WrittenFiles.iri("p"), WrittenFiles.bnode("n" + i)));
    }
    return SparkJelly.spark().createDataFrame(rows, WrittenFiles.TRIPLE).repartition(4);
  }

  @Test
  public void filesOfOneWriteShareTheirBlankNodes() {
    folder.save(nodes());
    assertTrue(WrittenFiles.jellyFiles(folder.target()).size() > 1);
    Dataset<Row> read = SparkJelly.read(folder.target());
    assertEquals(1, read.select("s.value").distinct().count());
    assertEquals(40, read.select("o.value").distinct().count());
    nodes().write().format("jelly").mode("append").save(folder.target().toString());
    assertEquals(
        "another write is another scope",
        2,
        SparkJelly.read(folder.target()).select("s.value").distinct().count());
  }

  @Test
  public void filesThatDoNotBelongTogetherKeepTheirBlankNodesApart() {
    folder.save(nodes());
    Path other = folder.in("other");
    nodes().write().format("jelly").save(other.toString());
    List<Quad> quads =
        List.of(
            JellySamples.triple(
                JellySamples.bnode("x"), JellySamples.iri("p"), JellySamples.text("theirs")));
    Path theirs = JellySamples.writeTriples(folder.in("theirs.jelly"), quads, 10);
    Dataset<Row> read = SparkJelly.read(List.of(folder.target(), other, theirs));
    assertEquals(
        "one node in each write, whatever the number of its files",
        List.of("[1]", "[40]", "[40]"),
        SparkJelly.rows(read.groupBy("s.value").count().select("count").orderBy("count")));
    assertEquals(
        List.of("[x]"),
        SparkJelly.rows(
            SparkJelly.read(List.of(folder.target(), other, theirs), "blankNodes", "preserve")
                .select("s.value")
                .distinct()));
  }

  @Test
  public void labelsDoNotGrowWhenDataIsWrittenAndReadAgain() {
    folder.save(nodes());
    String first = SparkJelly.read(folder.target()).select("s.value").first().getString(0);
    assertNotEquals("x", first);
    assertTrue(first, first.endsWith("x"));
    Path from = folder.target();
    for (int i = 0; i < 3; i++) {
      Path to = folder.in("again" + i);
      SparkJelly.read(from).write().format("jelly").save(to.toString());
      from = to;
    }
    List<Row> labels = SparkJelly.read(from).select("s.value").distinct().collectAsList();
    assertEquals(1, labels.size());
    String last = labels.get(0).getString(0);
    assertEquals(first.length(), last.length());
    assertFalse(first.equals(last));
  }
}
