package io.github.jellybridge.spark.jelly;

import static io.github.jellybridge.spark.jelly.JellySamples.bnode;
import static io.github.jellybridge.spark.jelly.JellySamples.iri;
import static io.github.jellybridge.spark.jelly.JellySamples.lang;
import static io.github.jellybridge.spark.jelly.JellySamples.quad;
import static io.github.jellybridge.spark.jelly.JellySamples.quoted;
import static io.github.jellybridge.spark.jelly.JellySamples.text;
import static io.github.jellybridge.spark.jelly.JellySamples.triple;
import static io.github.jellybridge.spark.jelly.JellySamples.typed;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.jena.sparql.core.Quad;
import org.apache.spark.sql.DataFrameWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** jelly-jvm reads from the files that are written what was in the rows. */
public class JellyWriteTest {
  @Rule public final TemporaryFolder temporary = new TemporaryFolder();
  private Path target;

  @Before
  public void nameTheTarget() {
    target = temporary.getRoot().toPath().resolve("target");
  }

  private static List<String> described(List<Quad> quads) {
    return quads.stream().map(JellySamples::describe).sorted().toList();
  }

  private static List<Quad> someQuads() {
    List<Quad> quads = new ArrayList<>(JellySamples.everyKind());
    quads.add(quad(iri("a"), iri("p"), text("x"), iri("g1")));
    quads.add(quad(iri("a"), iri("p"), typed("1", "integer"), bnode("g2")));
    quads.add(quad(bnode("b0"), iri("p"), lang("z", "en-GB"), iri("g1")));
    return quads;
  }

  /** As jelly-jvm gives them back: without a name for the default graph. */
  private static List<Quad> anonymous(List<Quad> quads) {
    return quads.stream().map(q -> q.isDefaultGraph() ? new Quad(null, q.asTriple()) : q).toList();
  }

  private void save(Dataset<Row> rows, String... options) {
    DataFrameWriter<Row> writer = rows.write().format("jelly").mode("overwrite");
    for (int i = 0; i < options.length; i += 2) {
      writer.option(options[i], options[i + 1]);
    }
    writer.save(target.toString());
  }

  private String refused(Dataset<Row> rows, String... options) {
    save(WrittenFiles.statements("old"));
    Exception error = assertThrows(Exception.class, () -> save(rows, options));
    assertEquals("the old data is whole", List.of("old"), WrittenFiles.locals(target));
    assertTrue("nothing is left", WrittenFiles.isClean(target));
    return WrittenFiles.messages(error);
  }

  private static void assertContains(String message, String... parts) {
    for (String part : parts) {
      assertTrue(message, message.contains(part));
    }
  }

  @Test
  public void quadsOfEveryKindOfTerm() {
    save(WrittenFiles.quads(someQuads()));
    assertEquals(described(anonymous(someQuads())), described(WrittenFiles.read(target)));
  }

  @Test
  public void withoutAColumnForGraphsTriplesAreWritten() throws Exception {
    save(WrittenFiles.quads(JellySamples.everyKind()).drop("g"));
    assertEquals(
        described(anonymous(JellySamples.everyKind())), described(WrittenFiles.read(target)));
    assertEquals(1, physicalType());
    save(WrittenFiles.quads(JellySamples.everyKind()));
    assertEquals(2, physicalType());
    save(WrittenFiles.quads(JellySamples.everyKind()).withColumn("g", functions.lit(null)));
    assertEquals(1, physicalType());
  }

  private int physicalType() throws Exception {
    return WrittenFiles.options(WrittenFiles.jellyFiles(target).get(0)).getPhysicalTypeValue();
  }

  @Test
  public void theOrderOfColumnsDoesNotMatter() {
    save(WrittenFiles.quads(someQuads()).select("g", "o", "p", "s"));
    assertEquals(described(anonymous(someQuads())), described(WrittenFiles.read(target)));
  }

  @Test
  public void theOrderOfTheFieldsOfATermDoesNotMatterAndSomeMayBeMissing() {
    Dataset<Row> rows =
        WrittenFiles.statements("a", "b")
            .select(
                functions
                    .struct(functions.expr("s.value as value"), functions.expr("s.kind as kind"))
                    .as("s"),
                functions.col("p"),
                functions.struct("o.datatype", "o.lang", "o.value", "o.kind").as("o"));
    save(rows);
    assertEquals(List.of("a", "b"), WrittenFiles.locals(target));
  }

