package io.github.jellybridge.sparql;

import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.struct;

import io.github.jellybridge.sparql.expression.Terms;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.jena.sparql.core.Var;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * A multiset of solutions: a table with one column of terms for each variable, null where the
 * variable is unbound.
 *
 * @param table the rows; columns are named by {@link ColumnName}
 * @param variables the variables that have a column
 * @param bound the variables that are bound in every solution
 * @param resources the variables that are known to have no literal, such as subjects
 */
record Solutions(Dataset<Row> table, List<Var> variables, Set<Var> bound, Set<Var> resources) {
  Solutions {
    variables = List.copyOf(variables);
    bound = Set.copyOf(bound);
    resources = Set.copyOf(resources);
  }

  Solutions(Dataset<Row> table, List<Var> variables, Set<Var> bound) {
    this(table, variables, bound, Set.of());
  }

  /** Returns one column that is equal for solutions with the same terms of some variables. */
  static Column key(Collection<Var> variables) {
    Column[] columns = variables.stream().map(ColumnName::column).toArray(Column[]::new);
    return columns.length == 0 ? struct(lit(0).as("none")) : struct(columns);
  }

  /** Returns the columns by their variables, for expressions. */
  Map<Var, Column> columns() {
    Map<Var, Column> columns = new LinkedHashMap<>();
    variables.forEach(variable -> columns.put(variable, ColumnName.column(variable)));
    return columns;
  }

  /** Tells whether a variable may have a literal. */
  boolean mayBeLiteral(Var variable) {
    return variables.contains(variable) && !resources.contains(variable);
  }

  /** Returns these solutions with other rows. */
  Solutions with(Dataset<Row> rows) {
    return new Solutions(rows, variables, bound, resources);
  }

  /** Returns the solutions that fulfil a condition; null counts as false. */
  Solutions where(Column condition) {
    return with(table.where(condition));
  }

  /** Computes the solutions now, so that they are not computed again. */
  Solutions checkpoint() {
    return with(table.localCheckpoint());
  }

  Solutions distinct() {
    return with(variables.isEmpty() ? table.limit(1) : table.distinct());
  }

  /** Returns the solutions with these variables only; those that have no column are unbound. */
  Solutions project(Collection<Var> projected) {
    Column[] columns =
        projected.stream()
            .map(
                variable ->
                    variables.contains(variable)
                        ? ColumnName.column(variable)
                        : Terms.unbound().as(ColumnName.of(variable)))
            .toArray(Column[]::new);
    Set<Var> stillBound = retained(bound, projected);
    return new Solutions(
        table.select(columns), List.copyOf(projected), stillBound, retained(resources, projected));
  }

  private static Set<Var> retained(Set<Var> variables, Collection<Var> kept) {
    Set<Var> retained = new LinkedHashSet<>(variables);
    retained.retainAll(kept);
    return retained;
  }

  /** Returns the solutions without some variables. */
  Solutions without(Collection<Var> dropped) {
    List<Var> rest = new ArrayList<>(variables);
    rest.removeAll(dropped);
    return rest.size() == variables.size() ? this : project(rest);
  }

  /** Returns the solutions with one more variable, or another value of it. */
  Solutions extend(Var variable, Column value, boolean isBound) {
    Set<Var> newBound = new LinkedHashSet<>(bound);
    newBound.remove(variable);
    if (isBound) {
      newBound.add(variable);
    }
    Set<Var> newVariables = new LinkedHashSet<>(variables);
    newVariables.add(variable);
    Set<Var> newResources = new LinkedHashSet<>(resources);
    newResources.remove(variable);
    return new Solutions(
        table.withColumn(ColumnName.of(variable), value),
        List.copyOf(newVariables),
        newBound,
        newResources);
  }

  /** Returns the solutions with one more variable, equal to another one. */
  Solutions copy(Var from, Var to) {
    Solutions copied = extend(to, ColumnName.column(from), bound.contains(from));
    Set<Var> newResources = new LinkedHashSet<>(copied.resources);
    if (resources.contains(from)) {
      newResources.add(to);
    }
    return new Solutions(copied.table, copied.variables, copied.bound, newResources);
  }
}
