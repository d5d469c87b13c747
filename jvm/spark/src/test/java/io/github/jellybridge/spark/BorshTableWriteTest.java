package io.github.jellybridge.spark;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.borsh.BorshFile;
import io.github.jellybridge.model.Statement;
import io.github.jellybridge.model.Term;
import io.github.jellybridge.spark.listing.LocalSpark;
import io.github.jellybridge.testing.Cases;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.DataFrameWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.Trigger;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/**
 * Tests DataFrames as RDF/Borsh files, read by a decoder that follows the specification directly.
 */
public class BorshTableWriteTest {
  @Rule public final TemporaryFolder temporary = new TemporaryFolder();
  private final SparkSession spark = LocalSpark.get();
  private Path target;

  @Before
  public void makeFolder() {
    target = temporary.getRoot().toPath().resolve("target");
  }

  private static DataFrameWriter<Row> writer(Dataset<Row> rows) {
    return rows.write().format("rdf-borsh").option("compressionLevel", "1");
  }

  private Dataset<Row> texts(long from, long to) {
    return spark
        .range(from, to)
        .selectExpr(
            "concat('<http://example.org/s', id, '>') AS s",
            "'<http://example.org/p>' AS p",
            "concat('\"', id % 10, '\"@en') AS o",
            "CASE WHEN id % 2 = 0 THEN '_:g' END AS g");
  }

  private static Statement expected(long id) {
    return new Statement(
        0,
        Term.iri("http://example.org/s" + id),
        Term.iri("http://example.org/p"),
        Term.lang("" + id % 10, "en"),
        id % 2 == 0 ? Term.bnode("g") : null);
  }

  private static Set<Statement> expected(long from, long to) {
    Set<Statement> statements = new HashSet<>();
    for (long id = from; id < to; id++) {
      statements.add(expected(id));
    }
    return statements;
  }