  @Test
  public void columnsOfNTriplesText() {
    List<Quad> quads = new ArrayList<>(someQuads());
    quads.add(
        quad(
            quoted(iri("a"), iri("p"), quoted(bnode("b"), iri("q"), lang("\"", "en"))),
            iri("p"),
            text("\\ \r\n\t\u0001"),
            iri("g1")));
    StructType strings = new StructType();
    for (String name : List.of("s", "p", "o", "g")) {
      strings = strings.add(name, DataTypes.StringType);
    }
    List<Row> rows =
        quads.stream()
            .map(
                q ->
                    RowFactory.create(
                        JellySamples.ntriples(q.getSubject()),
                        JellySamples.ntriples(q.getPredicate()),
                        JellySamples.ntriples(q.getObject()),
                        q.isDefaultGraph() ? null : JellySamples.ntriples(q.getGraph())))
            .toList();
    save(SparkJelly.spark().createDataFrame(rows, strings), "rdfStar", "true");
    assertEquals(described(anonymous(quads)), described(WrittenFiles.read(target)));
  }

  @Test
  public void textThatIsNoNTriplesIsRefusedWithItsRow() {
    assertContains(
        refused(WrittenFiles.statements("a").withColumn("o", functions.lit("no term"))),
        "Cannot write row 0 of task 0: column o: byte 0: expected",
        "found");
  }

  @Test
  public void quotedTriples() {
    List<Quad> quads =
        List.of(
            triple(quoted(iri("a"), iri("p"), text("x\ny")), iri("says"), bnode("b")),
            triple(
                iri("c"),
                iri("says"),
                quoted(quoted(iri("a"), iri("p"), bnode("b")), iri("q"), lang("z", "en"))));
    save(WrittenFiles.quads(quads), "rdfStar", "true");
    assertEquals(described(anonymous(quads)), described(WrittenFiles.read(target)));
  }

  @Test
  public void longTextAndManyRows() {
    List<Quad> quads = new ArrayList<>(JellySamples.numbered(10_000));
    quads.add(triple(iri("a"), iri("p"), text("ä𝄞".repeat(50_000))));
    save(WrittenFiles.quads(quads).repartition(3));
    assertEquals(described(anonymous(quads)), described(WrittenFiles.read(target)));
  }

  @Test
  public void ourReaderGivesTheRowsBackInTheirOrder() {
    Dataset<Row> rows = WrittenFiles.quads(JellySamples.numbered(9_000)).coalesce(1);
    save(rows);
    assertEquals(
        SparkJelly.rows(rows).stream()
            .map(r -> r.replace("http://www.w3.org/2001/XMLSchema#string", "null"))
            .toList(),
        SparkJelly.rows(SparkJelly.read(target)));
  }

  // ---- options ---------------------------------------------------------------------------------

  @Test
  public void optionsOfTheStreamAreWritten() throws Exception {
    save(
        WrittenFiles.quads(someQuads()),
        "physicalType",
        "GRAPHS",
        "logicalType",
        "DATASETS",
        "streamName",
        "näme",
        "preset",
        "small",
        "maxPrefixTableSize",
        "17",
        "rdfStar",
        "true",
        "generalized",
        "true",
        "namespaces",
        "{\"ex\": \"http://example.org/\"}");
    var options = WrittenFiles.options(WrittenFiles.jellyFiles(target).get(0));
    assertEquals(3, options.getPhysicalTypeValue());
    assertEquals(4, options.getLogicalTypeValue());
    assertEquals("näme", options.getStreamName());
    assertEquals(128, options.getMaxNameTableSize());
    assertEquals(17, options.getMaxPrefixTableSize());
    assertEquals(16, options.getMaxDatatypeTableSize());
    assertTrue(options.getRdfStar() && options.getGeneralizedStatements());
    assertEquals("namespaces need it", 2, options.getVersion());
    assertEquals(described(anonymous(someQuads())), described(WrittenFiles.read(target)));
  }

  @Test
  public void theLogicalTypeChoosesAPhysicalTypeThatFits() throws Exception {
    save(WrittenFiles.quads(someQuads()), "logicalType", "named_graphs");
    assertEquals(2, physicalType());
    save(WrittenFiles.statements("a"), "logicalType", "SUBJECT_GRAPHS");
    assertEquals(1, physicalType());
  }

  @Test
  public void framesEndAfterFrameSizeRows() throws Exception {
    save(WrittenFiles.quads(JellySamples.numbered(1000)).coalesce(1), "frameSize", "100");
    List<Integer> rows = WrittenFiles.rowsOfFrames(WrittenFiles.jellyFiles(target).get(0));
    assertTrue(rows.toString(), rows.size() >= 10);
    assertTrue(rows.toString(), rows.stream().allMatch(n -> n <= 110));
  }

