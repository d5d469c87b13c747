package io.github.jellybridge.sparql;

import static org.apache.spark.sql.functions.col;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.Triple;
import org.apache.jena.sparql.core.Var;
import org.apache.jena.vocabulary.RDF;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** Matches basic graph patterns: one scan for each triple pattern, joined on their variables. */
final class BasicGraphPatterns {
  private BasicGraphPatterns() {}

  /** Returns the solutions of a basic graph pattern. */
  static Solutions match(List<Triple> patterns, Scope scope) {
    if (patterns.isEmpty()) {
      return scope.unit();
    }
    Solutions all = null;
    for (Triple pattern : inJoinOrder(patterns)) {
      Solutions scan = scan(pattern, scope);
      all = all == null ? scan : Joins.join(all, scan);
    }
    // A solution determines its triples, so equal solutions come from repeated statements.
    boolean repeated = scope.duplicates() && scope.dataset().mayRepeat(scope.graph());
    return scope.atLeaf(repeated ? all.distinct() : all);
  }

  /** Returns the solutions of a triple pattern, repeated as the statements are. */
  static Solutions scan(Triple pattern, Scope scope) {
    Dataset<Row> rows = scope.dataset().statements(scope.graph());
    Map<Var, Column> columns = new LinkedHashMap<>();
    rows = position(rows, "s", pattern.getSubject(), columns);
    rows = position(rows, "p", pattern.getPredicate(), columns);
    rows = position(rows, "o", pattern.getObject(), columns);
    if (scope.graph() instanceof Var key) {
      columns.put(key, col("g"));
    }
    Column[] selected =
        columns.entrySet().stream()
            .map(entry -> entry.getValue().as(ColumnName.of(entry.getKey())))
            .toArray(Column[]::new);
    Set<Var> resources = new HashSet<>(columns.keySet());
    resources.removeIf(
        variable ->
            !variable.equals(pattern.getSubject())
                && !variable.equals(pattern.getPredicate())
                && !variable.equals(scope.graph()));
    return new Solutions(
        rows.select(selected), List.copyOf(columns.keySet()), columns.keySet(), resources);
  }

  private static Dataset<Row> position(
      Dataset<Row> rows, String name, Node node, Map<Var, Column> columns) {
    Column term = col(name);
    if (!Var.isVar(node)) {
      return rows.where(Terms.matches(term, node));
    }
    Column earlier = columns.putIfAbsent(Var.alloc(node), term);
    return earlier == null ? rows : rows.where(earlier.equalTo(term));
  }

  /**
   * Orders patterns for joins from left to right: the most selective one first, then always one
   * that shares a variable with those before, if there is one.
   */
  static List<Triple> inJoinOrder(List<Triple> patterns) {
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
