package io.github.jellybridge.sparql;

import io.github.jellybridge.sparql.expression.Expressions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.jena.sparql.algebra.op.OpExtend;
import org.apache.jena.sparql.core.Var;
import org.apache.jena.sparql.expr.E_BNode;
import org.apache.jena.sparql.expr.Expr;
import org.apache.spark.sql.Column;

/** Adds the variables that BIND and SELECT assign (Extend, section 18.5). */
final class Assignments {
  private final OpTranslator translator;
  private final Expressions expressions;
  private final Existence existence;

  Assignments(OpTranslator translator, Expressions expressions, Existence existence) {
    this.translator = translator;
    this.expressions = expressions;
    this.existence = existence;
  }

  /** Returns the solutions of an operator and of those of the same kind directly below it. */
  Solutions extend(OpExtend op, Scope scope) {
    // Innermost first: the order in which variables are assigned.
    List<Map.Entry<Var, Expr>> assignments = new ArrayList<>();
    OpExtend innermost = op;
    assignments.addAll(0, entries(innermost));
    while (innermost.getSubOp() instanceof OpExtend next) {
      innermost = next;
      assignments.addAll(0, entries(innermost));
    }
    Solutions solutions = translator.translate(innermost.getSubOp(), scope);
    List<Map.Entry<Var, Expr>> labels =
        assignments.stream()
            .filter(assignment -> assignment.getValue() instanceof E_BNode.BNode1)
            .toList();
    if (labels.size() > 1 && isIndependent(labels, assignments)) {
      solutions = blankNodes(solutions, labels);
      assignments.removeAll(labels);
    }
    for (Map.Entry<Var, Expr> assignment : assignments) {
      solutions = assign(solutions, assignment.getKey(), assignment.getValue(), scope);
    }
    return solutions;
  }

  private static List<Map.Entry<Var, Expr>> entries(OpExtend op) {
    List<Map.Entry<Var, Expr>> entries = new ArrayList<>();
    op.getVarExprList()
        .forEachVarExpr((variable, value) -> entries.add(Map.entry(variable, value)));
    return entries;
  }

  /** Tells whether some assignments can be evaluated before the others. */
  private static boolean isIndependent(
      List<Map.Entry<Var, Expr>> some, List<Map.Entry<Var, Expr>> all) {
    Set<Var> assigned = new HashSet<>();
    all.forEach(assignment -> assigned.add(assignment.getKey()));
    return some.stream()
        .flatMap(assignment -> assignment.getValue().getVarsMentioned().stream())
        .noneMatch(assigned::contains);
  }

  /** Evaluates BNODE(label) together: equal labels give equal blank nodes within a solution. */
  private Solutions blankNodes(Solutions solutions, List<Map.Entry<Var, Expr>> assignments) {
    Var values = translator.newVariable(".blank");
    List<Expr> calls = assignments.stream().map(Map.Entry::getValue).toList();
    Solutions result =
        solutions.extend(values, expressions.terms(calls, solutions.columns()), true);
    for (int i = 0; i < assignments.size(); i++) {
      Column value = ColumnName.column(values).getField(Integer.toString(i));
      result = result.extend(assignments.get(i).getKey(), value, false);
    }
    return result.without(List.of(values));
  }

  private Solutions assign(Solutions solutions, Var variable, Expr value, Scope scope) {
    return existence.flag(
        solutions,
        value,
        scope,
        (flagged, rest) -> {
          boolean bound =
              rest.isConstant() || rest.isVariable() && flagged.bound().contains(rest.asVar());
          return flagged.extend(variable, expressions.term(rest, flagged.columns()), bound);
        });
  }
}