  @Test
  public void compressedFilesSayItByTheirNames() {
    for (String[] each : new String[][] {{"gzip", ".jelly.gz"}, {"zstd", ".jelly.zst"}}) {
      save(WrittenFiles.quads(someQuads()), "compression", each[0]);
      List<String> names = WrittenFiles.names(target);
      assertEquals(1, names.stream().filter(n -> n.endsWith(each[1])).count());
      assertEquals(
          described(anonymous(someQuads())),
          SparkJelly.rows(SparkJelly.read(target, "blankNodes", "preserve")).stream()
              .sorted()
              .toList());
    }
  }

  @Test
  public void filesHoldAtMostMaxRecordsPerFile() {
    List<Quad> quads = JellySamples.numbered(1000);
    save(WrittenFiles.quads(quads).coalesce(1), "maxRecordsPerFile", "300");
    List<Integer> sizes =
        WrittenFiles.jellyFiles(target).stream()
            .map(f -> JellySamples.readWithJellyJvm(f).size())
            .toList();
    assertEquals(List.of(300, 300, 300, 100), sizes.stream().sorted((a, b) -> b - a).toList());
    assertEquals(described(anonymous(quads)), described(WrittenFiles.read(target)));
  }

  @Test
  public void aChangeInTheFrameColumnsStartsAFrame() throws Exception {
    Dataset<Row> rows =
        WrittenFiles.quads(JellySamples.numbered(50))
            .coalesce(1)
            .withColumn("batch", functions.expr("cast(o.value as int) div 10"));
    save(rows, "frameColumns", "batch", "logicalType", "GRAPHS", "physicalType", "TRIPLES");
    assertEquals(5, WrittenFiles.rowsOfFrames(WrittenFiles.jellyFiles(target).get(0)).size());
    assertEquals(
        List.of("[0,10]", "[1,10]", "[2,10]", "[3,10]", "[4,10]"),
        SparkJelly.rows(
            SparkJelly.read(target).groupBy("_metadata.frame").count().orderBy("frame")));
    save(rows.drop("batch"), "frameColumns", "s, p");
    assertEquals(50, WrittenFiles.rowsOfFrames(WrittenFiles.jellyFiles(target).get(0)).size());
  }

  @Test
  public void aGroupedStreamIsCopiedFrameForFrame() throws Exception {
    Path source = temporary.getRoot().toPath().resolve("source.jelly");
    JellySamples.writeTriples(source, JellySamples.numbered(200), 30);
    Dataset<Row> rows = SparkJelly.read(source).select("s", "p", "o", "_metadata.frame");
    save(rows, "frameColumns", "frame", "logicalType", "GRAPHS");
    String frames = "_metadata.frame";
    assertEquals(
        SparkJelly.rows(SparkJelly.read(source).groupBy(frames).count().orderBy("frame")),
        SparkJelly.rows(SparkJelly.read(target).groupBy(frames).count().orderBy("frame")));
  }

  // ---- partitions ------------------------------------------------------------------------------

  private static Dataset<Row> partitioned() {
    StructType schema =
        WrittenFiles.TRIPLE.add("lang", DataTypes.StringType).add("year", DataTypes.IntegerType);
    List<Row> rows = new ArrayList<>();
    int i = 0;
    for (String lang : new String[] {"en", "a/b=c %", "", null}) {
      for (int year : new int[] {2025, 2026}) {
        for (int n = 0; n < 3; n++) {
          rows.add(
              RowFactory.create(
                  WrittenFiles.iri("s" + i++),
                  WrittenFiles.iri("p"),
                  WrittenFiles.iri("o"),
                  lang,
                  year));
        }
      }
    }
    return SparkJelly.spark().createDataFrame(rows, schema);
  }

  @Test
  public void partitionByMakesFoldersAsParquetDoes() {
    Dataset<Row> rows = partitioned().repartition(2);
    Path parquet = temporary.getRoot().toPath().resolve("parquet");
    rows.write().partitionBy("lang", "year").parquet(parquet.toString());
    for (String mode : List.of("errorifexists", "append", "overwrite", "ignore")) {
      Path folder = temporary.getRoot().toPath().resolve(mode);
      rows.write().format("jelly").mode(mode).partitionBy("lang", "year").save(folder.toString());
      assertEquals(folders(parquet), folders(folder));
      assertEquals(
          SparkJelly.rows(
              SparkJelly.spark()
                  .read()
                  .parquet(parquet.toString())
                  .selectExpr("s.value v", "lang", "year")
                  .orderBy("v")),
          SparkJelly.rows(
              SparkJelly.read(folder).selectExpr("s.value v", "lang", "year").orderBy("v")));
    }
  }

