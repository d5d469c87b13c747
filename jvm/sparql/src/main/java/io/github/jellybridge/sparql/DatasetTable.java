package io.github.jellybridge.sparql;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;

import io.github.jellybridge.sparql.expression.Terms;
import java.util.List;
import java.util.Set;
import org.apache.jena.graph.Node;
import org.apache.jena.sparql.core.Var;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * The RDF dataset of a query: a table of statements, and the choice of its graphs.
 *
 * @param rows the columns {@code s, p, o, g}
 * @param union whether the default graph is the union of all graphs
 * @param unique whether the table is known to have each statement once
 * @param described whether the query chooses the graphs by FROM and FROM NAMED
 * @param from the graphs of which the default graph is merged
 * @param fromNamed the named graphs
 * @param joinOrder the order of triple patterns
 */
record DatasetTable(
    Dataset<Row> rows,
    boolean union,
    boolean unique,
    boolean described,
    List<Node> from,
    List<Node> fromNamed,
    JoinOrder joinOrder) {
  private static final Column GRAPH = col("g");

  SparkSession session() {
    return rows.sparkSession();
  }

  /**
   * Returns the statements of a graph.
   *
   * @param graph null for the default graph; a variable for all named graphs
   */
  Dataset<Row> statements(Node graph) {
    return rows.where(isIn(graph));
  }

  private Column isIn(Node graph) {
    if (graph == null) {
      if (described) {
        return anyOf(from);
      }
      return union ? lit(true) : GRAPH.isNull();
    }
    if (graph.isVariable()) {
      return described ? anyOf(fromNamed) : GRAPH.isNotNull();
    }
    return described && !fromNamed.contains(graph) ? lit(false) : Terms.matches(GRAPH, graph);
  }

  private static Column anyOf(List<Node> graphs) {
    return switch (graphs.size()) {
      case 0 -> lit(false);
      case 1 -> Terms.matches(GRAPH, graphs.get(0));
      default -> Terms.isOneOf(GRAPH, graphs);
    };
  }

  /** Tells whether the statements of a graph may have the same triple twice. */
  boolean mayRepeat(Node graph) {
    boolean merged = graph == null && (described ? from.size() > 1 : union);
    return !rows.isStreaming() && (merged || !unique);
  }

  /** Returns one solution without variables. */
  Solutions unit() {
    return new Solutions(session().range(1).select(), List.of(), Set.of());
  }

  /** Returns the names of the named graphs. */
  Solutions names(Var variable) {
    Dataset<Row> names = statements(variable).select(GRAPH.as(ColumnName.of(variable))).distinct();
    return new Solutions(names, List.of(variable), Set.of(variable), Set.of(variable));
  }

  /** Returns one solution without variables if a named graph has statements, else none. */
  Solutions exists(Node graph) {
    return new Solutions(statements(graph).select().limit(1), List.of(), Set.of());
  }
}
