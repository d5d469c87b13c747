package io.github.jellybridge.sparql;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.when;

import io.github.jellybridge.sparql.expression.Terms;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import org.apache.jena.sparql.algebra.Op;
import org.apache.jena.sparql.core.Var;
import org.apache.jena.sparql.expr.E_Exists;
import org.apache.jena.sparql.expr.E_NotExists;
import org.apache.jena.sparql.expr.Expr;
import org.apache.jena.sparql.expr.ExprFunction;
import org.apache.jena.sparql.expr.ExprFunctionOp;
import org.apache.jena.sparql.expr.ExprList;
import org.apache.jena.sparql.expr.ExprTransformCopy;
import org.apache.jena.sparql.expr.ExprTransformer;
import org.apache.jena.sparql.expr.ExprVar;
import org.apache.jena.sparql.expr.NodeValue;
import org.apache.spark.sql.Column;

/**
 * Evaluates EXISTS and NOT EXISTS: as semi-joins where the pattern can be evaluated on its own,
 * else for all outer solutions at once, which are the environment of the pattern.
 */
final class Existence {
  private final OpTranslator translator;

  Existence(OpTranslator translator) {
    this.translator = translator;
  }

  /** Tells whether an expression has EXISTS or NOT EXISTS. */
  static boolean isIn(Expr expression) {
    return !patterns(expression).isEmpty();
  }

  /** Returns the solutions that fulfil a condition, of which EXISTS may be a part. */
  Solutions filter(
      Solutions solutions,
      Expr condition,
      Scope scope,
      BiFunction<Solutions, Expr, Solutions> rest) {
    if (condition instanceof E_Exists exists) {
      return matching(solutions, exists.getGraphPattern(), scope, true);
    }
    if (condition instanceof E_NotExists exists) {
      return matching(solutions, exists.getGraphPattern(), scope, false);
    }
    return flag(solutions, condition, scope, rest);
  }

  /**
   * Replaces EXISTS in an expression by variables that are true or false.
   *
   * @param use makes the result of the solutions with these variables, and the new expression
   */
  Solutions flag(
      Solutions solutions,
      Expr expression,
      Scope scope,
      BiFunction<Solutions, Expr, Solutions> use) {
    List<ExprFunctionOp> patterns = patterns(expression);
    if (patterns.isEmpty()) {
      return use.apply(solutions, expression);
    }
    Map<ExprFunctionOp, Var> flags = new LinkedHashMap<>();
    Solutions flagged = solutions;
    for (ExprFunctionOp pattern : patterns) {
      Var flag = translator.newVariable(".exists");
      flags.put(pattern, flag);
      flagged = flagged(flagged, pattern, flag, scope);
    }
    Expr replaced =
        ExprTransformer.transform(
            new ExprTransformCopy() {
              @Override
              public Expr transform(ExprFunctionOp function, ExprList arguments, Op pattern) {
                return new ExprVar(flags.get(function));
              }
            },
            expression);
    return use.apply(flagged, replaced).without(flags.values());
  }

  private Solutions flagged(Solutions solutions, ExprFunctionOp pattern, Var flag, Scope scope) {
    Solutions left = keyed(solutions, pattern.getGraphPattern());
    Var key = left.variables().get(left.variables().size() - 1);
    Solutions found =
        matches(left, key, pattern.getGraphPattern(), scope).extend(flag, lit(true), true);
    Solutions joined = Joins.leftJoin(left, found, columns -> null).without(List.of(key));
    boolean whenFound = pattern instanceof E_Exists;
    Column isFound = coalesce(ColumnName.column(flag), lit(false));
    Column value = when(isFound, truth(whenFound)).otherwise(truth(!whenFound));
    return joined.extend(flag, value, true);
  }

  private static Column truth(boolean value) {
    return Terms.constant(NodeValue.makeBoolean(value).asNode());
  }

  private Solutions matching(Solutions solutions, Op pattern, Scope scope, boolean wanted) {
    if (Substitution.isJoin(pattern, solutions)) {
      Scope inner = scope.withEnvironment(null, null);
      Solutions found = translator.translate(pattern, inner);
      return wanted ? Joins.semiJoin(solutions, found) : Joins.antiJoin(solutions, found);
    }
    Solutions left = keyed(solutions, pattern);
    Var key = left.variables().get(left.variables().size() - 1);
    Solutions found = matches(left, key, pattern, scope);
    Solutions result = wanted ? Joins.semiJoin(left, found) : Joins.antiJoin(left, found);
    return result.without(List.of(key));
  }

  /** Adds the key of the values that are substituted into a pattern, as the last variable. */
  private Solutions keyed(Solutions solutions, Op pattern) {
    return translator
        .reusable(solutions)
        .extend(translator.newVariable(".outer"), Solutions.key(outer(solutions, pattern)), true);
  }

  private static Set<Var> outer(Solutions solutions, Op pattern) {
    Set<Var> outer = new LinkedHashSet<>(solutions.variables());
    outer.retainAll(Substitution.variables(pattern));
    return outer;
  }

  /** Returns the keys, and the graphs if there are many, for which a pattern has a solution. */
  private Solutions matches(Solutions keyed, Var key, Op pattern, Scope scope) {
    List<Var> substituted = new ArrayList<>(outer(keyed, pattern));
    substituted.add(key);
    Scope root = scope.withEnvironment(null, null);
    List<Var> environment = new ArrayList<>(substituted);
    environment.addAll(root.keys());
    Scope inner = root.withEnvironment(keyed.project(environment).distinct(), key);
    return translator.translate(pattern, inner).project(inner.keys()).distinct();
  }

  private static List<ExprFunctionOp> patterns(Expr expression) {
    List<ExprFunctionOp> patterns = new ArrayList<>();
    addPatterns(expression, patterns);
    return patterns;
  }

  /** Adds the patterns of an expression, without those within other patterns. */
  private static void addPatterns(Expr expression, List<ExprFunctionOp> patterns) {
    if (expression instanceof ExprFunctionOp pattern) {
      patterns.add(pattern);
    } else if (expression instanceof ExprFunction function) {
      for (Expr argument : function.getArgs()) {
        if (argument != null) {
          addPatterns(argument, patterns);
        }
      }
    }
  }
}
