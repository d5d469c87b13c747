package io.github.jellybridge.spark.patch;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.model.PatchRow;
import io.github.jellybridge.model.RdfText;
import io.github.jellybridge.model.Term;
import io.github.jellybridge.spark.listing.LocalSpark;
import io.github.jellybridge.testing.Cases;
import io.github.jellybridge.testing.TestSize;
import io.github.jellybridge.wire.RandomPatch;
import io.github.jellybridge.wire.ReferencePatchDecoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** Tests reading and writing patches as tables. */
public class PatchSourceTest {
  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private final SparkSession spark = LocalSpark.get();

  private String file(String name, byte[] bytes) throws Exception {
    Path path = folder.getRoot().toPath().resolve(name);
    Files.write(path, bytes);
    return path.toString();
  }

  private Dataset<Row> read(String path) {
    return spark.read().format("jelly-patch").load(path);
  }

  private static Term term(Row term) {
    if (term == null) {
      return null;
    }
    return switch (term.<String>getAs("kind")) {
      case "iri" -> new Term.Iri(term.getAs("value"));
      case "bnode" -> new Term.Bnode(term.getAs("value"));
      case "literal" ->
          new Term.Literal(term.getAs("value"), term.getAs("lang"), term.getAs("datatype"));
      default -> RdfText.term(term.getAs("value"));
    };
  }

  private static List<PatchRow> rows(Dataset<Row> table) {
    List<PatchRow> rows = new ArrayList<>();
    long patch = -1;
    long seq = -1;
    for (Row row : table.collectAsList()) {
      long number = row.getAs("patch");
      seq = number == patch ? seq + 1 : 0;
      patch = number;
      assertEquals(Long.valueOf(seq), row.<Long>getAs("seq"));
      rows.add(
          new PatchRow(
              number,
              row.getAs("op"),
              term(row.getAs("s")),
              term(row.getAs("p")),
              term(row.getAs("o")),
              term(row.getAs("g")),
              row.getAs("name"),
              term(row.getAs("value"))));
    }
    return rows;
  }

  /** Renumbers patches without gaps, as empty patches give no rows in a table. */
  private static List<PatchRow> renumbered(List<PatchRow> rows) {
    List<PatchRow> out = new ArrayList<>();
    long last = -1;
    long number = -1;
    for (PatchRow r : rows) {
      number += r.patch() == last ? 0 : 1;
      last = r.patch();
      out.add(new PatchRow(number, r.op(), r.s(), r.p(), r.o(), r.g(), r.name(), r.value()));
    }
    return out;
  }

  @Test
  public void everyFileReadsAsTheReferenceDecoderReadsIt() throws Exception {
    for (int seed = 0; seed < TestSize.of(6, 12); seed++) {
      byte[] bytes = new RandomPatch(new Random(seed), seed % 2 + 1, seed % 3 + 1, 40).file;
      String path = file("r" + seed + ".jellyp", bytes);
      assertEquals(ReferencePatchDecoder.decode(bytes), rows(read(path)));
    }
  }

  @Test
  public void writtenFilesReadAsTheSameRowsInTheSameOrder() throws Exception {
    byte[] bytes = new RandomPatch(new Random(7), 2, 3, 200).file;
    Dataset<Row> table = read(file("in.jellyp", bytes));
    List<PatchRow> expected = renumbered(ReferencePatchDecoder.decode(bytes));
    Cases.each(
        List.of("punctuated", "frame"),
        streamType -> {
          String out = folder.getRoot() + "/out-" + streamType;
          table
              .orderBy(col("seq").desc(), col("patch"))
              .repartition(5)
              .coalesce(3)
              .write()
              .format("jelly-patch")
              .option("streamType", streamType)
              .option("rdfStar", true)
              .option("generalized", true)
              .save(out);
          assertEquals(expected, inOrder(out));
        });
    String flat = folder.getRoot() + "/flat";
    table
        .where("patch = " + ReferencePatchDecoder.decode(bytes).get(0).patch())
        .drop("patch")
        .write()
        .format("jelly-patch")
        .option("streamType", "flat")
        .option("rdfStar", true)
        .option("generalized", true)
        .option("compression", "gzip")
        .save(flat);
    assertEquals(expected.stream().filter(r -> r.patch() == 0).toList(), inOrder(flat));
  }