  private static Set<String> folders(Path root) {
    Set<String> folders = new HashSet<>();
    try (Stream<Path> files = Files.walk(root)) {
      files
          .filter(f -> f.getFileName().toString().startsWith("part-"))
          .forEach(f -> folders.add(root.relativize(f.getParent()).toString()));
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
    return folders;
  }

  @Test
  public void valuesOfEveryTypeMakeTheFoldersOfParquet() {
    Dataset<Row> rows =
        WrittenFiles.statements("a")
            .selectExpr(
                "*",
                "true b",
                "cast(1 as byte) y",
                "cast(2 as short) h",
                "3L l",
                "cast(1.5 as float) f",
                "1e300d d",
                "cast(1.50 as decimal(9,3)) c",
                "date'2026-01-02' t",
                "timestamp'2026-01-02 03:04:05.678' ts",
                "timestamp_ntz'2026-01-02 03:04:05' tn",
                "cast(null as int) n");
    String[] names = {"b", "y", "h", "l", "f", "d", "c", "t", "ts", "tn", "n"};
    Path parquet = temporary.getRoot().toPath().resolve("parquet");
    rows.write().partitionBy(names).parquet(parquet.toString());
    rows.write().format("jelly").partitionBy(names).save(target.toString());
    assertEquals(folders(parquet), folders(target));
  }

  @Test
  public void appendKeepsThePartitionsThatAreThere() {
    partitioned().write().format("jelly").partitionBy("lang", "year").save(target.toString());
    DataFrameWriter<Row> more = partitioned().write().format("jelly").mode("append");
    more.save(target.toString());
    assertEquals(48, SparkJelly.read(target).count());
    Exception error =
        assertThrows(
            Exception.class,
            () ->
                partitioned()
                    .drop("lang")
                    .write()
                    .format("jelly")
                    .mode("append")
                    .partitionBy("year")
                    .save(target.toString()));
    assertContains(WrittenFiles.messages(error), "partitioned by [lang, year]", "[year]");
    assertEquals(48, SparkJelly.read(target).count());
  }

  @Test
  public void overwriteMayPartitionOtherwise() {
    partitioned().write().format("jelly").partitionBy("lang", "year").save(target.toString());
    partitioned()
        .drop("lang")
        .write()
        .format("jelly")
        .mode("overwrite")
        .partitionBy("year")
        .save(target.toString());
    assertEquals(Set.of("year=2025", "year=2026"), folders(target));
    assertEquals(List.of("_SUCCESS", "year=2025", "year=2026"), WrittenFiles.names(target));
    save(partitioned().drop("lang", "year"));
    assertEquals(Set.of(""), folders(target));
    assertEquals(24, SparkJelly.read(target).count());
  }

  @Test
  public void dynamicOverwriteReplacesThePartitionsThatAreWritten() {
    Dataset<Row> rows = partitioned().drop("lang");
    rows.write().format("jelly").partitionBy("year").save(target.toString());
    rows.where("year = 2026 and s.value like '%s3'")
        .write()
        .format("jelly")
        .mode("overwrite")
        .option("partitionOverwriteMode", "dynamic")
        .partitionBy("year")
        .save(target.toString());
    assertEquals(
        List.of("[2025,12]", "[2026,1]"),
        SparkJelly.rows(SparkJelly.read(target).groupBy("year").count().orderBy("year")));
  }

  @Test
  public void framesStayWholeInPartitions() throws Exception {
    Dataset<Row> rows =
        WrittenFiles.quads(JellySamples.numbered(300))
            .coalesce(1)
            .drop("g")
            .selectExpr(
                "*", "cast(o.value as int) % 10 as frame", "cast(o.value as int) % 2 as half");
    rows.write()
        .format("jelly")
        .option("frameColumns", "frame")
        .option("logicalType", "GRAPHS")
        .partitionBy("half")
        .save(target.toString());
    for (Path file : WrittenFiles.jellyFiles(target)) {
      assertEquals(5, WrittenFiles.rowsOfFrames(file).size());
    }
  }

  @Test
  public void whatNobodyCouldReadMayBeOverwritten() throws Exception {
    Files.createDirectories(target.resolve("k=1"));
    Files.writeString(target.resolve("k=1/part-0"), "x");
    Files.writeString(target.resolve("beside"), "x");
    save(WrittenFiles.statements("a"));
    assertEquals(List.of("a"), WrittenFiles.locals(target));
    assertEquals(2, WrittenFiles.names(target).size());
  }

  @Test
  public void columnsThatAreNothingAreRefused() {
    assertContains(
        refused(partitioned()), "does not know what to do with lang, year", "partitionBy");
  }

  // ---- what cannot be written ------------------------------------------------------------------

  private static Dataset<Row> withObject(Row object) {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < 5000; i++) {
      rows.add(
          RowFactory.create(
              WrittenFiles.iri("s" + i),
              WrittenFiles.iri("p"),
              i == 4500 ? object : WrittenFiles.iri("o")));
    }
    return SparkJelly.spark().createDataFrame(rows, WrittenFiles.TRIPLE).coalesce(1);
  }

