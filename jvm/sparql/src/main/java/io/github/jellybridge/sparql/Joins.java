package io.github.jellybridge.sparql;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.lit;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.apache.jena.sparql.core.Var;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * Joins of solutions by SPARQL's rule: two solutions are compatible if no variable has different
 * terms in them (section 18.3). Variables that are bound on both sides make equi-joins.
 */
final class Joins {
  private static final String RIGHT = "right ";

  private Joins() {}

  /** Returns the merged pairs of compatible solutions. */
  static Solutions join(Solutions left, Solutions right) {
    Set<Var> bound = new LinkedHashSet<>(left.bound());
    bound.addAll(right.bound());
    return merged(left, right, "inner", columns -> null, bound);
  }

  /**
   * Returns the merged pairs of compatible solutions that fulfil a condition, and the left
   * solutions without such a pair.
   *
   * @param condition makes the condition of the columns of a merged pair
   */
  static Solutions leftJoin(
      Solutions left, Solutions right, Function<Map<Var, Column>, Column> condition) {
    return merged(left, right, "left_outer", condition, left.bound());
  }

  /** Returns the left solutions that have a compatible right one. */
  static Solutions semiJoin(Solutions left, Solutions right) {
    return half(left, right, "left_semi", lit(true));
  }

  /** Returns the left solutions that have no compatible right one. */
  static Solutions antiJoin(Solutions left, Solutions right) {
    return half(left, right, "left_anti", lit(true));
  }

  /**
   * Returns the left solutions without a compatible right one that binds a common variable.
   *
   * @param ignored variables that are no part of the solutions
   */
  static Solutions minus(Solutions left, Solutions right, Collection<Var> ignored) {
    List<Var> common = shared(left, right);
    common.removeAll(ignored);
    if (common.isEmpty()) {
      return left;
    }
    Column overlap = lit(false);
    for (Var variable : common) {
      if (isBound(variable, left, right)) {
        return antiJoin(left, right);
      }
      overlap =
          overlap.or(
              ColumnName.column(variable).isNotNull().and(rightColumn(variable).isNotNull()));
    }
    return half(left, right, "left_anti", overlap);
  }

  private static Solutions half(Solutions left, Solutions right, String type, Column condition) {
    List<Var> shared = shared(left, right);
    Solutions needed = right.project(shared);
    return left.with(
        left.table().join(renamed(needed), compatible(left, needed).and(condition), type));
  }

  private static Solutions merged(
      Solutions left,
      Solutions right,
      String type,
      Function<Map<Var, Column>, Column> condition,
      Set<Var> bound) {
    Map<Var, Column> columns = new LinkedHashMap<>(left.columns());
    for (Var variable : right.variables()) {
      Column other = rightColumn(variable);
      if (!left.variables().contains(variable)) {
        columns.put(variable, other);
      } else if (!left.bound().contains(variable)) {
        columns.put(variable, coalesce(ColumnName.column(variable), other));
      }
    }
    Column extra = condition.apply(columns);
    Column compatible = compatible(left, right);
    Dataset<Row> pairs =
        left.table().join(renamed(right), extra == null ? compatible : compatible.and(extra), type);
    Column[] selected =
        columns.entrySet().stream()
            .map(entry -> entry.getValue().as(ColumnName.of(entry.getKey())))
            .toArray(Column[]::new);
    Set<Var> resources = new LinkedHashSet<>(columns.keySet());
    resources.removeIf(variable -> !isResource(variable, left, right, type.equals("inner")));
    return new Solutions(pairs.select(selected), List.copyOf(columns.keySet()), bound, resources);
  }

  /** Tells whether a variable has no literal in the merged pairs. */
  private static boolean isResource(Var variable, Solutions left, Solutions right, boolean inner) {
    boolean isLeft = left.resources().contains(variable);
    boolean isRight = right.resources().contains(variable);
    if (!right.variables().contains(variable)) {
      return isLeft;
    }
    if (!left.variables().contains(variable)) {
      return isRight;
    }
    if (isLeft && isRight) {
      return true;
    }
    boolean equal = inner && isBound(variable, left, right);
    return isLeft && left.bound().contains(variable) || isRight && equal;
  }

  /** Returns the condition that no variable has different terms. */
  private static Column compatible(Solutions left, Solutions right) {
    Column all = null;
    for (Var variable : shared(left, right)) {
      Column mine = ColumnName.column(variable);
      Column other = rightColumn(variable);
      boolean isResource =
          left.resources().contains(variable) || right.resources().contains(variable);
      Column same = isResource ? sameResource(mine, other) : mine.equalTo(other);
      if (!right.bound().contains(variable)) {
        same = other.isNull().or(same);
      }
      if (!left.bound().contains(variable)) {
        same = mine.isNull().or(same);
      }
      all = all == null ? same : all.and(same);
    }
    return all == null ? lit(true) : all;
  }

  /** Compares two terms of which one is no literal: fields are cheaper keys than structs. */
  private static Column sameResource(Column one, Column other) {
    return one.getField("value")
        .equalTo(other.getField("value"))
        .and(one.getField("kind").equalTo(other.getField("kind")));
  }

  private static List<Var> shared(Solutions left, Solutions right) {
    List<Var> shared = new ArrayList<>(left.variables());
    shared.retainAll(right.variables());
    return shared;
  }

  private static boolean isBound(Var variable, Solutions left, Solutions right) {
    return left.bound().contains(variable) && right.bound().contains(variable);
  }

  private static Column rightColumn(Var variable) {
    return ColumnName.quoted(RIGHT + ColumnName.of(variable));
  }

  private static Dataset<Row> renamed(Solutions right) {
    Column[] columns =
        right.variables().stream()
            .map(variable -> ColumnName.column(variable).as(RIGHT + ColumnName.of(variable)))
            .toArray(Column[]::new);
    return right.table().select(columns);
  }
}
