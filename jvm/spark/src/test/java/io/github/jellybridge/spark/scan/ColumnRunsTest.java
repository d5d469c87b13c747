package io.github.jellybridge.spark.scan;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.jelly.columns.RandomColumns;
import io.github.jellybridge.model.Statement;
import io.github.jellybridge.model.Term;
import io.github.jellybridge.spark.metrics.SkippedMetric;
import io.github.jellybridge.testing.Cases;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.Test;

/** Queries of one column of files of the column layout, which the reader answers from runs. */
public class ColumnRunsTest extends PushdownCase {
  private static final int FRAMES = 200;

  private RandomColumns add(int seed, boolean messages) throws Exception {
    RandomColumns stream = RandomColumns.large(seed, FRAMES, messages);
    Path path = folder.getRoot().toPath().resolve("columns-" + seed + ".jelly");
    Files.write(path, stream.file);
    files.add(0, path);
    return stream;
  }

  /** Also reads files of the row layout after files of columns in one task. */
  @Test
  public void queriesOfOneColumnAgreeWithSpark() throws Exception {
    for (int seed = 1; seed <= 4; seed++) {
      add(seed, seed % 2 == 0);
    }
    Cases.each(
        List.of("file", "frame", "preserve"),
        blankNodes ->
            Cases.each(
                List.of("s", "p", "o", "g"),
                column -> {
                  for (String query :
                      List.of(
                          "SELECT x.value, count(*) FROM TABLE GROUP BY x.value",
                          "SELECT x.kind, x.value, count(1) FROM TABLE GROUP BY x.kind, x.value",
                          "SELECT DISTINCT x FROM TABLE",
                          "SELECT count(*) FROM TABLE WHERE x.value LIKE '%1%'",
                          "SELECT count(*) FROM TABLE WHERE x IS NULL OR x.kind = 'bnode'",
                          "SELECT DISTINCT x.value FROM TABLE WHERE x.kind = 'bnode'",
                          "SELECT x, count(*) FROM TABLE WHERE x.value > 'h' GROUP BY x")) {
                    assertSame(
                        files, query.replaceAll("\\bx\\b", column), "blankNodes", blankNodes);
                  }
                }));
  }

  @Test
  public void countsOfPredicatesAreThoseOfTheStatements() throws Exception {
    files.clear();
    List<Statement> statements = add(5, false).statements;
    Map<String, Long> expected =
        statements.stream()
            .collect(Collectors.groupingBy(s -> ((Term.Iri) s.p()).value(), Collectors.counting()));
    Map<String, Long> found =
        run(files, "true", "SELECT p.value, count(*) FROM TABLE GROUP BY p.value")
            .collectAsList()
            .stream()
            .collect(Collectors.toMap(row -> row.getString(0), row -> row.getLong(1)));
    assertEquals(expected, found);

    String wanted = expected.keySet().iterator().next();
    Dataset<Row> count =
        run(files, "true", "SELECT count(*) FROM TABLE WHERE p.value = '" + wanted + "'");
    String plan = SparkJelly.plan(count);
    assertTrue(plan, plan.contains("PushedAggregates: [COUNT(*)]"));
    assertEquals((long) expected.get(wanted), count.first().getLong(0));
    assertEquals(
        statements.size() - expected.get(wanted),
        (long) SparkJelly.metrics(count).get(SkippedMetric.NAME));
  }
}
