package io.github.jellybridge.sparql;

import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.monotonically_increasing_id;
import static org.apache.spark.sql.functions.row_number;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.jena.query.Query;
import org.apache.jena.query.SortCondition;
import org.apache.jena.sparql.algebra.Op;
import org.apache.jena.sparql.algebra.op.OpDistinct;
import org.apache.jena.sparql.algebra.op.OpOrder;
import org.apache.jena.sparql.algebra.op.OpProject;
import org.apache.jena.sparql.algebra.op.OpReduced;
import org.apache.jena.sparql.algebra.op.OpSlice;
import org.apache.jena.sparql.core.Var;
import org.apache.jena.sparql.expr.Expr;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.expressions.Window;
import org.apache.spark.sql.expressions.WindowSpec;

/** Sorts solutions, and keeps their order in DISTINCT, LIMIT and OFFSET. */
final class Ordering {
  private final Expressions expressions;
  private final Existence existence;

  Ordering(Expressions expressions, Existence existence) {
    this.expressions = expressions;
    this.existence = existence;
  }

  /** Returns the solutions in the order of ORDER BY. */
  Solutions order(Solutions solutions, List<SortCondition> conditions, Scope scope) {
    return order(solutions, conditions, 0, new ArrayList<>(), scope);
  }

  private Solutions order(
      Solutions solutions,
      List<SortCondition> conditions,
      int next,
      List<Column> keys,
      Scope scope) {
    if (next == conditions.size()) {
      return solutions.with(solutions.table().orderBy(keys.toArray(Column[]::new)));
    }
    return existence.flag(
        solutions,
        conditions.get(next).getExpression(),
        scope,
        (flagged, expression) -> {
          keys.add(key(flagged, expression, conditions.get(next)));
          return order(flagged, conditions, next + 1, keys, scope);
        });
  }

  private Column key(Solutions solutions, Expr expression, SortCondition condition) {
    Column key = SortKey.of(expressions.term(expression, solutions.columns()));
    return condition.getDirection() == Query.ORDER_DESCENDING ? key.desc() : key.asc();
  }

  /** Returns each solution once; the solutions of an ordered operator stay in its order. */
  Solutions distinct(Solutions solutions, Op op, Scope scope) {
    List<SortCondition> conditions = conditions(op);
    if (conditions.isEmpty()) {
      return solutions.distinct();
    }
    if (isVisible(conditions, solutions)) {
      return order(solutions.distinct(), conditions, scope);
    }
    // The place of a solution is that of the first of its copies.
    String place = "place";
    Column[] columns = solutions.columns().values().toArray(Column[]::new);
    Dataset<Row> numbered = solutions.table().withColumn(place, monotonically_increasing_id());
    Dataset<Row> first =
        numbered.groupBy(columns).agg(min(place).as(place)).orderBy(place).select(columns);
    return solutions.with(first);
  }

  /** Returns a part of the solutions of each key. */
  Solutions slice(Solutions solutions, OpSlice slice, Scope scope) {
    long offset = Math.max(slice.getStart(), 0);
    long length = slice.getLength() == Query.NOLIMIT ? Long.MAX_VALUE : slice.getLength();
    if (scope.keys().isEmpty()) {
      Dataset<Row> rows = solutions.table();
      rows = offset == 0 ? rows : rows.offset(Math.toIntExact(offset));
      return solutions.with(
          length == Long.MAX_VALUE ? rows : rows.limit((int) Math.min(length, Integer.MAX_VALUE)));
    }
    List<SortCondition> conditions = conditions(slice.getSubOp());
    if (!isVisible(conditions, solutions)) {
      throw new UnsupportedQueryException(
          "LIMIT or OFFSET with ORDER BY of a variable that is not selected, in a subquery within"
              + " GRAPH or EXISTS");
    }
    Column[] keys = scope.keys().stream().map(ColumnName::column).toArray(Column[]::new);
    List<Column> sort = new ArrayList<>();
    for (SortCondition condition : conditions) {
      sort.add(key(solutions, condition.getExpression(), condition));
    }
    if (sort.isEmpty()) {
      sort.addAll(List.of(keys));
    }
    WindowSpec window = Window.partitionBy(keys).orderBy(sort.toArray(Column[]::new));
    String place = "place";
    Dataset<Row> numbered = solutions.table().withColumn(place, row_number().over(window));
    Column from = ColumnName.quoted(place).gt(offset);
    Column to = ColumnName.quoted(place).minus(offset).leq(length);
    return solutions.with(numbered.where(from.and(to)).drop(place));
  }

  private static boolean isVisible(List<SortCondition> conditions, Solutions solutions) {
    Set<Var> needed = new HashSet<>();
    for (SortCondition condition : conditions) {
      if (Existence.isIn(condition.getExpression())) {
        return false;
      }
      needed.addAll(condition.getExpression().getVarsMentioned());
    }
    return solutions.variables().containsAll(needed);
  }

  /** Returns the order in which an operator gives its solutions. */
  private static List<SortCondition> conditions(Op op) {
    if (op instanceof OpProject project) {
      return conditions(project.getSubOp());
    }
    if (op instanceof OpDistinct distinct) {
      return conditions(distinct.getSubOp());
    }
    if (op instanceof OpReduced reduced) {
      return conditions(reduced.getSubOp());
    }
    return op instanceof OpOrder order ? order.getConditions() : List.of();
  }
}
