package io.github.jellybridge.sparql;

import static org.apache.spark.sql.functions.col;

import io.github.jellybridge.sparql.expression.Terms;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.Triple;
import org.apache.jena.sparql.core.Var;
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
    for (Triple pattern : scope.dataset().joinOrder().of(patterns)) {
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
}
