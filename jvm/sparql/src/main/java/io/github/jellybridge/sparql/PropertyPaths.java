package io.github.jellybridge.sparql;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.not;

import io.github.jellybridge.sparql.expression.Terms;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.Triple;
import org.apache.jena.sparql.core.TriplePath;
import org.apache.jena.sparql.core.Var;
import org.apache.jena.sparql.path.P_Alt;
import org.apache.jena.sparql.path.P_Inverse;
import org.apache.jena.sparql.path.P_Link;
import org.apache.jena.sparql.path.P_NegPropSet;
import org.apache.jena.sparql.path.P_OneOrMore1;
import org.apache.jena.sparql.path.P_ReverseLink;
import org.apache.jena.sparql.path.P_Seq;
import org.apache.jena.sparql.path.P_ZeroOrMore1;
import org.apache.jena.sparql.path.P_ZeroOrOne;
import org.apache.jena.sparql.path.Path;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** Matches property paths (section 18.4 of the recommendation). */
final class PropertyPaths {
  private final OpTranslator translator;
  private final int maxLength;

  /**
   * Creates the translation.
   *
   * @param maxLength largest number of steps of a path with {@code *} or {@code +}
   */
  PropertyPaths(OpTranslator translator, int maxLength) {
    this.translator = translator;
    this.maxLength = maxLength;
  }

  /** Returns the solutions of a property path pattern. */
  Solutions match(TriplePath pattern, Scope scope) {
    if (pattern.isTriple()) {
      return BasicGraphPatterns.match(List.of(pattern.asTriple()), scope);
    }
    return scope.atLeaf(match(pattern.getSubject(), pattern.getPath(), pattern.getObject(), scope));
  }

  /** Returns the pairs of a path, without the outer solutions of the scope. */
  private Solutions match(Node start, Path path, Node end, Scope scope) {
    if (Var.isVar(start) && start.equals(end)) {
      Var other = newVariable();
      Solutions pairs = match(start, path, other, scope);
      Column same = ColumnName.column(Var.alloc(start)).equalTo(ColumnName.column(other));
      return pairs.where(same).without(List.of(other));
    }
    if (path instanceof P_Link link) {
      return link(Triple.create(start, link.getNode(), end), scope);
    }
    if (path instanceof P_ReverseLink link) {
      return link(Triple.create(end, link.getNode(), start), scope);
    }
    if (path instanceof P_Inverse inverse) {
      return match(end, inverse.getSubPath(), start, scope);
    }
    if (path instanceof P_Seq sequence) {
      Var middle = newVariable();
      return Joins.join(
              match(start, sequence.getLeft(), middle, scope),
              match(middle, sequence.getRight(), end, scope))
          .without(List.of(middle));
    }
    if (path instanceof P_Alt alternative) {
      return OpTranslator.union(
          match(start, alternative.getLeft(), end, scope),
          match(start, alternative.getRight(), end, scope));
    }
    if (path instanceof P_NegPropSet negated) {
      return negated(start, negated, end, scope);
    }
    Scope pairs = scope.withDuplicates(false);
    if (path instanceof P_ZeroOrOne optional) {
      Solutions one = match(start, optional.getSubPath(), end, pairs);
      return OpTranslator.union(zero(start, end, pairs), one).distinct();
    }
    if (path instanceof P_OneOrMore1 repeated) {
      return closure(start, repeated.getSubPath(), end, pairs);
    }
    if (path instanceof P_ZeroOrMore1 repeated) {
      Solutions more = closure(start, repeated.getSubPath(), end, pairs);
      return OpTranslator.union(zero(start, end, pairs), more).distinct();
    }
    throw new UnsupportedQueryException("the path " + path);
  }

  private Var newVariable() {
    return translator.newVariable(".path");
  }

  private static Solutions link(Triple pattern, Scope scope) {
    Solutions scan = BasicGraphPatterns.scan(pattern, scope);
    return scope.duplicates() && scope.dataset().mayRepeat(scope.graph()) ? scan.distinct() : scan;
  }

