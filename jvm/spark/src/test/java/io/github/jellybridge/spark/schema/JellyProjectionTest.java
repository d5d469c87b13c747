package io.github.jellybridge.spark.schema;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.spark.scan.JellySamples;
import io.github.jellybridge.spark.scan.SparkJelly;
import io.github.jellybridge.testing.Cases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.jena.sparql.core.Quad;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/**
 * Tests that only the columns and fields in a query are read, and hidden columns only when named.
 */
public class JellyProjectionTest {
  private static final int COUNT = 300;
  private static final String FACTS =
      "_metadata.file_path, _metadata.file_name, _metadata.file_size,"
          + " _metadata.file_modification_time";

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private final List<Quad> triples = JellySamples.numbered(COUNT);
  private Path file;

  @Before
  public void write() {
    file = JellySamples.writeTriples(folder.getRoot().toPath().resolve("a b.jelly"), triples, 32);
  }

  private static void assertReadSchema(String schema, Dataset<Row> frame) {
    String plan = SparkJelly.plan(frame);
    assertTrue(plan, plan.contains("ReadSchema: " + schema));
  }

  @Test
  public void oneFieldOfOneColumn() {
    Dataset<Row> frame = SparkJelly.read(file).select("p.value");
    assertReadSchema("struct<p:struct<value:string>>", frame);
    assertEquals(
        triples.stream().map(t -> "[" + t.getPredicate().getURI() + "]").toList(),
        SparkJelly.rows(frame));
  }

  @Test
  public void fieldsInAnotherOrder() {
    Dataset<Row> frame = SparkJelly.read(file).selectExpr("o.datatype", "o.value", "s.kind");
    assertReadSchema("struct<s:struct<kind:string>,o:struct<value:string,datatype:string>>", frame);
    assertEquals(
        triples.stream()
            .map(
                t ->
                    "["
                        + t.getObject().getLiteralDatatypeURI()
                        + ","
                        + t.getObject().getLiteralLexicalForm()
                        + ",iri]")
            .toList(),
        SparkJelly.rows(frame));
  }

  @Test
  public void wholeColumnsWhenNestedPruningIsOff() {
    SparkJelly.spark().conf().set("spark.sql.optimizer.nestedSchemaPruning.enabled", "false");
    try {
      Dataset<Row> frame = SparkJelly.read(file).select("p.value");
      assertFalse(SparkJelly.plan(frame).contains("struct<value:string>"));
      assertEquals(COUNT, frame.collectAsList().size());
    } finally {
      SparkJelly.spark().conf().unset("spark.sql.optimizer.nestedSchemaPruning.enabled");
    }
  }

  @Test
  public void noColumnAtAll() {
    Cases.each(
        List.of("true", "false"),
        pushdown -> {
          assertEquals(COUNT, SparkJelly.read(file, "pushdown", pushdown).count());
          assertEquals(
              COUNT,
              SparkJelly.read(file, "pushdown", pushdown).selectExpr("1").collectAsList().size());
        });
  }

  @Test
  public void metadataIsHiddenUntilNamed() {
    Dataset<Row> frame = SparkJelly.read(file);
    assertFalse(List.of(frame.columns()).contains("_metadata"));
    assertEquals(
        "struct<_metadata:struct<file_path:string,file_name:string,file_size:bigint,"
            + "file_modification_time:timestamp,frame:bigint,statement:bigint,message:bigint>>",
        frame.select("_metadata").schema().simpleString());
    assertEquals(COUNT, frame.select("_metadata").collectAsList().size());
  }

  @Test
  public void metadataFieldsArePruned() {
    assertReadSchema(
        "struct<_metadata:struct<frame:bigint>>", SparkJelly.read(file).select("_metadata.frame"));
    assertReadSchema(
        "struct<s:struct<value:string>,_metadata:struct<file_name:string,statement:bigint>>",
        SparkJelly.read(file).selectExpr("s.value", "_metadata.statement", "_metadata.file_name"));
  }