  @Test
  public void termsThatAreNoneAreRefusedWithTheirRow() {
    String row = "Cannot write row 4500 of task 0";
    assertContains(refused(withObject(null)), row, "an object", "null");
    assertContains(
        refused(withObject(RowFactory.create(null, "x", null, null))), row, "column o", "a kind");
    assertContains(
        refused(withObject(RowFactory.create("IRI", "x", null, null))), row, "'IRI'", "bnode");
    assertContains(
        refused(withObject(RowFactory.create("iri", null, null, null))), row, "a value", "null");
    assertContains(
        refused(withObject(RowFactory.create("iri", "x", "en", null))), row, "no language");
    assertContains(
        refused(withObject(RowFactory.create("literal", "x", "en", "http://d"))),
        row,
        "both, en, http://d");
    assertContains(
        refused(withObject(RowFactory.create("literal", "x", "", null))), row, "language tag");
    assertContains(
        refused(withObject(RowFactory.create("triple", "<< <a> <b> <c> >>", null, null))),
        row,
        "rdfStar");
    assertContains(
        refused(
            withObject(RowFactory.create("literal", "x", null, "http://d")),
            "maxDatatypeTableSize",
            "0"),
        row,
        "maxDatatypeTableSize");
  }

  @Test
  public void aLiteralAsSubjectNeedsGeneralized() {
    Dataset<Row> rows =
        WrittenFiles.statements("a")
            .withColumn("s", functions.expr("named_struct('kind', 'literal', 'value', 'x')"));
    assertContains(refused(rows), "Cannot write row 0 of task 0", "generalized");
    save(rows, "generalized", "true");
    assertEquals(1, SparkJelly.read(target).where("s.kind = 'literal'").count());
  }

  @Test
  public void graphsInAStreamOfTriplesAreRefused() {
    assertContains(
        refused(WrittenFiles.quads(someQuads()), "physicalType", "TRIPLES"), "physicalType");
  }

  @Test
  public void columnsThatAreMissingOrNoTermsAreRefused() {
    assertContains(refused(WrittenFiles.statements("a").drop("o")), "There is no column 'o'");
    assertContains(
        refused(WrittenFiles.statements("a").withColumn("o", functions.lit(1))),
        "Column 'o' must hold terms",
        "but it is int");
  }

  @Test
  public void wrongOptionsAreRefused() {
    Dataset<Row> rows = WrittenFiles.statements("a");
    assertContains(
        refused(rows, "compresion", "gzip"),
        "Unknown option 'compresion'",
        "did you mean 'compression'",
        "checkpointBytes");
    for (Map.Entry<String, String> wrong :
        Map.of(
                "compression", "bzip2",
                "maxNameTableSize", "7",
                "logicalType", "TRIPLES",
                "namespaces", "ex=http://example.org/",
                "physicalType", "dots")
            .entrySet()) {
      assertContains(refused(rows, wrong.getKey(), wrong.getValue()), wrong.getKey());
    }
    assertContains(
        refused(rows, "physicalType", "quads", "logicalType", "FLAT_TRIPLES"), "does not go with");
    assertContains(
        refused(rows, "blankNodes", "file"),
        "Unknown option 'blankNodes' of data source 'jelly' when it writes");
  }

  // ---- blank nodes -----------------------------------------------------------------------------

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
    save(nodes());
    assertTrue(WrittenFiles.jellyFiles(target).size() > 1);
    Dataset<Row> read = SparkJelly.read(target);
    assertEquals(1, read.select("s.value").distinct().count());
    assertEquals(40, read.select("o.value").distinct().count());
    nodes().write().format("jelly").mode("append").save(target.toString());
    assertEquals(
        "another write is another scope",
        2,
        SparkJelly.read(target).select("s.value").distinct().count());
  }

  @Test
  public void labelsDoNotGrowWhenDataIsWrittenAndReadAgain() {
    save(nodes());
    String first = SparkJelly.read(target).select("s.value").first().getString(0);
    assertNotEquals("x", first);
    assertTrue(first, first.endsWith("x"));
    Path from = target;
    for (int i = 0; i < 3; i++) {
      Path to = temporary.getRoot().toPath().resolve("again" + i);
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