  private Solutions negated(Node start, P_NegPropSet path, Node end, Scope scope) {
    Solutions forward = null;
    if (!path.getFwdNodes().isEmpty() || path.getBwdNodes().isEmpty()) {
      forward = exceptPredicates(start, path.getFwdNodes(), end, scope);
    }
    if (path.getBwdNodes().isEmpty()) {
      return forward;
    }
    Solutions backward = exceptPredicates(end, path.getBwdNodes(), start, scope);
    return forward == null ? backward : OpTranslator.union(forward, backward);
  }

  private Solutions exceptPredicates(Node start, List<Node> predicates, Node end, Scope scope) {
    Var predicate = newVariable();
    Column term = ColumnName.column(predicate);
    Solutions statements = link(Triple.create(start, predicate, end), scope);
    for (Node excluded : predicates) {
      statements = statements.where(not(Terms.matches(term, excluded)));
    }
    return statements.without(List.of(predicate));
  }

  /** Returns the pairs of a node with itself. */
  private Solutions zero(Node start, Node end, Scope scope) {
    if (!Var.isVar(start) && !Var.isVar(end)) {
      Solutions unit = scope.graphUnit();
      return start.equals(end) ? unit : unit.with(unit.table().limit(0));
    }
    if (!Var.isVar(start)) {
      return scope.graphUnit().extend(Var.alloc(end), Terms.constant(start), true);
    }
    if (!Var.isVar(end)) {
      return scope.graphUnit().extend(Var.alloc(start), Terms.constant(end), true);
    }
    Var from = Var.alloc(start);
    Var to = Var.alloc(end);
    Solutions nodes = OpTranslator.union(nodes("s", from, scope), nodes("o", from, scope));
    // An outer solution may have nodes that are not in the graph.
    nodes = OpTranslator.union(outerNodes(from, from, nodes, scope), nodes);
    nodes = OpTranslator.union(outerNodes(to, from, nodes, scope), nodes);
    return nodes.distinct().extend(to, ColumnName.column(from), true);
  }

  private static Solutions nodes(String column, Var variable, Scope scope) {
    List<Column> columns = new ArrayList<>(List.of(col(column).as(ColumnName.of(variable))));
    Set<Var> variables = new LinkedHashSet<>(List.of(variable));
    if (scope.graph() instanceof Var key) {
      columns.add(col("g").as(ColumnName.of(key)));
      variables.add(key);
    }
    Dataset<Row> rows = scope.dataset().statements(scope.graph());
    return new Solutions(
        rows.select(columns.toArray(Column[]::new)), List.copyOf(variables), variables);
  }

  /** Returns the terms of a variable in the outer solutions, as another variable. */
  private static Solutions outerNodes(Var outer, Var variable, Solutions nodes, Scope scope) {
    if (scope.environment() == null || !scope.environment().variables().contains(outer)) {
      return nodes.with(nodes.table().limit(0));
    }
    Column term = ColumnName.column(outer);
    Solutions terms =
        scope
            .environment()
            .project(List.of(outer))
            .where(term.isNotNull())
            .extend(variable, term, true)
            .project(List.of(variable));
    return Joins.join(scope.graphUnit(), terms);
  }

  /** Returns the pairs of one or more steps, each once. */
  private Solutions closure(Node start, Path step, Node end, Scope scope) {
    if (!Var.isVar(end)) {
      if (Var.isVar(start)) {
        return closure(end, new P_Inverse(step), start, scope);
      }
      Var last = newVariable();
      return closure(start, step, last, scope)
          .where(Terms.matches(ColumnName.column(last), end))
          .without(List.of(last));
    }
    Var last = Var.alloc(end);
    Var middle = newVariable();
    Solutions steps = match(middle, step, last, scope).distinct().checkpoint();
    Solutions reached = match(start, step, last, scope).distinct().checkpoint();
    Solutions newest = reached;
    for (int length = 1; !newest.table().isEmpty(); length++) {
      if (length > maxLength) {
        throw new IllegalStateException(
            "SPARQL: a path ("
                + step
                + ")+ has more than "
                + maxLength
                + " steps; if the data are meant to have such paths, raise maxPathLength (in Python"
                + " max_path_length).");
      }
      Solutions from = newest.copy(last, middle).without(List.of(last));
      Solutions next = Joins.join(from, steps).project(reached.variables()).distinct();
      newest = Joins.antiJoin(next, reached).checkpoint();
      reached = OpTranslator.union(reached, newest).checkpoint();
    }
    return reached;
  }
}