  private static List<Path> files(Path folder) {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(file -> file.toString().endsWith(".rdfb")).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<Statement> decode(Path folder) {
    List<Statement> statements = new ArrayList<>();
    for (Path file : files(folder)) {
      try {
        statements.addAll(BorshFile.decode(Files.readAllBytes(file)));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return statements;
  }

  private void assertWritten(Set<Statement> expected) {
    List<Statement> found = decode(target);
    assertEquals(expected.size(), found.size());
    assertEquals(expected, new HashSet<>(found));
  }

  @Test
  public void rowsOfTextAreWritten() {
    writer(texts(0, 1000)).save(target.toString());
    assertWritten(expected(0, 1000));
  }

  @Test
  public void rowsOfStructsAreWrittenWhateverTheOrderOfTheirColumns() {
    writer(texts(0, 100)).save(target.toString());
    Dataset<Row> structs =
        spark.read().format("rdf-borsh").option("blankNodes", "preserve").load(target.toString());
    target = temporary.getRoot().toPath().resolve("again");
    writer(structs.select("g", "o", "p", "s")).save(target.toString());
    assertWritten(expected(0, 100));
  }

  @Test
  public void moreLanguagesThanAreKept() {
    String object = "concat('\"x\"@x-', substring(s, 22, length(s) - 22))";
    Dataset<Row> rows = texts(0, 12_000).withColumn("o", functions.expr(object)).coalesce(1);
    writer(rows).save(target.toString());
    Set<Statement> expected = new HashSet<>();
    for (long id = 0; id < 12_000; id++) {
      Statement other = expected(id);
      Term o = Term.lang("x", "x-" + id);
      expected.add(new Statement(0, other.s(), other.p(), o, other.g()));
    }
    assertWritten(expected);
  }

  @Test
  public void filesRollOverBeforeTheirTermsOverflow() {
    writer(texts(0, 150_000)).save(target.toString());
    assertWritten(expected(0, 150_000));
    // 65,535 terms per file, 12 of which are in every file.
    assertEquals(3, files(target).size());
  }

  @Test
  public void largeValuesStartAnotherFileAtMaxFileBytes() {
    writer(texts(0, 10_000)).option("maxFileBytes", "100k").save(target.toString());
    assertWritten(expected(0, 10_000));
    int files = files(target).size();
    assertTrue("" + files, files >= 4 && files <= 6);
  }

  @Test
  public void filesOfLargeValuesAreNoLargerThanMaxFileBytes() {
    Dataset<Row> rows =
        spark
            .range(0, 20, 1, 1)
            .selectExpr("concat('<x:', id, '>') AS s", "'<x:p>' AS p")
            .selectExpr("s", "p", "concat('\"', repeat(s, 4000), '\"') AS o");
    writer(rows).option("maxFileBytes", "50k").save(target.toString());
    Dataset<Row> read =
        spark
            .read()
            .format("rdf-borsh")
            .option("maxTermsBytes", "50k")
            .option("maxQuadsBytes", "50k")
            .load(target.toString());
    assertEquals(20, read.select("o.value").distinct().count());
  }

  @Test
  public void maxRecordsPerFileIsKept() {
    writer(texts(0, 100)).option("maxRecordsPerFile", "30").save(target.toString());
    assertWritten(expected(0, 100));
    assertEquals(4, files(target).size());
  }

  @Test
  public void blankNodesOfOneJobStayJoined() {
    writer(texts(0, 100)).option("maxRecordsPerFile", "30").save(target.toString());
    writer(texts(100, 200)).mode(SaveMode.Append).save(target.toString());
    Dataset<Row> read = spark.read().format("rdf-borsh").load(target.toString());
    assertEquals(2, read.where("g IS NOT NULL").select("g.value").distinct().count());
    assertEquals(200, read.count());
  }

  @Test
  public void everySaveModeBehavesAsForParquet() {
    writer(texts(0, 10)).save(target.toString());
    assertThrows(AnalysisException.class, () -> writer(texts(10, 20)).save(target.toString()));
    writer(texts(10, 20)).mode(SaveMode.Ignore).save(target.toString());
    assertWritten(expected(0, 10));
    writer(texts(10, 20)).mode(SaveMode.Append).save(target.toString());
    assertWritten(expected(0, 20));
    writer(texts(50, 60)).mode(SaveMode.Overwrite).save(target.toString());
    assertWritten(expected(50, 60));
  }

  @Test
  public void partitionsAreFolders() {
    writer(texts(0, 100).selectExpr("*", "substr(o, 2, 1) AS digit"))
        .partitionBy("digit")
        .save(target.toString());
    assertWritten(expected(0, 100));
    assertEquals(10, decode(target.resolve("digit=7")).size());
    assertEquals(
        10, spark.read().format("rdf-borsh").load(target.toString()).where("digit = 3").count());
  }

  @Test
  public void sqlInsertsIntoAPath() {
    spark.conf().set("spark.sql.catalog.borsh", BorshPathCatalog.class.getName());
    texts(0, 10).createOrReplaceTempView("some_texts");
    spark.sql("INSERT INTO borsh.`" + target + "` SELECT * FROM some_texts");
    assertWritten(expected(0, 10));
  }

  @Test
  public void streamsAreWrittenAndRead() throws Exception {
    Path source = temporary.getRoot().toPath().resolve("source");
    Path checkpoints = temporary.getRoot().toPath().resolve("checkpoints");
    for (int run = 1; run <= 2; run++) {
      writer(texts(run * 100, run * 100 + 100)).mode(SaveMode.Append).save(source.toString());
      StreamingQuery query =
          spark
              .readStream()
              .format("rdf-borsh")
              .option("blankNodes", "preserve")
              .load(source.toString())
              .writeStream()
              .format("rdf-borsh")
              .option("checkpointLocation", checkpoints.toString())
              .trigger(Trigger.AvailableNow())
              .start(target.toString());
      assertTrue(query.awaitTermination(TimeUnit.MINUTES.toMillis(2)));
      assertWritten(expected(100, run * 100 + 100));
    }
  }

  @Test
  public void versionByteIsAnOption() throws Exception {
    List<String[]> options =
        List.of(
            new String[] {"compat", "ruby", "49"},
            new String[] {"versionByte", "0x31", "49"},
            new String[] {"versionByte", "1", "1"},
            new String[] {"compat", "none", "1"});
    Cases.each(
        options,
        option -> {
          writer(texts(0, 1))
              .mode(SaveMode.Overwrite)
              .option(option[0], option[1])
              .save(target.toString());
          assertEquals(Integer.parseInt(option[2]), Files.readAllBytes(files(target).get(0))[4]);
        });
    assertThrows(
        IllegalArgumentException.class,
        () ->
            writer(texts(0, 1))
                .mode(SaveMode.Overwrite)
                .option("compat", "ruby")
                .option("versionByte", "1")
                .save(target.toString()));
  }

  @Test
  public void tableWithoutRowsIsAFile() {
    writer(texts(0, 0)).save(target.toString());
    assertEquals(1, files(target).size());
    assertWritten(Set.of());
    assertEquals(0, spark.read().format("rdf-borsh").load(target.toString()).count());
  }

  @Test
  public void quotedTriplesAreRefusedAndNothingIsPublished() {
    Dataset<Row> quoted =
        texts(0, 10)
            .selectExpr(
                "s", "p", "CASE WHEN s LIKE '%7>' THEN '<< _:a <x:b> _:c >>' ELSE o" + " END AS o");
    String message =
        assertThrows(Exception.class, () -> writer(quoted).save(target.toString())).getMessage();
    assertTrue(message, message.contains("Cannot write row 7 of task 0"));
    assertTrue(message, message.contains("found a quoted triple as object"));
    assertTrue(!Files.exists(target) || files(target).isEmpty());
  }

  @Test
  public void columnsThatCannotBeAreRefused() {
    String message =
        assertThrows(
                IllegalArgumentException.class,
                () -> writer(texts(0, 1).selectExpr("*", "1 AS x")).save(target.toString()))
            .getMessage();
    assertTrue(message, message.contains("Data source 'rdf-borsh' writes the columns s, p, o"));
  }
}
