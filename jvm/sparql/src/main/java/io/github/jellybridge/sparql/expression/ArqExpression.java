package io.github.jellybridge.sparql.expression;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.apache.jena.graph.Node;
import org.apache.jena.query.ARQ;
import org.apache.jena.sparql.ARQConstants;
import org.apache.jena.sparql.core.Var;
import org.apache.jena.sparql.engine.binding.Binding;
import org.apache.jena.sparql.engine.binding.BindingBuilder;
import org.apache.jena.sparql.expr.Expr;
import org.apache.jena.sparql.expr.ExprLib;
import org.apache.jena.sparql.expr.ExprTransformCopy;
import org.apache.jena.sparql.expr.ExprTransformer;
import org.apache.jena.sparql.expr.ExprVar;
import org.apache.jena.sparql.expr.NodeValue;
import org.apache.jena.sparql.expr.nodevalue.XSDFuncOp;
import org.apache.jena.sparql.function.FunctionEnv;
import org.apache.jena.sparql.function.FunctionEnvBase;
import org.apache.jena.sparql.sse.SSE;
import org.apache.jena.sparql.sse.writers.WriterExpr;
import org.apache.jena.sparql.util.Context;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.api.java.UDF1;

/**
 * Expressions that ARQ evaluates on a row of terms. Expressions are sent to tasks in the syntax of
 * ARQ's algebra, and their constants as terms, because Jena's classes are not serializable.
 */
final class ArqExpression implements Serializable {
  private static final long serialVersionUID = 1L;

  /** The start of the names of variables that replace constants, which this syntax abbreviates. */
  private static final String CONSTANT = ".constant";

  private final List<String> texts = new ArrayList<>();
  private final List<Row> constants = new ArrayList<>();
  private final List<String> variables;
  private final String now;
  private final boolean stable;
  private transient List<Expr> expressions;
  private transient List<Var> vars;
  private transient Context context;

  /**
   * Creates the evaluation of expressions.
   *
   * @param variables the variables of the columns of a row
   * @param now the time that the query runs at, as an xsd:dateTime
   */
  ArqExpression(List<Expr> expressions, List<Var> variables, String now) {
    ExprTransformCopy withoutConstants =
        new ExprTransformCopy() {
          @Override
          public Expr transform(NodeValue constant) {
            constants.add(Terms.row(constant.asNode()));
            return new ExprVar(CONSTANT + (constants.size() - 1));
          }
        };
    for (Expr expression : expressions) {
      texts.add(WriterExpr.asString(ExprTransformer.transform(withoutConstants, expression)));
    }
    this.variables = variables.stream().map(Var::getName).toList();
    this.now = now;
    this.stable = expressions.stream().allMatch(ExprLib::isStable);
  }

  /** Returns the values of the expressions, null for errors. */
  Row values(Row row) {
    parse();
    Binding binding = binding(row);
    // Blank nodes of BNODE(label) are remembered here, for one solution.
    FunctionEnv environment = environment();
    Object[] values = new Object[expressions.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = Terms.row(value(expressions.get(i), binding, environment));
    }
    return RowFactory.create(values);
  }

  /** Returns the value of an expression; null for an error. */
  private static Node value(Expr expression, Binding binding, FunctionEnv environment) {
    try {
      NodeValue value = ExprLib.evalOrNull(expression, binding, environment);
      return value == null ? null : value.asNode();
    } catch (RuntimeException e) {
      // ARQ throws others than its own for some errors, as for divisions by zero.
      return null;
    }
  }

  /** Returns the effective boolean value of the first expression; null for an error. */
  Boolean truth(Row row) {
    parse();
    Binding binding = binding(row);
    try {
      NodeValue value = ExprLib.evalOrNull(expressions.get(0), binding, environment());
      return value == null ? null : Boolean.valueOf(XSDFuncOp.effectiveBooleanValue(value));
    } catch (RuntimeException e) {
      return null;
    }
  }

  /** Returns the value of the first expression. */
  UDF1<Row, Row> term() {
    return row -> values(row).getStruct(0);
  }

  private void parse() {
    if (expressions == null) {
      vars = variables.stream().map(Var::alloc).toList();
      expressions =
          texts.stream()
              .map(text -> ExprTransformer.transform(new WithConstants(), SSE.parseExpr(text)))
              .toList();
    }
  }

  /** Puts the constants back. */
  private final class WithConstants extends ExprTransformCopy {
    @Override
    public Expr transform(ExprVar variable) {
      String name = variable.getVarName();
      if (!name.startsWith(CONSTANT)) {
        return variable;
      }
      Row constant = constants.get(Integer.parseInt(name.substring(CONSTANT.length())));
      return NodeValue.makeNode(Terms.node(constant));
    }
  }

  private Binding binding(Row row) {
    BindingBuilder builder = Binding.builder();
    for (int i = 0; i < vars.size(); i++) {
      if (!row.isNullAt(i)) {
        builder.add(vars.get(i), Terms.node(row.getStruct(i)));
      }
    }
    return builder.build();
  }

  /** Returns what functions know besides their arguments; BNODE keeps its labels there. */
  private FunctionEnv environment() {
    if (context == null || !stable) {
      context = ARQ.getContext().copy();
      context.set(ARQConstants.sysCurrentTime, NodeValue.makeDateTime(now).asNode());
    }
    return new FunctionEnvBase(context);
  }
}
