package io.github.jellybridge.sparql;

import static org.apache.spark.sql.functions.collect_list;
import static org.apache.spark.sql.functions.collect_set;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.countDistinct;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.udf;
import static org.apache.spark.sql.functions.when;

import io.github.jellybridge.sparql.expression.Expressions;
import io.github.jellybridge.sparql.expression.Terms;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.jena.graph.Node;
import org.apache.jena.sparql.algebra.op.OpGroup;
import org.apache.jena.sparql.core.Var;
import org.apache.jena.sparql.expr.Expr;
import org.apache.jena.sparql.expr.ExprAggregator;
import org.apache.jena.sparql.expr.ExprLib;
import org.apache.jena.sparql.expr.aggregate.AggCount;
import org.apache.jena.sparql.expr.aggregate.AggCountDistinct;
import org.apache.jena.sparql.expr.aggregate.AggCountVar;
import org.apache.jena.sparql.expr.aggregate.AggCountVarDistinct;
import org.apache.jena.sparql.expr.aggregate.Aggregator;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.expressions.UserDefinedFunction;

/** Groups solutions and computes aggregates (section 18.5.1). */
final class Aggregation {
  private static final Var PRESENT = Var.alloc(".present");
  private static final String ARGUMENT = ".argument";

  private final Expressions expressions;
  private final Existence existence;

  Aggregation(Expressions expressions, Existence existence) {
    this.expressions = expressions;
    this.existence = existence;
  }

  /** Returns the groups of solutions, with their aggregates. */
  Solutions group(Solutions solutions, OpGroup group, Scope scope) {
    // The variables of a group may have the names of variables before it.
    Solutions keyed = solutions;
    for (Var variable : group.getGroupVars().getVars()) {
      Expr value = group.getGroupVars().getExpr(variable);
      if (value != null) {
        keyed =
            existence.flag(
                keyed,
                value,
                scope,
                (flagged, rest) ->
                    flagged.extend(variable, expressions.term(rest, flagged.columns()), false));
      } else if (!keyed.variables().contains(variable)) {
        keyed = keyed.extend(variable, Terms.unbound(), false);
      }
    }
    return aggregate(keyed, 0, new ArrayList<>(), group, scope);
  }

  /** Makes the aggregates from one number on, as the flags of EXISTS have to exist for them. */
  private Solutions aggregate(
      Solutions solutions, int next, List<Column> aggregates, OpGroup group, Scope scope) {
    if (next == group.getAggregators().size()) {
      return groups(solutions, aggregates, group, scope);
    }
    ExprAggregator aggregator = group.getAggregators().get(next);
    String name = ColumnName.of(aggregator.getVar());
    Aggregator function = aggregator.getAggregator();
    if (function.getExprList() == null || function.getExprList().isEmpty()) {
      aggregates.add(countRows(function, solutions, scope).as(name));
      return aggregate(solutions, next + 1, aggregates, group, scope);
    }
    return existence.flag(
        solutions,
        function.getExprList().get(0),
        scope,
        (flagged, argument) -> {
          Column term = expressions.term(argument, flagged.columns());
          Solutions extended = flagged;
          if (!ExprLib.isStable(argument)) {
            // Spark refuses such expressions within an aggregate.
            Var value = Var.alloc(ARGUMENT + next);
            extended = flagged.extend(value, term, false);
            term = ColumnName.column(value);
          }
          aggregates.add(column(function, term).as(name));
          return aggregate(extended, next + 1, aggregates, group, scope);
        });
  }

  private static Column countRows(Aggregator function, Solutions solutions, Scope scope) {
    if (function instanceof AggCount) {
      return Terms.integer(count(lit(1)));
    }
    if (function instanceof AggCountDistinct) {
      Set<Var> variables = new LinkedHashSet<>(scope.withoutBlankNodes(solutions).variables());
      variables.removeAll(scope.keys());
      return Terms.integer(countDistinct(Solutions.key(variables)));
    }
    throw new UnsupportedQueryException(function.getName());
  }

  private static Column column(Aggregator function, Column term) {
    if (function instanceof AggCountVar) {
      return Terms.integer(count(term));
    }
    if (function instanceof AggCountVarDistinct) {
      return Terms.integer(countDistinct(term));
    }
    ArqAggregate aggregate = ArqAggregate.of(function);
    if (PartialAggregate.supports(aggregate)) {
      return PartialAggregate.of(aggregate, term);
    }
    Column terms = struct(term.as("0"));
    UserDefinedFunction evaluate = udf(aggregate.function(), Terms.TYPE);
    return evaluate.apply(aggregate.distinct() ? collect_set(terms) : collect_list(terms));
  }

  private static Solutions groups(
      Solutions solutions, List<Column> aggregates, OpGroup group, Scope scope) {
    Set<Var> keys = new LinkedHashSet<>(scope.keys());
    boolean whole = group.getGroupVars().isEmpty();
    keys.addAll(group.getGroupVars().getVars());
    List<Var> variables = new ArrayList<>(keys);
    Set<Var> bound = new LinkedHashSet<>(solutions.bound());
    bound.retainAll(keys);
    for (ExprAggregator aggregator : group.getAggregators()) {
      variables.add(aggregator.getVar());
      if (aggregator.getAggregator().getName().equals("COUNT")) {
        bound.add(aggregator.getVar());
      }
    }
    Column[] keyColumns = keys.stream().map(ColumnName::column).toArray(Column[]::new);
    Dataset<Row> rows =
        solutions
            .table()
            .groupBy(keyColumns)
            .agg(count(lit(1)).as(ColumnName.of(PRESENT)), aggregates.toArray(Column[]::new));
    if (whole && !scope.keys().isEmpty()) {
      variables.add(PRESENT);
      return withEmptyGroups(new Solutions(rows, variables, bound), group, scope);
    }
    Solutions all = new Solutions(rows.drop(ColumnName.of(PRESENT)), variables, bound);
    // An empty group is there only if the graph is.
    return whole && scope.graph() != null ? Joins.join(scope.graphUnit(), all) : all;
  }

  /** Adds the single group of keys that have no solution. */
  private static Solutions withEmptyGroups(Solutions groups, OpGroup group, Scope scope) {
    Solutions unit = scope.unit().project(scope.keys()).distinct();
    Solutions all = Joins.leftJoin(unit, groups, columns -> null);
    Column isEmpty = ColumnName.column(PRESENT).isNull();
    for (ExprAggregator aggregator : group.getAggregators()) {
      Node value = aggregator.getAggregator().getValueEmpty();
      Column empty = value == null ? Terms.unbound() : Terms.constant(value);
      Column other = ColumnName.column(aggregator.getVar());
      all = all.extend(aggregator.getVar(), when(isEmpty, empty).otherwise(other), false);
    }
    return all.without(List.of(PRESENT));
  }
}
