package io.github.jellybridge.sparql;

import io.github.jellybridge.spark.scan.StatementCounts;
import io.github.jellybridge.spark.table.StatementTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.Triple;
import org.apache.jena.sparql.core.Var;
import org.apache.jena.vocabulary.RDF;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;
import scala.collection.Seq;

/**
 * The order in which the triple patterns of a basic graph pattern are joined, from left to right:
 * by estimated numbers of solutions if files have statistics, else by the positions that are bound.
 */
final class JoinOrder {
  /** The share of statements that are expected to have a constant object. */
  private static final double CONSTANT_OBJECT = 0.1;

  /** The number of different terms if it is not known. */
  private static final double UNKNOWN = 0;

  private final Dataset<Row> rows;
  private Optional<StatementCounts> counts;

  /** Creates the order for a table of statements. */
  JoinOrder(Dataset<Row> rows) {
    this.rows = rows;
  }

  /** Creates the order for a table with known numbers. */
  JoinOrder(StatementCounts counts) {
    this.rows = null;
    this.counts = Optional.of(counts);
  }

  /** Returns the patterns in the order of their joins. */
  List<Triple> of(List<Triple> patterns) {
    // Spark itself chooses the sides of a single join.
    if (patterns.size() < 3) {
      return patterns;
    }
    if (counts == null) {
      counts = counts(rows);
    }
    return counts.isPresent() ? byCounts(patterns) : byPositions(patterns);
  }

  /** Returns the numbers of the files of a table that reads no others. */
  private static Optional<StatementCounts> counts(Dataset<Row> rows) {
    Seq<LogicalPlan> leaves =
        ((org.apache.spark.sql.classic.Dataset<Row>) rows)
            .queryExecution()
            .analyzed()
            .collectLeaves();
    return leaves.size() == 1
            && leaves.head() instanceof DataSourceV2Relation relation
            && relation.table() instanceof StatementTable table
        ? table.counts()
        : Optional.empty();
  }

  // ---- by numbers of solutions ---------------------------------------------------------------

  /** Tries each pattern as the first one, and returns the order with the fewest solutions. */
  private List<Triple> byCounts(List<Triple> patterns) {
    List<Triple> best = List.of();
    double least = Double.POSITIVE_INFINITY;
    for (Triple first : patterns) {
      List<Triple> ordered = new ArrayList<>(List.of(first));
      List<Triple> rest = new ArrayList<>(patterns);
      rest.remove(first);
      Estimate all = estimate(first);
      double solutions = all.rows();
      while (!rest.isEmpty()) {
        Estimate before = all;
        Triple next =
            rest.stream()
                .min(
                    Comparator.comparingDouble((Triple p) -> before.join(estimate(p)).rows())
                        .thenComparingDouble(p -> estimate(p).rows()))
                .orElseThrow();
        all = all.join(estimate(next));
        solutions += all.rows();
        ordered.add(next);
        rest.remove(next);
      }
      if (best.isEmpty() || solutions < least) {
        best = ordered;
        least = solutions;
      }
    }
    return best;
  }

  /**
   * Estimates the solutions of a triple pattern. A subject is expected to have a predicate once, as
   * statistics do not have the numbers of subjects and objects of each predicate.
   */
  private Estimate estimate(Triple pattern) {
    StatementCounts known = counts.orElseThrow();
    Map<String, Long> predicates = known.columns().get(1).terms();
    double statements = known.statements();
    if (pattern.getPredicate().isURI() && !predicates.isEmpty()) {
      statements = predicates.getOrDefault(pattern.getPredicate().getURI(), 0L);
    }
    double subjects =
        Math.min(statements, known.columns().get(0).distinct().orElse(Long.MAX_VALUE));
    double solutions = statements;
    if (!Var.isVar(pattern.getSubject())) {
      solutions /= Math.max(1, subjects);
    }
    if (!Var.isVar(pattern.getObject())) {
      solutions *= CONSTANT_OBJECT;
    }
    Map<Node, Double> terms = new HashMap<>();
    terms.put(pattern.getObject(), UNKNOWN);
    terms.put(pattern.getPredicate(), (double) predicates.size());
    terms.put(pattern.getSubject(), subjects);
    terms.keySet().removeIf(node -> !Var.isVar(node));
    return new Estimate(solutions, terms);
  }

  /**
   * An estimate of solutions.
   *
   * @param rows their number
   * @param terms numbers of different terms of each variable, or {@link #UNKNOWN}
   */
  private record Estimate(double rows, Map<Node, Double> terms) {
    /** Estimates a join, as if the terms of the side with fewer ones were all on the other side. */
    Estimate join(Estimate that) {
      double pairs = rows * that.rows;
      Map<Node, Double> both = new HashMap<>(terms);
      for (Map.Entry<Node, Double> term : that.terms.entrySet()) {
        Double here = terms.get(term.getKey());
        if (here == null) {
          both.put(term.getKey(), term.getValue());
          continue;
        }
        double more = Math.max(here, term.getValue());
        double fewer = Math.min(here, term.getValue());
        pairs /= Math.max(1, more == UNKNOWN ? Math.min(rows, that.rows) : more);
        both.put(term.getKey(), fewer == UNKNOWN ? more : fewer);
      }
      return new Estimate(pairs, both);
    }
  }

  // ---- by positions --------------------------------------------------------------------------

  /** Returns the most selective one first, then always one that shares a variable, if any does. */
  private static List<Triple> byPositions(List<Triple> patterns) {
    List<Triple> rest = new ArrayList<>(patterns);
    List<Triple> ordered = new ArrayList<>();
    Set<Node> known = new HashSet<>();
    while (!rest.isEmpty()) {
      Triple next =
          rest.stream()
              .max(
                  Comparator.comparing((Triple pattern) -> isConnected(pattern, known))
                      .thenComparing(pattern -> selectivity(pattern, known))
                      .thenComparing(pattern -> -rest.indexOf(pattern)))
              .orElseThrow();
      rest.remove(next);
      ordered.add(next);
      known.addAll(List.of(next.getSubject(), next.getPredicate(), next.getObject()));
    }
    return ordered;
  }

  private static boolean isConnected(Triple pattern, Set<Node> known) {
    return isKnown(pattern.getSubject(), known)
        || isKnown(pattern.getPredicate(), known)
        || isKnown(pattern.getObject(), known);
  }

  private static boolean isKnown(Node node, Set<Node> known) {
    return Var.isVar(node) && known.contains(node);
  }

  /** Returns a larger number for a pattern that fewer statements are expected to match. */
  private static int selectivity(Triple pattern, Set<Node> known) {
    boolean isType = RDF.type.asNode().equals(pattern.getPredicate());
    return weight(pattern.getSubject(), known, 4)
        + weight(pattern.getObject(), known, isType ? 2 : 3)
        + weight(pattern.getPredicate(), known, 1);
  }

  private static int weight(Node node, Set<Node> known, int weight) {
    if (!Var.isVar(node)) {
      return 2 * weight;
    }
    return known.contains(node) ? weight : 0;
  }
}