  /** The rows of all files of a folder in order, with patches numbered across files. */
  private List<PatchRow> inOrder(String path) throws Exception {
    List<PatchRow> all = new ArrayList<>();
    try (var files = Files.list(Path.of(path))) {
      List<Path> sorted =
          files.filter(f -> f.getFileName().toString().contains(".jellyp")).sorted().toList();
      for (Path f : sorted) {
        if (f.getFileName().toString().startsWith(".")) {
          continue;
        }
        long first = all.isEmpty() ? 0 : all.get(all.size() - 1).patch() + 1;
        for (PatchRow r : rows(read(f.toString()))) {
          all.add(
              new PatchRow(
                  first + r.patch(), r.op(), r.s(), r.p(), r.o(), r.g(), r.name(), r.value()));
        }
      }
    }
    return all;
  }

  private void assertRefused(String expected, Dataset<Row> table) {
    String out = folder.getRoot() + "/refused";
    Exception e =
        assertThrows(
            Exception.class, () -> table.write().format("jelly-patch").mode("append").save(out));
    StringBuilder text = new StringBuilder();
    for (Throwable t = e; t != null; t = t.getCause()) {
      text.append(t.getMessage()).append('\n');
    }
    assertTrue(text.toString(), text.toString().contains(expected));
  }

  @Test
  public void anAmbiguousOrderIsRefused() throws Exception {
    Dataset<Row> table = read(file("in.jellyp", new RandomPatch(new Random(3), 1, 3, 30).file));
    assertRefused("ambiguous", table.drop("seq"));
    assertRefused("ambiguous", table.withColumn("seq", lit(5L)));
    assertRefused("null", table.withColumn("seq", lit(null).cast("long")));
    assertRefused("an op", table.withColumn("op", lit("X")));
    assertRefused("does not know what to do with x", table.withColumn("x", lit(1)));
  }

  @Test
  public void valuesThatAnOperationDoesNotHaveAreRefused() throws Exception {
    Dataset<Row> table = read(file("in.jellyp", new RandomPatch(new Random(3), 1, 3, 60).file));
    Dataset<Row> add = table.where("op = 'A'").limit(1).withColumn("g", col("p"));
    Column none = lit(null).cast(table.schema().apply("g").dataType());
    assertEquals(1, add.count());
    Cases.each(
        List.of("TX", "TC", "TA", "H", "PA", "PD"),
        op -> {
          assertRefused("column s: expected null for " + op, add.withColumn("op", lit(op)));
        });
    Dataset<Row> graph = add.withColumn("s", none).withColumn("p", none).withColumn("o", none);
    assertRefused("column g: expected null for H", graph.withColumn("op", lit("H")));
    assertRefused("column value: expected null for A", add.withColumn("value", col("g")));
    Dataset<Row> named = add.withColumn("name", lit("x"));
    assertRefused("column name: expected null for A", named);
    assertRefused("column name: expected null for D", named.withColumn("op", lit("D")));
    Dataset<Row> nameless = graph.withColumn("value", col("g"));
    assertRefused("column name: expected that of PA", nameless.withColumn("op", lit("PA")));
    assertRefused(
        "column name: expected that of H",
        nameless.withColumn("g", none).withColumn("op", lit("H")));
    LocalSpark.awaitTasks();
    assertFalse(Files.exists(folder.getRoot().toPath().resolve("refused")));
  }

  @Test
  public void columnsCanBeTakenAlone() throws Exception {
    byte[] bytes = new RandomPatch(new Random(5), 2, 3, 60).file;
    Dataset<Row> table = read(file("in.jellyp", bytes));
    List<PatchRow> expected = ReferencePatchDecoder.decode(bytes);
    assertEquals(expected.size(), table.count());
    assertEquals(
        expected.stream().map(PatchRow::op).toList(),
        table.select("op").collectAsList().stream().map(r -> r.getString(0)).toList());
    assertEquals(
        expected.stream().filter(r -> r.p() instanceof Term.Iri).count(),
        table.where("p.kind = 'iri'").select("p.value").count());
  }

  @Test
  public void aBrokenFileIsNamed() throws Exception {
    byte[] bytes = new RandomPatch(new Random(5), 2, 3, 60).file;
    String path = file("broken.jellyp", java.util.Arrays.copyOf(bytes, bytes.length - 1));
    Exception e = assertThrows(Exception.class, () -> read(path).collectAsList());
    assertTrue(e.toString() + e.getCause(), (e + " " + e.getCause()).contains("broken.jellyp"));
  }
}
