package io.github.jellybridge.sparql;

import java.io.Serializable;
import java.util.List;
import org.apache.jena.graph.Node;
import org.apache.jena.query.ARQ;
import org.apache.jena.sparql.ARQConstants;
import org.apache.jena.sparql.core.Var;
import org.apache.jena.sparql.engine.binding.Binding;
import org.apache.jena.sparql.engine.binding.BindingBuilder;
import org.apache.jena.sparql.expr.Expr;
import org.apache.jena.sparql.expr.ExprLib;
import org.apache.jena.sparql.expr.NodeValue;
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
 * ARQ's algebra, because Jena's classes are not serializable.
 */
final class ArqExpression implements Serializable {
  private static final long serialVersionUID = 1L;

  private final List<String> texts;
  private final List<String> variables;
  private final String now;
  private transient List<Expr> expressions;
  private transient List<Var> vars;

  /**
   * Creates the evaluation of expressions.
   *
   * @param variables the variables of the columns of a row
   * @param now the time that the query runs at, as an xsd:dateTime
   */
  ArqExpression(List<Expr> expressions, List<Var> variables, String now) {
    this.texts = expressions.stream().map(WriterExpr::asString).toList();
    this.variables = variables.stream().map(Var::getName).toList();
    this.now = now;
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

  private static Node value(Expr expression, Binding binding, FunctionEnv environment) {
    NodeValue value = ExprLib.evalOrNull(expression, binding, environment);
    return value == null ? null : value.asNode();
  }

  /** Tells whether the first expression is true; errors are false. */
  boolean isSatisfied(Row row) {
    parse();
    return expressions.get(0).isSatisfied(binding(row), environment());
  }

  /** Returns the value of the first expression. */
  UDF1<Row, Row> term() {
    return row -> values(row).getStruct(0);
  }

  private void parse() {
    if (expressions == null) {
      vars = variables.stream().map(Var::alloc).toList();
      expressions = texts.stream().map(SSE::parseExpr).toList();
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

  private FunctionEnv environment() {
    Context context = ARQ.getContext().copy();
    context.set(ARQConstants.sysCurrentTime, NodeValue.makeDateTime(now).asNode());
    return new FunctionEnvBase(context);
  }
}
