package io.github.jellybridge.sparql;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import org.apache.jena.sparql.algebra.Op;
import org.apache.jena.sparql.algebra.OpVars;
import org.apache.jena.sparql.algebra.op.OpBGP;
import org.apache.jena.sparql.algebra.op.OpDistinct;
import org.apache.jena.sparql.algebra.op.OpFilter;
import org.apache.jena.sparql.algebra.op.OpGraph;
import org.apache.jena.sparql.algebra.op.OpJoin;
import org.apache.jena.sparql.algebra.op.OpOrder;
import org.apache.jena.sparql.algebra.op.OpReduced;
import org.apache.jena.sparql.algebra.op.OpSequence;
import org.apache.jena.sparql.algebra.op.OpTable;
import org.apache.jena.sparql.algebra.op.OpUnion;
import org.apache.jena.sparql.core.Var;

/** How the values of outer solutions act on a pattern that EXISTS puts them into (section 18.6). */
final class Substitution {
  private Substitution() {}

  /** Returns the variables that an operator mentions anywhere. */
  static Collection<Var> variables(Op op) {
    return OpVars.mentionedVars(op);
  }

  /**
   * Tells whether substituting an outer solution into a pattern is the same as joining the outer
   * solution with the solutions of the pattern.
   */
  static boolean isJoin(Op op, Solutions outer) {
    Collection<Var> mentioned = variables(op);
    return outer.variables().stream().noneMatch(mentioned::contains) || isJoinable(op);
  }

  private static boolean isJoinable(Op op) {
    if (op instanceof OpBGP || op instanceof OpTable) {
      return true;
    }
    if (op instanceof OpJoin join) {
      return isJoinable(join.getLeft()) && isJoinable(join.getRight());
    }
    if (op instanceof OpUnion union) {
      return isJoinable(union.getLeft()) && isJoinable(union.getRight());
    }
    if (op instanceof OpSequence sequence) {
      return sequence.getElements().stream().allMatch(Substitution::isJoinable);
    }
    if (op instanceof OpGraph graph) {
      return isJoinable(graph.getSubOp());
    }
    if (op instanceof OpDistinct distinct) {
      return isJoinable(distinct.getSubOp());
    }
    if (op instanceof OpReduced reduced) {
      return isJoinable(reduced.getSubOp());
    }
    if (op instanceof OpOrder order) {
      return isJoinable(order.getSubOp());
    }
    return op instanceof OpFilter filter && isJoinableFilter(filter);
  }

  /** A condition on variables that the pattern itself binds gives the same after the join. */
  private static boolean isJoinableFilter(OpFilter filter) {
    Set<Var> bound = new HashSet<>(OpVars.fixedVars(filter.getSubOp()));
    return isJoinable(filter.getSubOp())
        && filter.getExprs().getList().stream()
            .allMatch(
                condition ->
                    !Existence.isIn(condition) && bound.containsAll(condition.getVarsMentioned()));
  }
}
