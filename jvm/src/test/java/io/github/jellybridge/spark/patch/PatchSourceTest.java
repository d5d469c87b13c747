package io.github.jellybridge.spark.patch;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.jena.RdfPatchText;
import io.github.jellybridge.model.PatchRow;
import io.github.jellybridge.model.RdfText;
import io.github.jellybridge.model.Term;
import io.github.jellybridge.spark.common.LocalSpark;
import io.github.jellybridge.wire.RandomPatch;
import io.github.jellybridge.wire.ReferencePatchDecoder;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.apache.jena.rdfpatch.RDFPatchOps;
import org.apache.jena.sparql.core.DatasetGraph;
import org.apache.jena.sparql.core.DatasetGraphFactory;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** Patches as tables: read, written, and applied as Jena applies them. */
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

  /** Empty patches make no rows, so that the numbers of those behind them move up. */
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
    for (int seed = 0; seed < 12; seed++) {
      byte[] bytes = new RandomPatch(new Random(seed), seed % 2 + 1, seed % 3 + 1, 40).file;
      String path = file("r" + seed + ".jellyp", bytes);
      assertEquals(ReferencePatchDecoder.decode(bytes), rows(read(path)));
    }
  }

  @Test
  public void whatIsWrittenReadsAsTheSameRowsInTheSameOrder() throws Exception {
    byte[] bytes = new RandomPatch(new Random(7), 2, 3, 200).file;
    Dataset<Row> table = read(file("in.jellyp", bytes));
    List<PatchRow> expected = renumbered(ReferencePatchDecoder.decode(bytes));
    for (String streamType : List.of("punctuated", "frame")) {
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
    }
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

  /** The rows of the files of a folder, one file after the other, patches counted on. */
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

  // ---- operations ----------------------------------------------------------------------------

  private static String randomText(Random random) {
    StringBuilder text = new StringBuilder();
    boolean in = false;
    for (int i = 0; i < 120; i++) {
      if (random.nextInt(6) == 0) {
        text.append(in ? random.nextBoolean() ? "TC .\n" : "TA .\n" : "TX .\n");
        in = !in;
      }
      text.append(random.nextInt(5) < 3 ? "A " : "D ").append(statement(random)).append(" .\n");
    }
    return text.append(in ? "TC .\n" : "").toString();
  }

  private static String statement(Random random) {
    String g = random.nextInt(3) == 0 ? " <http://e/g>" : "";
    return "<http://e/s"
        + random.nextInt(4)
        + "> <http://e/p> \""
        + random.nextInt(5)
        + "\""
        + (random.nextBoolean() ? "@en" : "")
        + g;
  }

  private Dataset<Row> patch(String name, String text) throws Exception {
    java.io.ByteArrayOutputStream out = new java.io.ByteArrayOutputStream();
    try (var writer =
        io.github.jellybridge.patch.PatchWriter.open(
            out, io.github.jellybridge.patch.PatchWriteOptions.defaults())) {
      RdfPatchText.read(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), writer);
    }
    return read(file(name, out.toByteArray()));
  }

  /**
   * What Jena says, without operations of aborted transactions, as a graph in memory keeps them.
   */
  private static Set<String> byJena(String... texts) {
    DatasetGraph dataset = DatasetGraphFactory.createTxnMem();
    for (String text : texts) {
      StringBuilder operations = new StringBuilder();
      // Operations outside of transactions are put into one: Jena's dataset needs that.
      boolean in = false;
      boolean own = false;
      for (String line : text.split("\n")) {
        boolean mark = line.startsWith("T");
        if (mark && own) {
          operations.append("TC .\n");
          own = false;
        } else if (!mark && !in && !own) {
          operations.append("TX .\n");
          own = true;
        }
        in = mark ? line.startsWith("TX") : in;
        operations.append(line).append("\n");
      }
      operations.append(own ? "TC .\n" : "");
      RDFPatchOps.applyChange(
          dataset,
          new ByteArrayInputStream(operations.toString().getBytes(StandardCharsets.UTF_8)));
    }
    Set<String> found = new TreeSet<>();
    dataset.begin();
    dataset
        .find()
        .forEachRemaining(
            q ->
                found.add(
                    q.getSubject()
                        + " "
                        + q.getObject().getLiteralLexicalForm()
                        + "@"
                        + q.getObject().getLiteralLanguage()
                        + (q.isDefaultGraph() ? "" : " " + q.getGraph())));
    dataset.end();
    return found;
  }

  private static Set<String> found(Dataset<Row> statements) {
    Set<String> found = new TreeSet<>();
    List<Row> rows = statements.collectAsList();
    for (Row row : rows) {
      Row o = row.getAs("o");
      Row g = row.getAs("g");
      String lang = o.getAs("lang");
      found.add(
          row.<Row>getAs("s").<String>getAs("value")
              + " "
              + o.getAs("value")
              + "@"
              + (lang == null ? "" : lang)
              + (g == null ? "" : " " + g.getAs("value")));
    }
    assertEquals("each statement once", rows.size(), found.size());
    return found;
  }

  @Test
  public void patchesApplyAsJenaAppliesThem() throws Exception {
    Random random = new Random(1);
    Dataset<Row> nothing = patch("none", "TX .\nTC .\n").where("op = 'A'");
    for (int i = 0; i < 2; i++) {
      String first = randomText(random);
      String second = randomText(random);
      Dataset<Row> one = patch("one" + i, first);
      Dataset<Row> two = patch("two" + i, second);
      Dataset<Row> old = PatchOperations.applyPatch(nothing, one).cache();
      assertEquals(byJena(first), found(old));
      Dataset<Row> changed = PatchOperations.applyPatch(old, two).cache();
      Set<String> expected = byJena(first, second);
      assertEquals(expected, found(changed));

      Dataset<Row> compact = PatchOperations.compact(two);
      assertTrue(compact.count() <= two.count());
      assertEquals(expected, found(PatchOperations.applyPatch(old, compact)));

      Dataset<Row> undo = PatchOperations.invert(two, old);
      assertEquals(found(old), found(PatchOperations.applyPatch(changed, undo)));

      Dataset<Row> diff = PatchOperations.diff(old, changed, "urn:b", "urn:a", false);
      String path = folder.getRoot() + "/diff" + i;
      diff.write().format("jelly-patch").save(path);
      List<PatchRow> rows = inOrder(path);
      assertEquals(List.of("H", "H", "TX"), rows.subList(0, 3).stream().map(PatchRow::op).toList());
      assertEquals("TC", rows.get(rows.size() - 1).op());
      List<String> ops = rows.subList(3, rows.size() - 1).stream().map(PatchRow::op).toList();
      assertEquals("deletes first", ops.stream().sorted().toList().size(), ops.size());
      assertTrue(ops.lastIndexOf("D") < Math.max(1, ops.indexOf("A")) || !ops.contains("A"));
      assertEquals(expected, found(PatchOperations.applyPatch(old, read(path))));
    }
  }

  @Test
  public void diffRefusesBlankNodesWhenAsked() throws Exception {
    Dataset<Row> blank = patch("b", "A _:x <http://e/p> \"1\" .\n").where("op = 'A'");
    assertEquals(2, PatchOperations.diff(blank, blank).count());
    Exception e =
        assertThrows(
            Exception.class,
            () -> PatchOperations.diff(blank, blank, null, null, true).collectAsList());
    assertTrue(e.toString() + e.getCause(), (e + " " + e.getCause()).contains("a blank node"));
  }
}
