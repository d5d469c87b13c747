package io.github.jellybridge.sparql;

import static org.apache.spark.sql.functions.coalesce;

import io.github.jellybridge.sparql.expression.Expressions;
import io.github.jellybridge.sparql.expression.Terms;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.jena.graph.Node;
import org.apache.jena.sparql.algebra.Op;
import org.apache.jena.sparql.algebra.OpVars;
import org.apache.jena.sparql.algebra.Table;
import org.apache.jena.sparql.algebra.op.Op2;
import org.apache.jena.sparql.algebra.op.OpBGP;
import org.apache.jena.sparql.algebra.op.OpDistinct;
import org.apache.jena.sparql.algebra.op.OpExtend;
import org.apache.jena.sparql.algebra.op.OpFilter;
import org.apache.jena.sparql.algebra.op.OpGraph;
import org.apache.jena.sparql.algebra.op.OpGroup;
import org.apache.jena.sparql.algebra.op.OpJoin;
import org.apache.jena.sparql.algebra.op.OpLeftJoin;
import org.apache.jena.sparql.algebra.op.OpMinus;
import org.apache.jena.sparql.algebra.op.OpNull;
import org.apache.jena.sparql.algebra.op.OpOrder;
import org.apache.jena.sparql.algebra.op.OpPath;
import org.apache.jena.sparql.algebra.op.OpProject;
import org.apache.jena.sparql.algebra.op.OpReduced;
import org.apache.jena.sparql.algebra.op.OpSequence;
import org.apache.jena.sparql.algebra.op.OpSlice;
import org.apache.jena.sparql.algebra.op.OpTable;
import org.apache.jena.sparql.algebra.op.OpUnion;
import org.apache.jena.sparql.core.Var;
import org.apache.jena.sparql.engine.binding.Binding;
import org.apache.jena.sparql.expr.Expr;
import org.apache.jena.sparql.expr.ExprLib;
import org.apache.jena.sparql.lang.sparql_11.SPARQLParser11Constants;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.StructType;

/** Translates operators of SPARQL's algebra to operations on tables of solutions. */
final class OpTranslator {
  private final Expressions expressions;
  private final Existence existence;
  private final Assignments assignments;
  private final Aggregation aggregation;
  private final Ordering ordering;
  private final PropertyPaths paths;
  private final boolean repeatable;
  private int keys;

  /**
   * Creates the translation.
   *
   * @param repeatable whether solutions are the same each time that they are computed
   */
  OpTranslator(Expressions expressions, int maxPathLength, boolean repeatable) {
    this.expressions = expressions;
    this.repeatable = repeatable;
    this.existence = new Existence(this);
    this.assignments = new Assignments(this, expressions, existence);
    this.aggregation = new Aggregation(expressions, existence);
    this.ordering = new Ordering(expressions, existence);
    this.paths = new PropertyPaths(this, maxPathLength);
  }

  /** Returns a new variable for a key, which no query has. */
  Var newVariable(String purpose) {
    return Var.alloc(purpose + keys++);
  }

  /** Returns solutions that can be used twice; if they could differ then, they are computed now. */
  Solutions reusable(Solutions solutions) {
    return repeatable ? solutions : solutions.checkpoint();
  }

  /** Returns the solutions of an operator; they have the keys of the scope. */
  Solutions translate(Op op, Scope scope) {
    if (op instanceof OpBGP bgp) {
      return BasicGraphPatterns.match(bgp.getPattern().getList(), scope);
    }
    if (op instanceof OpPath path) {
      return paths.match(path.getTriplePath(), scope);
    }
    if (op instanceof OpTable table) {
      return table(table.getTable(), scope);
    }
    if (op instanceof OpJoin || op instanceof OpSequence) {
      return join(op, scope);
    }
    if (op instanceof OpLeftJoin leftJoin) {
      return leftJoin(leftJoin, scope);
    }
    if (op instanceof OpUnion union) {
      return union(translate(union.getLeft(), scope), translate(union.getRight(), scope));
    }
    if (op instanceof OpMinus minus) {
      return minus(minus, scope);
    }
    if (op instanceof OpFilter filter) {
      Solutions solutions = translate(filter.getSubOp(), scope);
      for (Expr condition : filter.getExprs()) {
        solutions = filter(solutions, condition, scope);
      }
      return solutions;
    }
    if (op instanceof OpGraph graph) {
      return graph(graph, scope);
    }
    if (op instanceof OpExtend extend) {
      return assignments.extend(extend, scope);
    }
    if (op instanceof OpGroup group) {
      return aggregation.group(
          translate(group.getSubOp(), scope.withDuplicates(true)), group, scope);
    }
    return modifier(op, scope);
  }

  private Solutions modifier(Op op, Scope scope) {
    if (op instanceof OpProject project) {
      Set<Var> kept = new LinkedHashSet<>(scope.keys());
      kept.addAll(project.getVars());
      return translate(project.getSubOp(), scope.within(project.getVars())).project(kept);
    }
    if (op instanceof OpDistinct distinct) {
      Scope inner = scope.withDuplicates(!repeatable);
      Solutions solutions = translate(distinct.getSubOp(), inner);
      return ordering.distinct(scope.withoutBlankNodes(solutions), distinct.getSubOp(), inner);
    }
    if (op instanceof OpReduced reduced) {
      return translate(reduced.getSubOp(), scope.withDuplicates(!repeatable));
    }
    if (op instanceof OpOrder order) {
      return ordering.order(translate(order.getSubOp(), scope), order.getConditions(), scope);
    }
    if (op instanceof OpSlice slice) {
      return ordering.slice(translate(slice.getSubOp(), scope.withDuplicates(true)), slice, scope);
    }
    if (op instanceof OpNull) {
      Solutions unit = scope.unit();
      return unit.with(unit.table().limit(0));
    }
    throw new UnsupportedQueryException(op.getName());
  }