  @Test
  public void statementsAreNumberedWithinTheirFile() {
    List<String> numbers = IntStream.range(0, COUNT).mapToObj(i -> "[" + i + "]").toList();
    assertEquals(numbers, SparkJelly.rows(SparkJelly.read(file).select("_metadata.statement")));
    Dataset<Row> filtered =
        SparkJelly.read(file, "batchSize", "10")
            .where("p.value = '" + JellySamples.EX + "p3'")
            .selectExpr("o.value", "_metadata.statement");
    List<Row> rows = filtered.collectAsList();
    assertEquals(43, rows.size()); // numbers below 300 that are 3 modulo 7
    rows.forEach(row -> assertEquals(Long.parseLong(row.getString(0)), row.getLong(1)));
  }

  @Test
  public void framesAreNumberedFromZero() {
    List<Row> rows = SparkJelly.read(file).selectExpr("_metadata.frame").collectAsList();
    long last = 0;
    for (Row row : rows) {
      assertTrue(row.getLong(0) == last || row.getLong(0) == last + 1);
      last = row.getLong(0);
    }
    assertTrue("32 rows a frame make many frames, but found " + (last + 1), last > COUNT / 32);
  }

  @Test
  public void factsAboutFilesAreThoseOfSparksOwnSources() throws IOException {
    Path strange = folder.getRoot().toPath().resolve("x=1 2/f ü%41#.jelly");
    Files.createDirectories(strange.getParent());
    JellySamples.writeTriples(strange, JellySamples.numbered(1), 32);
    String root = strange.getParent().getParent().toString();
    Files.delete(file);
    List<Row> spark =
        SparkJelly.spark()
            .read()
            .format("binaryFile")
            .load(root)
            .selectExpr(FACTS.split(", "))
            .collectAsList();
    assertEquals(1, spark.size());
    assertEquals(
        spark, SparkJelly.read(List.of(root)).selectExpr(FACTS.split(", ")).collectAsList());
  }

  @Test
  public void factsWithoutDecodingStatements() {
    List<Row> rows =
        SparkJelly.read(file, "pushdown", "false")
            .groupBy("_metadata.file_name")
            .count()
            .collectAsList();
    assertEquals("[[a%20b.jelly," + COUNT + "]]", rows.toString());
  }

  /**
   * A folder with three partition folders; the file of each day has as many statements as the day's
   * number.
   */
  private Path partitioned(String name) throws IOException {
    Path root = folder.newFolder().toPath();
    for (int day = 1; day <= 3; day++) {
      Path part = Files.createDirectories(root.resolve("year=2026").resolve(name + day));
      JellySamples.writeTriples(part.resolve("x.jelly"), JellySamples.numbered(day), 32);
    }
    return root;
  }

  @Test
  public void partitionFoldersAreTheLastColumns() throws IOException {
    Path root = partitioned("day=");
    Dataset<Row> frame = SparkJelly.read(root);
    assertEquals(List.of("s", "p", "o", "g", "year", "day"), List.of(frame.columns()));
    assertEquals(
        "[[2026,1,1], [2026,2,2], [2026,3,3]]",
        frame.groupBy("year", "day").count().orderBy("day").collectAsList().toString());
    assertEquals(
        List.of("[2026,http://example.org/p0]"),
        SparkJelly.rows(frame.where("day = 1").selectExpr("year", "p.value")));
  }

  @Test
  public void partitionColumnsMayHaveTheNamesOfFactsAboutFiles() throws IOException {
    Dataset<Row> frame = SparkJelly.read(partitioned("file_name=")).where("file_name < 3");
    assertEquals(
        "[[1,x.jelly], [2,x.jelly], [2,x.jelly]]",
        frame
            .select("file_name", "_metadata.file_name")
            .sort("file_name")
            .collectAsList()
            .toString());
    assertEquals(
        List.of(1, 2, 2),
        frame.select("s", "file_name").sort("file_name").collectAsList().stream()
            .map(row -> row.getInt(1))
            .toList());
  }

