package io.github.jellybridge.sparql;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.monotonically_increasing_id;
import static org.apache.spark.sql.functions.row_number;

import io.github.jellybridge.sparql.expression.Expressions;
import io.github.jellybridge.sparql.expression.SortKey;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.jena.query.Query;
import org.apache.jena.query.SortCondition;
import org.apache.jena.sparql.algebra.Op;
import org.apache.jena.sparql.algebra.op.OpDistinct;
import org.apache.jena.sparql.algebra.op.OpOrder;
import org.apache.jena.sparql.algebra.op.OpProject;
import org.apache.jena.sparql.algebra.op.OpReduced;
import org.apache.jena.sparql.algebra.op.OpSlice;
import org.apache.jena.sparql.core.Var;
import org.apache.jena.sparql.lang.sparql_11.SPARQLParser11Constants;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.expressions.Window;
import org.apache.spark.sql.expressions.WindowSpec;

/** Sorts solutions, and keeps their order in DISTINCT, LIMIT and OFFSET. */
final class Ordering {
  /** The start of the names of columns with keys; no variable has a space in its name. */
  private static final String KEY = "sort key ";

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
      return solutions.with(sorted(solutions.table(), keys, conditions));
    }
    return existence.flag(
        solutions,
        conditions.get(next).getExpression(),
        scope,
        (flagged, expression) -> {
          keys.add(SortKey.of(expressions.term(expression, flagged.columns())));
          return order(flagged, conditions, next + 1, keys, scope);
        });
  }

  /** Sorts by columns with the keys: Spark would compute an expression in each comparison. */
  private static Dataset<Row> sorted(
      Dataset<Row> rows, List<Column> keys, List<SortCondition> conditions) {
    List<Column> columns = new ArrayList<>(List.of(col("*")));
    List<Column> order = new ArrayList<>();
    for (int i = 0; i < keys.size(); i++) {
      columns.add(keys.get(i).as(KEY + i));
      order.add(directed(ColumnName.quoted(KEY + i), conditions.get(i)));
    }
    String[] added = IntStream.range(0, keys.size()).mapToObj(i -> KEY + i).toArray(String[]::new);
    return rows.select(columns.toArray(Column[]::new))
        .orderBy(order.toArray(Column[]::new))
        .drop(added);
  }

  private static Column directed(Column key, SortCondition condition) {
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
      if (offset > Integer.MAX_VALUE) {
        return solutions.with(rows.limit(0));
      }
      rows = offset == 0 ? rows : rows.offset((int) offset);
      return solutions.with(
          length == Long.MAX_VALUE ? rows : rows.limit((int) Math.min(length, Integer.MAX_VALUE)));
    }
    List<SortCondition> conditions = conditions(slice.getSubOp());
    if (!isVisible(conditions, solutions)) {
      throw new UnsupportedQueryException(
          SPARQLParser11Constants.ORDER,
          "LIMIT or OFFSET with ORDER BY of a variable that is not selected, in a subquery within"
              + " GRAPH or EXISTS",
          "Select the variable.");
    }
    Column[] keys = scope.keys().stream().map(ColumnName::column).toArray(Column[]::new);
    List<Column> sort = new ArrayList<>();
    for (SortCondition condition : conditions) {
      Column term = expressions.term(condition.getExpression(), solutions.columns());
      sort.add(directed(SortKey.of(term), condition));
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
