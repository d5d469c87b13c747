package io.github.jellybridge.spark.scan;

import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.Test;

/** Tests that explain shows pushdown. */
public class JellyExplainTest extends PushdownCase {
  private String plan(String query) {
    return SparkJelly.plan(run(files, "true", query));
  }

  private void assertPushed(String query, String... expected) {
    String plan = plan(query);
    for (String part : expected) {
      assertTrue(part + " in " + plan, plan.contains(part));
    }
    assertFalse(plan, plan.contains("Filter ("));
  }

  private void assertShuffled(String query) {
    String plan = plan(query);
    assertTrue(plan, plan.contains("Exchange"));
    assertSame(files, query);
  }

  @Test
  public void explainShowsPushedFilters() {
    assertPushed(
        "SELECT s, p, o, g FROM TABLE WHERE p.value = 'x'", "PushedFilters: [p.value = 'x']");
    assertPushed("SELECT s, p, o, g FROM TABLE WHERE o.value LIKE 'a%'", "o.value LIKE 'a%'");
    assertPushed("SELECT s, p, o, g FROM TABLE WHERE s.kind IN ('iri', 'bnode')", "s.kind IN ");
    assertPushed("SELECT s, p, o, g FROM TABLE WHERE g IS NULL AND o.lang <=> 'en'", "g IS NULL");
    assertPushed(
        "SELECT s, p, o, g FROM TABLE WHERE length(o.value) > 3", "CHAR_LENGTH(o.value) > 3");
    assertPushed("SELECT s, p, o, g FROM TABLE WHERE NOT (p.value = 'x' OR s.value = o.value)");
  }

  @Test
  public void explainShowsAPushedComparisonWithAWholeTerm() {
    assertPushed(
        "SELECT s, p, o, g FROM TABLE WHERE p = named_struct('kind', 'iri', 'value', 'x',"
            + " 'lang', CAST(NULL AS STRING), 'datatype', CAST(NULL AS STRING))",
        "PushedFilters: [p = ");
  }

  /**
   * Tests constants for which Spark casts the term whose fields cannot be null to the type of the
   * other.
   */
  @Test
  public void termsThatSparkCastsToBeComparedArePushed() {
    String constant = "CAST(NULL AS STRING) AS value, 'x' AS lang, 'y' AS datatype)";
    for (String filter :
        List.of(
            "g = s",
            "o <=> g",
            "NOT (g >= o AND g.value > 'x')",
            "s >= struct('iri' AS kind, " + constant)) {
      String query = "SELECT s, p, o, g FROM TABLE WHERE " + filter;
      assertPushed(query);
      assertSame(files, query);
    }
  }

  @Test
  public void explainShowsPushedAggregates() {
    assertPushed(
        "SELECT count(*), max(s.value) FROM TABLE",
        "PushedAggregates: [COUNT(*), MAX(s.value)]",
        "PushedGroupBy: []");
    assertPushed(
        "SELECT p.value, count(*) FROM TABLE GROUP BY p.value",
        "PushedAggregates: [COUNT(*)]",
        "PushedGroupBy: [p.value]");
    assertPushed(
        "SELECT DISTINCT s.value FROM TABLE", "PushedAggregates: []", "PushedGroupBy: [s.value]");
    assertPushed("SELECT DISTINCT o FROM TABLE", "PushedGroupBy: [o]");
    assertPushed(
        "SELECT o.value, count(*) FROM TABLE WHERE p.value = 'x' GROUP BY o.value",
        "PushedFilters: [p.value = 'x']",
        "PushedGroupBy: [o.value]");
    assertPushed(
        "SELECT sum(length(o.value)), avg(length(s.value)) FROM TABLE",
        "SUM(CHAR_LENGTH(o.value)), SUM(CHAR_LENGTH(s.value)), COUNT(*)");
  }

  @Test
  public void aTotalOfOneTaskIsNotShuffled() {
    String total = "SELECT count(*), sum(length(s.value)), min(o.value), count(g) FROM TABLE";
    Dataset<Row> one = run(files.subList(0, 1), "true", total);
    String plan = SparkJelly.plan(one);
    assertTrue(plan, plan.contains("PushedAggregates: [COUNT(*)"));
    assertFalse(plan, plan.contains("Exchange"));
    assertSame(files.subList(0, 1), total);
    assertSame(files.subList(0, 1), total + " WHERE p.value = 'nothing has this'");
    assertSame(files.subList(0, 1), "SELECT avg(length(o.value)), count(*) + 1 FROM TABLE");
    inSeveralTasks(() -> assertShuffled(total));
  }

  @Test
  public void groupsOfOneTaskAreNeitherShuffledNorMerged() {
    List<Path> one = files.subList(0, 1);
    for (String query :
        List.of(
            "SELECT p.value, count(*) FROM TABLE GROUP BY p.value",
            "SELECT DISTINCT s, o.lang FROM TABLE WHERE g IS NULL",
            "SELECT o.kind, g, avg(length(o.value)), max(s.value) FROM TABLE GROUP BY o.kind, g")) {
      String plan = SparkJelly.plan(run(one, "true", query));
      assertFalse(plan, plan.contains("Exchange"));
      assertFalse(plan, plan.contains("HashAggregate"));
      assertSame(one, query);
    }
    inSeveralTasks(() -> assertShuffled("SELECT p.value, count(*) FROM TABLE GROUP BY p.value"));
  }

  @Test
  public void explainShowsTheFiltersLeftToSpark() {
    String plan = plan("SELECT count(*) FROM TABLE WHERE upper(p.value) = 'X' AND g IS NULL");
    assertTrue(plan, plan.contains("Filter ("));
    assertTrue(plan, plan.contains("PushedFilters: [g IS NULL]"));
    assertFalse(plan, plan.contains("PushedAggregates"));
  }
}
