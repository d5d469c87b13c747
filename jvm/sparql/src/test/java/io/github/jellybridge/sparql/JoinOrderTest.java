package io.github.jellybridge.sparql;

import static org.junit.Assert.assertEquals;

import io.github.jellybridge.spark.jena.StandardColumns;
import io.github.jellybridge.spark.scan.StatementCounts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.jena.graph.Triple;
import org.apache.jena.riot.Lang;
import org.apache.jena.riot.RDFParser;
import org.apache.jena.sparql.algebra.Algebra;
import org.apache.jena.sparql.algebra.op.OpBGP;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

public class JoinOrderTest {
  private static final String OPEN_COST = "spark.sql.files.openCostInBytes";

  @Rule public TemporaryFolder folder = new TemporaryFolder();

  private static List<Triple> patterns(String pattern) {
    return ((OpBGP) Algebra.parse("(prefix ((: <a:>)) (bgp " + pattern + "))"))
        .getPattern()
        .getList();
  }

  private static StatementCounts counts(Map<String, Long> predicates) {
    StatementCounts.Column unknown =
        new StatementCounts.Column(OptionalLong.empty(), OptionalLong.empty(), Map.of());
    StatementCounts.Column p =
        new StatementCounts.Column(
            OptionalLong.of(predicates.size()), OptionalLong.of(0), predicates);
    long all = predicates.values().stream().mapToLong(Long::longValue).sum();
    return new StatementCounts(all, List.of(unknown, p, unknown, unknown));
  }

  private static void assertOrder(Map<String, Long> predicates, String wanted, String pattern) {
    assertEquals(patterns(wanted), new JoinOrder(counts(predicates)).of(patterns(pattern)));
  }

  private static void assertOrder(Dataset<Row> table, String wanted, String pattern) {
    assertEquals(patterns(wanted), new JoinOrder(StandardColumns.of(table)).of(patterns(pattern)));
  }

  @Test
  public void rarerPredicatesComeFirst() {
    assertOrder(
        Map.of("a:often", 1_000_000L, "a:rare", 1_000L, "a:some", 50_000L),
        "(triple ?s :rare ?z) (triple ?s :some ?y) (triple ?s :often ?x)",
        "(triple ?s :often ?x) (triple ?s :some ?y) (triple ?s :rare ?z)");
  }

  @Test
  public void predicatesThatDoNotOccurComeFirst() {
    assertOrder(
        Map.of("a:b", 1_000L, "a:c", 10L),
        "(triple ?s :missing ?z) (triple ?s :c ?y) (triple ?s :b ?x)",
        "(triple ?s :b ?x) (triple ?s :c ?y) (triple ?s :missing ?z)");
  }

  @Test
  public void chainsStartAtTheirRarestLink() {
    assertOrder(
        Map.of("a:near", 1_000_000L, "a:part", 90_000L),
        "(triple ?b :part ?c) (triple ?c :near ?d) (triple ?a :near ?b)",
        "(triple ?a :near ?b) (triple ?b :part ?c) (triple ?c :near ?d)");
  }

  @Test
  public void smallDimensionsWaitForTheTableThatRefersToThem() {
    // A place that is joined first meets all statements about vendors.
    assertOrder(
        Map.of("a:place", 4_000L, "a:vendor", 700_000L, "a:part", 90_000L, "a:brand", 700_000L),
        "(triple ?s :part ?o) (triple ?s :vendor ?v) (triple ?v :place ?l) (triple ?o :brand ?b)",
        "(triple ?s :vendor ?v) (triple ?v :place ?l) (triple ?s :part ?o) (triple ?o :brand ?b)");
  }

  @Test
  public void patternsWithoutCommonVariablesComeLast() {
    assertOrder(
        Map.of("a:b", 1_000L, "a:c", 10L),
        "(triple ?s :c ?x) (triple ?s :b ?y) (triple ?t :c ?z)",
        "(triple ?t :c ?z) (triple ?s :b ?y) (triple ?s :c ?x)");
  }

  @Test
  public void filesWithStatisticsTellTheOrder() throws IOException {
    StringBuilder turtle = new StringBuilder("PREFIX : <a:> ");
    for (int i = 0; i < 200; i++) {
      turtle.append(":s%d :often %d ; :some %d . ".formatted(i, i, i % 7));
    }
    turtle.append(":s7 :rare 1 .");
    SparkSession spark = SparqlTables.session();
    Path path = folder.getRoot().toPath().resolve("table");
    Dataset<Row> statements =
        SparqlTables.table(
            spark, RDFParser.fromString(turtle.toString(), Lang.TURTLE).toDatasetGraph());
    statements
        .coalesce(1)
        .write()
        .format("jelly")
        .option("checkpointBytes", "500")
        .save(path.toString());
    String asked = "(triple ?s :often ?x) (triple ?s :some 1) (triple ?s :rare ?z)";
    String byPositions = "(triple ?s :some 1) (triple ?s :often ?x) (triple ?s :rare ?z)";
    // The reader does not look at statistics of files that it reads as fast.
    Dataset<Row> table = spark.read().format("jelly").load(path.toString());
    assertOrder(table, byPositions, asked);
    spark.conf().set(OPEN_COST, "100");
    try {
      table = spark.read().format("jelly").load(path.toString());
      String byCounts = "(triple ?s :rare ?z) (triple ?s :some 1) (triple ?s :often ?x)";
      assertOrder(table, byCounts, asked);
      assertOrder(table.where("g is null"), byCounts, asked);
      assertOrder(statements, byPositions, asked);
    } finally {
      spark.conf().unset(OPEN_COST);
    }
  }
}
