package io.github.jellybridge.spark.scan;

import static io.github.jellybridge.spark.scan.JellySamples.bnode;
import static io.github.jellybridge.spark.scan.JellySamples.iri;
import static io.github.jellybridge.spark.scan.JellySamples.lang;
import static io.github.jellybridge.spark.scan.JellySamples.quad;
import static io.github.jellybridge.spark.scan.JellySamples.quoted;
import static io.github.jellybridge.spark.scan.JellySamples.text;
import static io.github.jellybridge.spark.scan.JellySamples.triple;
import static io.github.jellybridge.spark.scan.JellySamples.typed;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.testing.Cases;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.jena.sparql.core.Quad;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/**
 * Tests that a table has the statements that jelly-jvm reads from the same files, in the same
 * order.
 */
public class JellyReadTest {
  private static final String TERM = "struct<kind:string,value:string,lang:string,datatype:string>";

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private Path file(String name) {
    return folder.getRoot().toPath().resolve(name);
  }

  private static void assertReadsAsJellyJvm(Path file) {
    List<String> expected =
        JellySamples.readWithJellyJvm(file).stream().map(JellySamples::describe).toList();
    assertFalse(expected.isEmpty());
    assertEquals(expected, SparkJelly.rows(SparkJelly.read(file, "blankNodes", "preserve")));
  }

  @Test
  public void schemaIsFixed() {
    Path file = JellySamples.writeTriples(file("a.jelly"), JellySamples.everyKind(), 250);
    StructType schema = SparkJelly.read(file).schema();
    assertEquals(
        "struct<s:" + TERM + ",p:" + TERM + ",o:" + TERM + ",g:" + TERM + ">",
        schema.simpleString());
    assertEquals(
        List.of(false, false, false, true),
        Stream.of(schema.fields()).map(f -> f.nullable()).toList());
    StructType term = (StructType) schema.apply("s").dataType();
    assertEquals(
        List.of(false, false, true, true),
        Stream.of(term.fields()).map(f -> f.nullable()).toList());
  }

  @Test
  public void aSchemaThatIsNotThatOfTheFilesIsRefused() {
    Path file = JellySamples.writeTriples(file("a.jelly"), JellySamples.everyKind(), 250);
    StructType schema = SparkJelly.read(file).schema();
    assertEquals(
        6, SparkJelly.spark().read().schema(schema).format("jelly").load(file.toString()).count());
    StructType other = new StructType().add("s", "string").add("o", "string");
    Exception error =
        assertThrows(
            Exception.class,
            () ->
                SparkJelly.spark()
                    .read()
                    .schema(other)
                    .format("jelly")
                    .load(file.toString())
                    .collectAsList());
    assertTrue(error.getMessage(), error.getMessage().contains("are fixed"));
  }

  @Test
  public void triplesOfEveryKindOfTerm() {
    assertReadsAsJellyJvm(
        JellySamples.writeTriples(file("a.jelly"), JellySamples.everyKind(), 250));
  }

  @Test
  public void filesOfManyFramesAreReadWhole() {
    assertReadsAsJellyJvm(
        JellySamples.writeTriples(file("a.jelly"), JellySamples.numbered(3000), 16));
  }

  @Test
  public void quadsWithTheDefaultGraphAsNull() {
    List<Quad> quads =
        List.of(
            quad(iri("a"), iri("p"), text("x"), iri("g1")),
            triple(iri("a"), iri("p"), text("y")),
            quad(iri("a"), iri("p"), typed("1", "integer"), bnode("g2")),
            quad(bnode("b"), iri("p"), lang("z", "en"), iri("g1")));
    Path file = JellySamples.writeQuads(file("q.jelly"), quads, 250);
    assertReadsAsJellyJvm(file);
    Dataset<Row> rows = SparkJelly.read(file, "pushdown", "false");
    assertEquals(List.of("[y]"), SparkJelly.rows(rows.where("g IS NULL").select("o.value")));
    assertEquals(3, rows.where("g.kind IS NOT NULL").count());
  }

