package io.github.jellybridge.sparql;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.jena.sparql.core.Var;
import org.apache.jena.sparql.expr.E_BNode;
import org.apache.jena.sparql.expr.Expr;

/** Calls of BNODE with a label, which give the same node for the same label in one solution. */
final class BlankNodes {
  private BlankNodes() {}

  /** Tells whether an expression is a call of BNODE with a label. */
  static boolean isLabel(Expr expression) {
    return expression instanceof E_BNode.BNode1;
  }

  /** Tells whether calls can be evaluated before the other assignments. */
  static boolean isIndependent(
      List<Map.Entry<Var, Expr>> calls, List<Map.Entry<Var, Expr>> assignments) {
    Set<Var> assigned = new HashSet<>();
    assignments.forEach(entry -> assigned.add(entry.getKey()));
    return calls.stream()
        .noneMatch(
            call -> call.getValue().getVarsMentioned().stream().anyMatch(assigned::contains));
  }
}