  private Solutions table(Table table, Scope scope) {
    if (table.getVars().isEmpty() && table.size() == 1) {
      return scope.unit();
    }
    List<Var> variables = table.getVars();
    StructType type = new StructType();
    for (Var variable : variables) {
      type = type.add(ColumnName.of(variable), Terms.TYPE, true);
    }
    List<Row> rows = new ArrayList<>();
    Set<Var> bound = new LinkedHashSet<>(variables);
    for (Iterator<Binding> bindings = table.rows(); bindings.hasNext(); ) {
      Binding binding = bindings.next();
      bound.removeIf(variable -> !binding.contains(variable));
      rows.add(
          RowFactory.create(
              variables.stream().map(variable -> Terms.row(binding.get(variable))).toArray()));
    }
    return scope.forEachKey(
        new Solutions(scope.dataset().session().createDataFrame(rows, type), variables, bound));
  }

  private Solutions join(Op op, Scope scope) {
    List<Op> operands =
        op instanceof OpSequence sequence
            ? sequence.getElements()
            : List.of(((Op2) op).getLeft(), ((Op2) op).getRight());
    Solutions all = null;
    for (Op operand : operands) {
      Solutions next = translate(operand, scope);
      all = all == null ? next : Joins.join(all, next);
    }
    return all;
  }

  private Solutions minus(OpMinus op, Scope scope) {
    Solutions left = translate(op.getLeft(), scope);
    Solutions right = translate(op.getRight(), scope.withDuplicates(false));
    Set<Var> compared = new LinkedHashSet<>(OpVars.visibleVars(op.getLeft()));
    compared.retainAll(OpVars.visibleVars(op.getRight()));
    for (Var variable : compared) {
      if (scope.mayBeUnboundOutside(variable)) {
        throw new UnsupportedQueryException(
            SPARQLParser11Constants.MINUS_P,
            "MINUS within EXISTS that compares the outer variable ?"
                + variable.getName()
                + ", which may be unbound,",
            "Use FILTER NOT EXISTS instead of MINUS.");
      }
    }
    return Joins.minus(left, right, scope.fixed());
  }

  private Solutions leftJoin(OpLeftJoin op, Scope scope) {
    Solutions left = translate(op.getLeft(), scope);
    Solutions right = translate(op.getRight(), scope);
    List<Expr> conditions = op.getExprs() == null ? List.of() : op.getExprs().getList();
    if (conditions.stream().anyMatch(c -> Existence.isIn(c) || !ExprLib.isStable(c))) {
      return leftJoinInSteps(reusable(left), right, conditions, scope);
    }
    return Joins.leftJoin(
        left,
        right,
        columns ->
            conditions.stream()
                .map(condition -> expressions.condition(condition, columns))
                .reduce(Column::and)
                .orElse(null));
  }

  /** Joins with conditions that Spark cannot evaluate within a join. */
  private Solutions leftJoinInSteps(
      Solutions left, Solutions right, List<Expr> conditions, Scope scope) {
    // Merging changes variables that the left side leaves unbound, so it gets a copy of its
    // columns.
    Var copy = newVariable(".left");
    Column whole = Solutions.key(left.variables());
    Solutions pairs = Joins.join(left.extend(copy, whole, true), right);
    for (Expr condition : conditions) {
      pairs = filter(pairs, condition, scope);
    }
    pairs = reusable(pairs);
    Solutions unmatched =
        Joins.antiJoin(left.extend(copy, whole, true), pairs.project(List.of(copy)));
    return union(pairs, unmatched).without(List.of(copy));
  }

  /** Returns the solutions of both sides. */
  static Solutions union(Solutions left, Solutions right) {
    Set<Var> variables = new LinkedHashSet<>(left.variables());
    variables.addAll(right.variables());
    Set<Var> bound = new LinkedHashSet<>(left.bound());
    bound.retainAll(right.bound());
    Set<Var> resources = new LinkedHashSet<>(variables);
    resources.removeIf(variable -> left.mayBeLiteral(variable) || right.mayBeLiteral(variable));
    return new Solutions(
        left.project(variables).table().union(right.project(variables).table()),
        List.copyOf(variables),
        bound,
        resources);
  }

  private Solutions filter(Solutions solutions, Expr condition, Scope scope) {
    return existence.filter(
        solutions,
        condition,
        scope,
        (flagged, rest) -> flagged.where(expressions.condition(rest, flagged.columns())));
  }

  private Solutions graph(OpGraph op, Scope scope) {
    Node name = op.getNode();
    if (!Var.isVar(name)) {
      Solutions solutions = translate(op.getSubOp(), scope.withGraph(name));
      return outerGraph(solutions, scope);
    }
    Var variable = Var.alloc(name);
    Var key = newVariable(Scope.GRAPH_KEY);
    Solutions solutions = translate(op.getSubOp(), scope.withGraph(key));
    Column graph = ColumnName.column(key);
    if (solutions.variables().contains(variable)) {
      Column inner = ColumnName.column(variable);
      solutions = solutions.where(coalesce(inner.equalTo(graph), inner.isNull()));
    }
    return outerGraph(solutions.extend(variable, graph, true).without(List.of(key)), scope);
  }

  /** Repeats solutions of another graph for each graph of the scope. */
  private static Solutions outerGraph(Solutions solutions, Scope scope) {
    return scope.graph() instanceof Var key
        ? Joins.join(scope.dataset().names(key), solutions)
        : solutions;
  }
}
