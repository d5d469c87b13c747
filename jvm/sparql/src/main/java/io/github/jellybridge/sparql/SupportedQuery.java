package io.github.jellybridge.sparql;

import org.apache.jena.query.Query;
import org.apache.jena.sparql.algebra.Op;
import org.apache.jena.sparql.algebra.OpVisitorBase;
import org.apache.jena.sparql.algebra.op.OpBGP;
import org.apache.jena.sparql.algebra.op.OpExtend;
import org.apache.jena.sparql.algebra.op.OpFilter;
import org.apache.jena.sparql.algebra.op.OpGraph;
import org.apache.jena.sparql.algebra.op.OpGroup;
import org.apache.jena.sparql.algebra.op.OpProject;
import org.apache.jena.sparql.algebra.op.OpReduced;
import org.apache.jena.sparql.algebra.op.OpService;
import org.apache.jena.sparql.algebra.walker.Walker;
import org.apache.jena.sparql.expr.E_Function;
import org.apache.jena.sparql.expr.ExprAggregator;
import org.apache.jena.sparql.expr.ExprFunctionN;
import org.apache.jena.sparql.expr.ExprVisitorBase;
import org.apache.jena.sparql.expr.aggregate.AggCustom;
import org.apache.jena.sparql.function.FunctionRegistry;
import org.apache.jena.sparql.lang.sparql_11.SPARQLParser11Constants;

/** Refuses queries with constructs that are not supported, before anything runs. */
final class SupportedQuery {
  private final QueryText text;
  private final Query query;

  SupportedQuery(QueryText text, Query query) {
    this.text = text;
    this.query = query;
  }

  /**
   * Checks the algebra of the query.
   *
   * @throws UnsupportedQueryException if a construct is not supported
   */
  void check(Op op) {
    if (query.isDescribeType()) {
      throw new UnsupportedQueryException(
          text.positionOf(SPARQLParser11Constants.DESCRIBE) + "DESCRIBE",
          "The recommendation leaves its result open; use CONSTRUCT.");
    }
    Walker.walk(op, new Operators(), new Functions());
  }

  /** Visits operators. */
  private final class Operators extends OpVisitorBase {
    @Override
    public void visit(OpService service) {
      throw new UnsupportedQueryException(
          text.positionOf(SPARQLParser11Constants.SERVICE) + "SERVICE",
          "A query is answered from one table; read the other data into it.");
    }

    @Override
    public void visit(OpGroup group) {
      for (ExprAggregator aggregator : group.getAggregators()) {
        if (aggregator.getAggregator() instanceof AggCustom custom) {
          refuseFunction(custom.getIRI());
        }
      }
    }
  }

  /** Visits expressions. */
  private final class Functions extends ExprVisitorBase {
    @Override
    public void visit(ExprFunctionN function) {
      if (function instanceof E_Function call
          && !FunctionRegistry.get().isRegistered(call.getFunctionIRI())) {
        refuseFunction(call.getFunctionIRI());
      }
    }
  }

  private void refuseFunction(String iri) {
    throw new UnsupportedQueryException(
        text.positionOf(iri, query) + "the function <" + iri + ">",
        "The functions are those of SPARQL 1.1 and of Apache Jena ARQ.");
  }

  /**
   * Checks that a query on a stream needs no state: one triple pattern, FILTER, BIND and selected
   * variables.
   *
   * @throws UnsupportedQueryException if it needs more
   */
  static void checkStream(Op op) {
    if (op instanceof OpBGP pattern && pattern.getPattern().size() == 1) {
      return;
    }
    if (op instanceof OpFilter filter
        && filter.getExprs().getList().stream().noneMatch(Existence::isIn)) {
      checkStream(filter.getSubOp());
    } else if (op instanceof OpExtend extend
        && extend.getVarExprList().getExprs().values().stream().noneMatch(Existence::isIn)) {
      checkStream(extend.getSubOp());
    } else if (op instanceof OpProject project) {
      checkStream(project.getSubOp());
    } else if (op instanceof OpReduced reduced) {
      checkStream(reduced.getSubOp());
    } else if (op instanceof OpGraph graph) {
      checkStream(graph.getSubOp());
    } else {
      throw onStream(op);
    }
  }

  /** Returns the error for an operator of the algebra, which names the construct of the query. */
  private static UnsupportedQueryException onStream(Op op) {
    return switch (op.getName()) {
      case "bgp" ->
          onStream(SPARQLParser11Constants.LBRACE, "a number of triple patterns other than one");
      case "join" -> onStream(SPARQLParser11Constants.LBRACE, "a join of groups");
      case "leftjoin" -> onStream(SPARQLParser11Constants.OPTIONAL, "OPTIONAL");
      case "union" -> onStream(SPARQLParser11Constants.UNION, "UNION");
      case "minus" -> onStream(SPARQLParser11Constants.MINUS_P, "MINUS");
      case "table" -> onStream(SPARQLParser11Constants.VALUES, "VALUES");
      case "filter", "extend" -> onStream(SPARQLParser11Constants.EXISTS, "EXISTS");
      case "group" -> onStream(SPARQLParser11Constants.GROUP, "GROUP BY");
      case "order" -> onStream(SPARQLParser11Constants.ORDER, "ORDER BY");
      case "distinct" -> onStream(SPARQLParser11Constants.DISTINCT, "DISTINCT");
      case "slice" -> onStream(SPARQLParser11Constants.LIMIT, "LIMIT or OFFSET");
      default -> onStream(SPARQLParser11Constants.LBRACE, op.getName());
    };
  }

  private static UnsupportedQueryException onStream(int token, String construct) {
    return new UnsupportedQueryException(
        token,
        construct + " on a stream",
        "Streams support one triple pattern with FILTER and BIND.");
  }
}
