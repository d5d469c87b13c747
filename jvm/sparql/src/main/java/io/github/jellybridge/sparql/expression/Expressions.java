package io.github.jellybridge.sparql.expression;

import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.udf;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.jena.sparql.core.Var;
import org.apache.jena.sparql.expr.Expr;
import org.apache.jena.sparql.expr.ExprLib;
import org.apache.jena.sparql.expr.ExprVars;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.expressions.UserDefinedFunction;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** Makes columns of expressions. */
public final class Expressions {
  private final String now;

  /**
   * Creates the translation.
   *
   * @param now the time that the query runs at, as an xsd:dateTime
   */
  public Expressions(String now) {
    this.now = now;
  }

  /** Returns the term that an expression gives; null for an error. */
  public Column term(Expr expression, Map<Var, Column> columns) {
    if (expression.isVariable()) {
      return columns.getOrDefault(expression.asVar(), Terms.unbound());
    }
    if (expression.isConstant()) {
      return Terms.constant(expression.getConstant().asNode());
    }
    List<Var> variables = variables(List.of(expression), columns);
    ArqExpression evaluation = new ArqExpression(List.of(expression), variables, now);
    boolean stable = ExprLib.isStable(expression);
    if (stable && variables.isEmpty()) {
      Row value = evaluation.values(RowFactory.create()).getStruct(0);
      return value == null ? Terms.unbound() : Terms.constant(Terms.node(value));
    }
    return call(evaluation.term(), Terms.TYPE, stable, variables, columns);
  }

  /**
   * Returns the terms that several expressions give, as one struct with the fields {@code 0, 1, …}.
   * Equal arguments of BNODE in one solution give the same blank node.
   */
  public Column terms(List<Expr> expressions, Map<Var, Column> columns) {
    List<Var> variables = variables(expressions, columns);
    ArqExpression evaluation = new ArqExpression(expressions, variables, now);
    StructType type = new StructType();
    for (int i = 0; i < expressions.size(); i++) {
      type = type.add(Integer.toString(i), Terms.TYPE, true);
    }
    return call((UDF1<Row, Row>) evaluation::values, type, false, variables, columns);
  }

  /** Returns the effective boolean value of an expression; null for an error. */
  public Column condition(Expr expression, Map<Var, Column> columns) {
    return new NativeExpressions(columns, other -> arqCondition(other, columns))
        .condition(expression);
  }

  /** Returns the effective boolean value as ARQ computes it; null for an error. */
  Column arqCondition(Expr expression, Map<Var, Column> columns) {
    List<Var> variables = variables(List.of(expression), columns);
    ArqExpression evaluation = new ArqExpression(List.of(expression), variables, now);
    boolean stable = ExprLib.isStable(expression);
    if (stable && variables.isEmpty()) {
      return lit(evaluation.truth(RowFactory.create())).cast(DataTypes.BooleanType);
    }
    UDF1<Row, Boolean> function = evaluation::truth;
    return call(function, DataTypes.BooleanType, stable, variables, columns);
  }

  private static Column call(
      UDF1<Row, ?> function,
      DataType type,
      boolean stable,
      List<Var> variables,
      Map<Var, Column> columns) {
    UserDefinedFunction evaluate = udf(function, type);
    Column[] arguments = variables.stream().map(columns::get).toArray(Column[]::new);
    return (stable ? evaluate : evaluate.asNondeterministic()).apply(fields(arguments));
  }

  private static Column fields(Column[] values) {
    if (values.length == 0) {
      return struct(lit(null).as("0"));
    }
    Column[] named = new Column[values.length];
    for (int i = 0; i < values.length; i++) {
      named[i] = values[i].as(Integer.toString(i));
    }
    return struct(named);
  }

  private static List<Var> variables(List<Expr> expressions, Map<Var, Column> columns) {
    Set<Var> mentioned = new LinkedHashSet<>();
    expressions.forEach(expression -> ExprVars.varsMentioned(mentioned, expression));
    mentioned.retainAll(columns.keySet());
    return new ArrayList<>(mentioned);
  }
}
