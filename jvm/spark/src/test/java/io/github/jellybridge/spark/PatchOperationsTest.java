package io.github.jellybridge.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.when;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.jena.RdfPatchText;
import io.github.jellybridge.patch.PatchWriteOptions;
import io.github.jellybridge.patch.PatchWriter;
import io.github.jellybridge.spark.listing.LocalSpark;
import io.github.jellybridge.testing.Cases;
import io.github.jellybridge.testing.TestSize;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.apache.jena.graph.Node;
import org.apache.jena.rdfpatch.RDFPatchOps;
import org.apache.jena.sparql.core.DatasetGraph;
import org.apache.jena.sparql.core.DatasetGraphFactory;
import org.apache.jena.sparql.core.Quad;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.Rule;
import org.junit.Test;
import org.junit.function.ThrowingRunnable;
import org.junit.rules.TemporaryFolder;

/**
 * Compares the effect of patches on tables with the effect of the same patches on Jena's dataset.
 */
public class PatchOperationsTest {
  private static final List<String> SUBJECTS =
      List.of("<http://e/s0>", "<http://e/s1>", "<_:a>", "<_:b>");
  private static final List<String> OBJECTS =
      List.of(
          "\"1\"",
          "\"1\"@en",
          "\"1\"@de",
          "\"1\"^^<http://www.w3.org/2001/XMLSchema#integer>",
          "\"01\"^^<http://www.w3.org/2001/XMLSchema#integer>",
          "\"\"",
          "<http://e/s0>",
          "<_:a>");
  private static final List<String> GRAPHS =
      List.of("", "", "", " <http://e/g0>", " <http://e/g1>", " <_:g>");

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private final SparkSession spark = LocalSpark.get();

  // ---- random patches ------------------------------------------------------------------------

  private static String oneOf(List<String> list, Random random) {
    return list.get(random.nextInt(list.size()));
  }

  private static String statement(Random random) {
    return oneOf(SUBJECTS, random)
        + " <http://e/p"
        + random.nextInt(2)
        + "> "
        + oneOf(OBJECTS, random)
        + oneOf(GRAPHS, random);
  }

  /**
   * Random additions and deletions inside and outside of transactions, many of them aborted, and
   * other rows.
   */
  private static String randomText(Random random) {
    StringBuilder text = new StringBuilder("H id <urn:patch:" + random.nextInt(9) + "> .\n");
    boolean in = false;
    int operations = random.nextInt(300);
    String last = statement(random);
    for (int i = 0; i < operations; i++) {
      switch (random.nextInt(12)) {
        case 0, 1 -> {
          text.append(!in ? "TX .\n" : random.nextBoolean() ? "TC .\n" : "TA .\n");
          in = !in;
        }
        case 2 -> text.append("PA \"e\" \"http://e/").append(i).append("\" .\n");
        case 3 -> text.append(random.nextBoolean() ? "A " : "D ").append(last).append(" .\n");
        default -> {
          last = statement(random);
          text.append(random.nextInt(5) < 3 ? "A " : "D ").append(last).append(" .\n");
        }
      }
    }
    return text.append(!in ? "" : random.nextBoolean() ? "TC .\n" : "TA .\n").toString();
  }