  @Test
  public void partitionColumnsHaveTheTypesThatTheUserGives() throws IOException {
    Path root = partitioned("day=0");
    Dataset<Row> inferred = SparkJelly.read(root).cache();
    try {
      assertEquals(6, inferred.count());
      Dataset<Row> frame = readAs(root, "BIGINT", "STRING");
      assertEquals("[[01,1], [02,2], [03,3]]", countsByDay(frame));
      assertEquals("[[1,1], [2,2], [3,3]]", countsByDay(inferred));
      assertEquals("[[1.0,1], [2.0,2], [3.0,3]]", countsByDay(readAs(root, "STRING", "DOUBLE")));
      Dataset<Row> one = frame.where("day = '02' AND year > 2000L");
      assertTrue(SparkJelly.plan(one), SparkJelly.plan(one).contains("Files: 1 of 3"));
      assertEquals("[[02,2]]", countsByDay(one));
    } finally {
      inferred.unpersist();
    }
    Files.move(root.resolve("year=2026"), root.resolve("year=then"));
    Exception error = assertThrows(Exception.class, () -> readAs(root, "INT", "INT").count());
    assertTrue(error.getMessage(), error.getMessage().contains("does not fit its type int"));
    assertEquals("[[1,1], [2,2], [3,3]]", countsByDay(readAs(root, "STRING", "INT")));
  }

  private static Dataset<Row> readAs(Path root, String year, String day) {
    return SparkJelly.spark()
        .read()
        .format("jelly")
        .schema(
            StatementSchema.table(
                TableKind.STATEMENTS,
                TermFormat.STRUCT,
                StructType.fromDDL("year " + year + ", day " + day)))
        .load(root.toString());
  }

  private static String countsByDay(Dataset<Row> frame) {
    return frame.groupBy("day").count().orderBy("day").collectAsList().toString();
  }

  @Test
  public void onlyFoldersThatAFilterNeedsAreRead() throws IOException {
    Path root = folder.newFolder().toPath();
    for (int day = 1; day <= 3; day++) {
      Path part = Files.createDirectories(root.resolve("day=" + day));
      JellySamples.writeTriples(part.resolve("x.jelly"), JellySamples.numbered(10), 32);
    }
    Dataset<Row> frame =
        SparkJelly.read(root).where("day >= 2 AND p.value = '" + JellySamples.EX + "p0'");
    String plan = SparkJelly.plan(frame);
    assertTrue(plan, plan.contains("Files: 2 of 3"));
    assertFalse(plan, plan.contains("Filter ("));
    assertEquals(4, frame.collectAsList().size());
  }

  @Test
  public void rowsAndVectorsShowTheSameTerms() throws IOException {
    Path root = folder.newFolder().toPath();
    Path part = Files.createDirectories(root.resolve("day=7"));
    List<Quad> quads = new ArrayList<>(JellySamples.everyKind());
    quads.add(
        JellySamples.quad(
            JellySamples.quoted(
                JellySamples.iri("a"), JellySamples.iri("p"), JellySamples.bnode("b")),
            JellySamples.iri("p"),
            JellySamples.text("x".repeat(300_000)),
            JellySamples.iri("g")));
    quads.addAll(JellySamples.numbered(100));
    JellySamples.writeQuads(part.resolve("x.jelly"), quads, 10);

    Dataset<Row> asRows = SparkJelly.read(root, "batchSize", "8");
    Dataset<Row> asVectors =
        SparkJelly.read(root)
            .select("s", "p", "o", "g", "day", "_metadata.frame")
            .where("frame >= 0");
    assertFalse(SparkJelly.plan(asRows).contains("ColumnarToRow"));
    assertTrue(SparkJelly.plan(asVectors).contains("ColumnarToRow"));
    assertEquals(
        SparkJelly.rows(asVectors.select("s", "p", "o", "g", "day")), SparkJelly.rows(asRows));
    assertEquals(quads.size(), asRows.count());
  }

  @Test
  public void binaryStructsAreEqualWhereTermsAre() {
    Dataset<Row> frame = SparkJelly.read(file, "pushdown", "false");
    assertEquals(
        "whole structs as keys of a hash table",
        SparkJelly.rows(frame.groupBy("s").count().selectExpr("s.value", "count").sort("value")),
        SparkJelly.rows(frame.groupBy("s.value").count().sort("value")));
  }
}
