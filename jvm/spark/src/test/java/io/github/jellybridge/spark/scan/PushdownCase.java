package io.github.jellybridge.spark.scan;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.jena.graph.Node;
import org.apache.jena.sparql.core.Quad;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.Before;
import org.junit.Rule;
import org.junit.rules.TemporaryFolder;

/** Provides files with terms of every kind, queried with pushdown and without it. */
public abstract class PushdownCase {
  static final int FILES = 3;
  private static final int STATEMENTS = 400;

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  final List<Path> files = new ArrayList<>();

  @Before
  public void write() {
    Random random = new Random(7);
    List<Node> terms = terms();
    for (int file = 0; file < FILES; file++) {
      List<Quad> quads = new ArrayList<>();
      for (int i = 0; i < STATEMENTS; i++) {
        Node s = terms.get(random.nextInt(8));
        Node p = JellySamples.iri("p" + random.nextInt(4));
        Node o = terms.get(random.nextInt(terms.size()));
        quads.add(
            random.nextInt(3) == 0
                ? JellySamples.triple(s, p, o)
                : JellySamples.quad(s, p, o, terms.get(random.nextInt(5))));
      }
      Path path = folder.getRoot().toPath().resolve("part-" + file + ".jelly");
      files.add(JellySamples.writeQuads(path, quads, 10 + 50 * file));
    }
  }

  private static List<Node> terms() {
    List<Node> terms = new ArrayList<>();
    for (String name : List.of("a", "b", "p1", "", "é")) {
      terms.add(JellySamples.iri(name));
    }
    terms.add(JellySamples.bnode("b0"));
    terms.add(JellySamples.bnode("b1"));
    terms.add(
        JellySamples.quoted(
            JellySamples.iri("a"), JellySamples.iri("p1"), JellySamples.text("quoted")));
    for (String text :
        List.of("", "a", "http://example.org/a", "naïve 日本語", "\uD83D\uDE00", "it's\n\"\\")) {
      terms.add(JellySamples.text(text));
      terms.add(JellySamples.lang(text, "en"));
      terms.add(JellySamples.lang(text, "de-AT"));
      terms.add(JellySamples.typed(text, "token"));
    }
    return terms;
  }

  Dataset<Row> run(List<Path> paths, String pushdown, String query, String... options) {
    String[] all = Arrays.copyOf(options, options.length + 2);
    all[options.length] = "pushdown";
    all[options.length + 1] = pushdown;
    // A view has no hidden columns, so the metadata gets a name.
    Dataset<Row> read = SparkJelly.read(paths, all);
    read.selectExpr("*", "_metadata AS m").createOrReplaceTempView("statements");
    return SparkJelly.spark().sql(query.replace("TABLE", "statements"));
  }

  /** Runs queries with one task for each file. */
  static void inSeveralTasks(Runnable queries) {
    SparkJelly.spark().conf().set("spark.sql.files.openCostInBytes", "256m");
    try {
      queries.run();
    } finally {
      SparkJelly.spark().conf().unset("spark.sql.files.openCostInBytes");
    }
  }

  static List<String> sorted(Dataset<Row> frame) {
    return SparkJelly.rows(frame).stream().sorted().toList();
  }

  void assertSame(List<Path> paths, String query, String... options) {
    Dataset<Row> off = run(paths, "false", query, options);
    String plan = SparkJelly.plan(off);
    assertFalse(plan, plan.contains("PushedAggregates"));
    assertFalse(plan, plan.replace("PushedFilters: []", "").contains("PushedFilters"));
    List<String> missing = new ArrayList<>(sorted(off));
    List<String> extra = new ArrayList<>();
    for (String row : sorted(run(paths, "true", query, options))) {
      if (!missing.remove(row)) {
        extra.add(row);
      }
    }
    assertEquals(query + ": rows without pushdown only", List.of(), missing);
    assertEquals(query + ": rows with pushdown only", List.of(), extra);
  }
}