  @Test
  public void quotedTriples() {
    List<Quad> triples =
        List.of(
            triple(quoted(iri("a"), iri("p"), text("x\ny")), iri("says"), bnode("b")),
            triple(
                iri("c"),
                iri("says"),
                quoted(quoted(iri("a"), iri("p"), bnode("b")), iri("q"), lang("z", "en"))));
    assertReadsAsJellyJvm(JellySamples.writeTriples(file("star.jelly"), triples, 250));
  }

  @Test
  public void smallBatchesGiveTheSameRows() {
    Path file = JellySamples.writeTriples(file("a.jelly"), JellySamples.numbered(500), 64);
    assertEquals(
        SparkJelly.rows(SparkJelly.read(file)),
        SparkJelly.rows(SparkJelly.read(file, "batchSize", "7")));
  }

  @Test
  public void anEmptyFolderIsAnEmptyTable() {
    Path empty = folder.getRoot().toPath();
    Cases.each(
        List.of("true", "false"),
        pushdown -> {
          Dataset<Row> frame = SparkJelly.read(empty, "pushdown", pushdown);
          assertEquals(0, frame.collectAsList().size());
          assertEquals(0, frame.count());
        });
  }

  @Test
  public void termFormatNtriples() {
    List<Quad> quads =
        Stream.concat(
                JellySamples.everyKind().stream(),
                Stream.of(
                    quad(quoted(iri("a"), iri("p"), text("\"")), iri("p"), bnode("b"), iri("g"))))
            .toList();
    Path file = JellySamples.writeQuads(file("a.jelly"), quads, 250);
    Dataset<Row> frame = SparkJelly.read(file, "termFormat", "ntriples", "blankNodes", "preserve");
    assertEquals("struct<s:string,p:string,o:string,g:string>", frame.schema().simpleString());
    List<List<String>> expected =
        JellySamples.readWithJellyJvm(file).stream()
            .map(
                q ->
                    Stream.of(q.getSubject(), q.getPredicate(), q.getObject(), q.getGraph())
                        .map(n -> n == null ? "null" : JellySamples.ntriples(n))
                        .toList())
            .toList();
    List<List<String>> found =
        frame.collectAsList().stream()
            .map(
                row ->
                    Stream.of(0, 1, 2, 3)
                        .map(i -> row.isNullAt(i) ? "null" : row.getString(i))
                        .toList())
            .toList();
    assertEquals(expected, found);
  }

  @Test
  public void blankNodesBelongToTheirFileByDefault() {
    List<Quad> triples = List.of(triple(bnode("x"), iri("p"), bnode("x")));
    Path first = JellySamples.writeTriples(file("1.jelly"), triples, 250);
    Path second = JellySamples.writeTriples(file("2.jelly"), triples, 250);
    List<Row> rows =
        SparkJelly.read(List.of(first, second)).select("s.value", "o.value").collectAsList();
    assertEquals(rows.get(0).getString(0), rows.get(0).getString(1));
    assertEquals(rows.get(1).getString(0), rows.get(1).getString(1));
    assertNotEquals(rows.get(0).getString(0), rows.get(1).getString(0));
    assertEquals(
        "the labels are the same in every run",
        rows,
        SparkJelly.read(List.of(first, second)).select("s.value", "o.value").collectAsList());
  }

  @Test
  public void blankNodesOfTheirFrame() {
    List<Quad> triples =
        List.of(
            triple(bnode("x"), iri("p"), text("1")),
            triple(iri("a"), iri("q"), text("2")),
            triple(bnode("x"), iri("r"), text("3")));
    Path file = JellySamples.writeTriples(file("1.jelly"), triples, 2);
    String nodes = "s.kind = 'bnode'";
    long frames = SparkJelly.read(file).where(nodes).select("_metadata.frame").distinct().count();
    assertEquals(2, frames);
    assertEquals(
        2,
        SparkJelly.read(file, "blankNodes", "frame")
            .where(nodes)
            .select("s.value")
            .distinct()
            .count());
    assertEquals(1, SparkJelly.read(file).where(nodes).select("s.value").distinct().count());
    assertEquals(
        List.of("[x]"),
        SparkJelly.rows(
            SparkJelly.read(file, "blankNodes", "preserve")
                .where(nodes)
                .select("s.value")
                .distinct()));
  }
}