  /** A file of patches, one for each text. */
  private Dataset<Row> patches(String name, List<String> texts) throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (PatchWriter writer = PatchWriter.open(out, PatchWriteOptions.defaults())) {
      for (String text : texts) {
        RdfPatchText.read(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), writer);
      }
    }
    Path path = folder.getRoot().toPath().resolve(name + ".jellyp");
    Files.write(path, out.toByteArray());
    return read(path.toString());
  }

  private Dataset<Row> read(String path) {
    return spark.read().format("jelly-patch").load(path);
  }

  // ---- two ways to the statements afterwards -------------------------------------------------

  /**
   * The statements that Jena has after the patches. Its dataset requires a transaction for each
   * operation.
   */
  private static Set<String> byJena(List<String> texts) {
    DatasetGraph dataset = DatasetGraphFactory.createTxnMem();
    for (String text : texts) {
      StringBuilder operations = new StringBuilder();
      boolean in = false;
      boolean own = false;
      for (String line : text.split("\n")) {
        boolean mark = line.startsWith("T");
        if (mark && own) {
          operations.append("TC .\n");
          own = false;
        } else if (!mark && !in && !own && !line.startsWith("H")) {
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
    dataset.find().forEachRemaining(quad -> found.add(text(quad)));
    dataset.end();
    return found;
  }

  private static String text(Quad quad) {
    String graph = quad.isDefaultGraph() ? "" : text(quad.getGraph());
    return text(quad.getSubject()) + text(quad.getPredicate()) + text(quad.getObject()) + graph;
  }

  private static String text(Node node) {
    if (node.isURI()) {
      return "<" + node.getURI() + "> ";
    }
    if (node.isBlank()) {
      return "_:" + node.getBlankNodeLabel() + " ";
    }
    boolean plain =
        !node.getLiteralLanguage().isEmpty()
            || node.getLiteralDatatypeURI().equals("http://www.w3.org/2001/XMLSchema#string");
    return literal(
        node.getLiteralLexicalForm(),
        node.getLiteralLanguage(),
        plain ? "" : node.getLiteralDatatypeURI());
  }

  private static String literal(String value, String lang, String datatype) {
    return '"' + value + "\"@" + lang + "^^" + datatype + " ";
  }

  private static Set<String> found(Dataset<Row> statements) {
    List<Row> rows = statements.select("s", "p", "o", "g").collectAsList();
    Set<String> found = new TreeSet<>();
    for (Row row : rows) {
      StringBuilder text = new StringBuilder();
      for (int column = 0; column < 4; column++) {
        text.append(row.isNullAt(column) ? "" : text(row.getStruct(column)));
      }
      found.add(text.toString());
    }
    assertEquals("each statement once", rows.size(), found.size());
    return found;
  }

  private static String text(Row term) {
    String value = term.getString(1);
    return switch (term.getString(0)) {
      case "iri" -> "<" + value + "> ";
      case "bnode" -> "_:" + value + " ";
      default ->
          literal(
              value,
              term.isNullAt(2) ? "" : term.getString(2),
              term.isNullAt(3) ? "" : term.getString(3));
    };
  }

  private static Set<String> minus(Set<String> from, Set<String> what) {
    Set<String> rest = new TreeSet<>(from);
    rest.removeAll(what);
    return rest;
  }

  // ---- properties ----------------------------------------------------------------------------

  @Test
  public void randomPatchesHaveTheSameResultAsInJena() throws Exception {
    Dataset<Row> nothing = patches("none", List.of("TX .\nTC .\n")).where("op = 'A'");
    int touched = 0;
    int rounds = TestSize.of(1, 5);
    for (int seed = 0; seed < rounds; seed++) {
      Random random = new Random(seed);
      String first = randomText(random);
      List<String> then = new ArrayList<>();
      for (int i = random.nextInt(3); i >= 0; i--) {
        then.add(randomText(random));
      }
      List<String> all = new ArrayList<>(then);
      all.add(0, first);
      Dataset<Row> old = PatchOperations.applyPatch(nothing, patches("a" + seed, List.of(first)));
      Set<String> before = byJena(List.of(first));
      assertEquals("seed " + seed, before, found(old));
      old = old.localCheckpoint();
      Dataset<Row> patch = patches("b" + seed, then);
      Set<String> expected = byJena(all);
      Dataset<Row> changed = PatchOperations.applyPatch(old, patch).localCheckpoint();
      assertEquals("seed " + seed, expected, found(changed));
      touched += minus(expected, before).size() + minus(before, expected).size();

      Dataset<Row> compact = PatchOperations.compact(patch).localCheckpoint();
      assertEquals(expected, found(PatchOperations.applyPatch(old, compact)));
      assertEquals("on nothing", byJena(then), found(PatchOperations.applyPatch(nothing, compact)));
      found(compact.where("op IN ('A', 'D')"));

      Dataset<Row> undo = PatchOperations.invert(patch, old).localCheckpoint();
      assertEquals(before, found(PatchOperations.applyPatch(changed, undo)));
      assertEquals(minus(expected, before), found(undo.where("op = 'D'")));
      assertEquals(minus(before, expected), found(undo.where("op = 'A'")));

      String path = folder.getRoot() + "/diff" + seed;
      PatchOperations.diff(old, changed.union(changed), "urn:b", "urn:a", false)
          .write()
          .format("jelly-patch")
          .save(path);
      Dataset<Row> diff = read(path);
      String ops = String.join("", diff.select("op").as(Encoders.STRING()).collectAsList());
      assertTrue(ops, ops.matches("HHTXD*A*TC"));
      assertEquals(minus(before, expected), found(diff.where("op = 'D'")));
      assertEquals(minus(expected, before), found(diff.where("op = 'A'")));
      assertEquals(expected, found(PatchOperations.applyPatch(old, diff)));
    }
    assertTrue("patches that change something: " + touched, touched > 20 * rounds);
  }

  @Test
  public void statementsThatNoPatchNamesKeepTheirDuplicates() throws Exception {
    Dataset<Row> one =
        patches("one", List.of("A <http://e/s> <http://e/p> \"1\" .\n")).select("s", "p", "o", "g");
    Dataset<Row> patch = patches("two", List.of("A <http://e/s> <http://e/p> \"2\" .\n".repeat(3)));
    assertEquals(3, PatchOperations.applyPatch(one.union(one), patch).count());
    assertEquals(2, PatchOperations.applyPatch(one.drop("g"), patch).count());
  }

  @Test
  public void aTransactionThatDoesNotEndDoesNothing() throws Exception {
    String text = "A _:x <http://e/p> \"1\" .\nTX .\nD _:x <http://e/p> \"1\" .\nTC .\n";
    Dataset<Row> patch = patches("p", List.of(text));
    Dataset<Row> nothing = patch.where("op = 'X'");
    assertEquals(0, PatchOperations.applyPatch(nothing, patch).count());
    Dataset<Row> open = patch.where("op <> 'TC'");
    assertEquals(1, PatchOperations.applyPatch(nothing, open).count());
    assertEquals(1, PatchOperations.compact(open).where("op = 'A'").count());
    assertEquals(1, PatchOperations.invert(open, nothing).where("op = 'D'").count());
  }

  @Test
  public void operationsWithoutANumberAreRefused() throws Exception {
    Dataset<Row> patch = patches("1", List.of("TX .\nA _:x <http://e/p> \"1\" .\nTA .\n"));
    Dataset<Row> nothing = patch.where("op = 'X'");
    assertEquals(0, PatchOperations.applyPatch(nothing, patch).count());
    Column never = when(col("seq").lt(0), col("seq"));
    assertEquals(0, PatchOperations.applyPatch(nothing, patch.withColumn("patch", never)).count());
    Cases.each(
        List.of(never, lit(1).cast("int"), lit(1).cast("byte")),
        seq -> {
          Dataset<Row> wrong = patch.withColumn("seq", seq);
          Exception e =
              assertThrows(
                  Exception.class,
                  () -> PatchOperations.applyPatch(nothing, wrong).collectAsList());
          String text = e + " " + e.getCause();
          assertTrue(text, text.contains("the order is ambiguous"));
        });
  }

  @Test
  public void anOrderIsNotEmpty() throws Exception {
    Dataset<Row> patch = patches("1", List.of("A _:x <http://e/p> \"1\" .\n"));
    Exception e =
        assertThrows(
            IllegalArgumentException.class, () -> PatchOperations.compact(patch, List.of()));
    assertTrue(e.getMessage(), e.getMessage().contains("order must be names of columns"));
  }

  @Test
  public void patchesOfSeveralFilesNeedAnOrder() throws Exception {
    Dataset<Row> one = patches("1", List.of("A _:x <http://e/p> \"1\" .\n".repeat(3)));
    Dataset<Row> two = patches("2", List.of("D _:x <http://e/p> \"1\" .\n"));
    Dataset<Row> nothing = one.where("op = 'X'");
    Dataset<Row> both = one.withColumn("file", lit(1)).unionByName(two.withColumn("file", lit(2)));
    for (Dataset<Row> mixed :
        List.of(
            PatchOperations.applyPatch(nothing, both),
            PatchOperations.compact(both),
            PatchOperations.invert(both, nothing))) {
      Exception e = assertThrows(Exception.class, mixed::collectAsList);
      String text = e + " " + e.getCause();
      assertTrue(
          text, text.contains("the order is ambiguous: operations have the same patch, seq"));
    }
    List<String> order = List.of("file", "patch", "seq");
    assertEquals(0, PatchOperations.applyPatch(nothing, both, order).count());
    assertEquals(1, PatchOperations.compact(both, order).where("op = 'D'").count());
    assertEquals(2, PatchOperations.invert(both, nothing, order).count());
    assertEquals(3, PatchOperations.invert(both, one.where("op = 'A'"), order).count());
  }

  @Test
  public void largePatchesAreLookedUpByHash() throws Exception {
    StringBuilder text = new StringBuilder("TX .\n");
    for (int i = 0; i < 200; i++) {
      text.append("A <http://e/s").append(i).append("> <http://e/p> \"1\" .\n");
    }
    Dataset<Row> add = patches("add", List.of(text + "TC .\n"));
    Dataset<Row> old = add.where("op = 'A'").select("s", "p", "o", "g");
    for (int i = 0; i < 3; i++) {
      old = old.union(old);
    }
    Dataset<Row> patch = patches("p", List.of("D <http://e/s7> <http://e/p> \"1\" .\n".repeat(9)));
    String setting = "spark.sql.autoBroadcastJoinThreshold";
    spark.conf().set(setting, 1);
    try {
      Dataset<Row> after = PatchOperations.applyPatch(old, patch);
      assertEquals(8 * 199, after.count());
      String plan = after.queryExecution().executedPlan().toString();
      assertTrue(plan, plan.contains("ShuffledHashJoin"));
      // A patch as large as the statements is sorted instead, as it may not fit into the memory of
      // a task.
      Dataset<Row> all = PatchOperations.applyPatch(patch.select("s", "p", "o", "g"), add);
      assertEquals(200, all.count());
      String other = all.queryExecution().executedPlan().toString();
      assertTrue(other, other.contains("SortMergeJoin"));
    } finally {
      spark.conf().unset(setting);
    }
  }

  @Test
  public void aStatementThatIsNamedOftenIsLookedUpInOnce() throws Exception {
    Dataset<Row> one =
        patches("one", List.of("A <http://e/s> <http://e/p> \"1\" .\n")).where("op = 'A'");
    int rows = TestSize.of(40_000, 300_000);
    Dataset<Row> hot =
        spark
            .range(rows)
            .selectExpr("id AS seq")
            .crossJoin(one.drop("seq"))
            .withColumn("op", when(col("seq").mod(2).equalTo(0), "A").otherwise("D"));
    assertEquals(0, PatchOperations.applyPatch(one.select("s", "p", "o", "g"), hot).count());
    assertEquals(1, PatchOperations.compact(hot).where("op = 'D'").count());
    Dataset<Row> even = hot.where("seq < " + (rows - 1));
    assertEquals(1, PatchOperations.applyPatch(hot.select("s", "p", "o", "g"), even).count());
  }

  @Test
  public void textsAreNoTerms() throws Exception {
    Dataset<Row> patch = patches("p", List.of("A _:x <http://e/p> \"1\" .\n"));
    Dataset<Row> terms = patch.select("s", "p", "o");
    Dataset<Row> texts = terms.selectExpr("s.value AS s", "p.value AS p", "o.value AS o");
    for (ThrowingRunnable wrong :
        List.<ThrowingRunnable>of(
            () -> PatchOperations.diff(texts, texts),
            () -> PatchOperations.diff(terms, texts),
            () -> PatchOperations.applyPatch(texts, patch),
            () -> PatchOperations.invert(patch, texts),
            () -> PatchOperations.compact(patch.withColumn("s", col("s.value"))))) {
      Exception e = assertThrows(IllegalArgumentException.class, wrong);
      assertTrue(
          e.getMessage(), e.getMessage().startsWith("column s: expected a term, struct<kind"));
    }
  }

  @Test
  public void diffRefusesBlankNodesWhenAsked() throws Exception {
    Dataset<Row> blank = patches("b", List.of("A _:x <http://e/p> \"1\" .\n")).where("op = 'A'");
    assertEquals(2, PatchOperations.diff(blank, blank).count());
    Exception e =
        assertThrows(
            Exception.class,
            () -> PatchOperations.diff(blank, blank, null, null, true).collectAsList());
    assertTrue(e.toString() + e.getCause(), (e + " " + e.getCause()).contains("a blank node"));
  }
}
