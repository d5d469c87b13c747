package io.github.jellybridge.spark.scan;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.jena.sparql.core.Quad;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.junit.Rule;
import org.junit.Test;

/** Tests where the frames of written files end. */
public class JellyWriteFramesTest {
  @Rule public final SavedFolder folder = new SavedFolder();

  @Test
  public void framesEndAfterFrameSizeRows() throws Exception {
    folder.save(WrittenFiles.quads(JellySamples.numbered(1000)).coalesce(1), "frameSize", "100");
    List<Integer> rows = WrittenFiles.rowsOfFrames(WrittenFiles.jellyFiles(folder.target()).get(0));
    assertTrue(rows.toString(), rows.size() >= 10);
    assertTrue(rows.toString(), rows.stream().allMatch(n -> n <= 110));
  }

  @Test
  public void aChangeInTheFrameColumnsStartsAFrame() throws Exception {
    Dataset<Row> rows =
        WrittenFiles.quads(JellySamples.numbered(50))
            .coalesce(1)
            .withColumn("batch", functions.expr("cast(o.value as int) div 10"));
    folder.save(rows, "frameColumns", "batch", "logicalType", "GRAPHS", "physicalType", "TRIPLES");
    assertEquals(
        5, WrittenFiles.rowsOfFrames(WrittenFiles.jellyFiles(folder.target()).get(0)).size());
    assertEquals(
        List.of("[0,10]", "[1,10]", "[2,10]", "[3,10]", "[4,10]"),
        SparkJelly.rows(
            SparkJelly.read(folder.target()).groupBy("_metadata.frame").count().orderBy("frame")));
    folder.save(rows.drop("batch"), "frameColumns", "s, p");
    assertEquals(
        50, WrittenFiles.rowsOfFrames(WrittenFiles.jellyFiles(folder.target()).get(0)).size());
  }

  @Test
  public void valuesOfEveryTypeAreComparedByMeaning() throws Exception {
    Dataset<Row> rows = WrittenFiles.quads(JellySamples.numbered(50)).coalesce(1);
    String tens = "cast(o.value as int) div 10";
    for (String value :
        List.of(
            "cast(cast(T as string) as binary)",
            "map('a', T)",
            "map(T, cast('x' as binary))",
            "array(cast('x' as binary), cast(cast(T as string) as binary))",
            "named_struct('m', map(1, T))",
            "if(T = 2, null, cast(T as double))")) {
      folder.save(
          rows.withColumn("batch", functions.expr(value.replace("T", tens))),
          "frameColumns",
          "batch");
      assertEquals(
          value,
          List.of(10L, 10L, 10L, 10L, 10L),
          SparkJelly.read(folder.target())
              .groupBy("_metadata.frame")
              .count()
              .select("count")
              .as(Encoders.LONG())
              .collectAsList());
    }
  }

  @Test
  public void anotherFileStartsWithAFrame() throws Exception {
    Dataset<Row> rows =
        WrittenFiles.quads(JellySamples.numbered(50))
            .coalesce(1)
            .withColumn("batch", functions.expr("cast(o.value as int) div 10"));
    folder.save(rows, "frameColumns", "batch", "logicalType", "GRAPHS", "maxRecordsPerFile", "15");
    List<Integer> frames = new ArrayList<>();
    for (Path file : WrittenFiles.jellyFiles(folder.target())) {
      frames.add(WrittenFiles.rowsOfFrames(file).size());
    }
    assertEquals(List.of(1, 2, 2), frames.stream().sorted().toList());
    assertEquals(
        List.of("[0,10]", "[0,10]", "[0,10]", "[1,10]", "[1,10]"),
        SparkJelly.rows(
            SparkJelly.read(folder.target())
                .groupBy("_metadata.file_name", "_metadata.frame")
                .count()
                .select("frame", "count")
                .orderBy("frame")));
  }

  @Test
  public void aGroupedStreamIsCopiedFrameForFrame() throws Exception {
    Path triples = folder.in("triples.jelly");
    JellySamples.writeTriples(triples, JellySamples.numbered(200), 30);
    assertCopied(triples, "GRAPHS");
    Path quads = folder.in("quads.jelly");
    List<Quad> inGraphs =
        JellySamples.numbered(200).stream()
            .map(q -> new Quad(q.getSubject(), q.asTriple()))
            .toList();
    JellySamples.writeQuads(quads, inGraphs, 30);
    assertCopied(quads, "DATASETS");
    assertCopied(quads, "NAMED_GRAPHS", "physicalType", "GRAPHS");
  }

  private void assertCopied(Path source, String logicalType, String... options) throws Exception {
    List<String> all = new ArrayList<>(List.of(options));
    all.addAll(List.of("frameColumns", "frame", "logicalType", logicalType));
    if (logicalType.equals("GRAPHS")) {
      all.addAll(List.of("physicalType", "TRIPLES"));
    }
    Dataset<Row> rows = SparkJelly.read(source).select("s", "p", "o", "g", "_metadata.frame");
    folder.save(rows, all.toArray(String[]::new));
    String[] columns = {"_metadata.frame", "_metadata.statement", "s", "p", "o", "g"};
    assertEquals(
        SparkJelly.rows(SparkJelly.read(source).selectExpr(columns)),
        SparkJelly.rows(SparkJelly.read(folder.target()).selectExpr(columns)));
    Path written = WrittenFiles.jellyFiles(folder.target()).get(0);
    assertEquals(
        WrittenFiles.rowsOfFrames(source).size(), WrittenFiles.rowsOfFrames(written).size());
    assertEquals(logicalType, WrittenFiles.options(written).getLogicalType().name().substring(20));
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
        .save(folder.target().toString());
    for (Path file : WrittenFiles.jellyFiles(folder.target())) {
      assertEquals(5, WrittenFiles.rowsOfFrames(file).size());
    }
  }
}
