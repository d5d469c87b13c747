package io.github.jellybridge.sparql.expression;

import static org.apache.spark.sql.functions.isnan;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.not;
import static org.apache.spark.sql.functions.try_add;
import static org.apache.spark.sql.functions.try_multiply;
import static org.apache.spark.sql.functions.try_subtract;

import java.util.function.BinaryOperator;
import java.util.function.Function;
import org.apache.jena.sparql.expr.E_Add;
import org.apache.jena.sparql.expr.E_Multiply;
import org.apache.jena.sparql.expr.E_Subtract;
import org.apache.jena.sparql.expr.Expr;
import org.apache.jena.sparql.expr.ExprFunction2;
import org.apache.jena.sparql.expr.NodeValue;
import org.apache.jena.vocabulary.XSD;
import org.apache.spark.sql.Column;

/**
 * A variable, or sums, differences and products of integers or doubles, as an expression of Spark.
 *
 * @param is whether the terms of a solution are literals that the value is right for
 * @param value the value
 */
record NativeArithmetic(Column is, Column value) {
  /** The most digits of an integer that a double holds exactly. */
  private static final int DOUBLE_DIGITS = 15;

  /**
   * Returns the value of an expression for terms of one kind; null without a native form.
   *
   * @param variable returns the column of a variable, and null for other expressions
   */
  static NativeArithmetic of(
      Expr expression, NativeLiterals kind, Function<Expr, Column> variable) {
    Column term = variable.apply(expression);
    if (term != null) {
      return new NativeArithmetic(kind.contains(term), kind.value(term));
    }
    boolean isDouble = kind == NativeLiterals.DOUBLE;
    if (!isDouble && kind != NativeLiterals.INTEGER) {
      return null;
    }
    if (expression.isConstant()) {
      NodeValue constant = expression.getConstant();
      return isUsual(constant, isDouble)
          ? new NativeArithmetic(lit(true), kind.constant(constant))
          : null;
    }
    BinaryOperator<Column> operator = operator(expression);
    if (operator == null) {
      return null;
    }
    ExprFunction2 function = (ExprFunction2) expression;
    NativeArithmetic left = of(function.getArg1(), kind, variable);
    NativeArithmetic right = of(function.getArg2(), kind, variable);
    if (left == null || right == null) {
      return null;
    }
    Column value = operator.apply(left.value, right.value);
    // An integer that is too large is null. ARQ takes -0 as less than 0.
    Column isUsual = isDouble ? not(isnan(value)).and(value.notEqual(lit(0.0))) : value.isNotNull();
    return new NativeArithmetic(left.is.and(right.is).and(isUsual), value);
  }

  private static boolean isUsual(NodeValue constant, boolean isDouble) {
    String datatype =
        constant.asNode().isLiteral() ? constant.asNode().getLiteralDatatypeURI() : "";
    if (XSD.integer.getURI().equals(datatype) && constant.isInteger()) {
      return constant.asNode().getLiteralLexicalForm().length() <= DOUBLE_DIGITS;
    }
    return isDouble
        && XSD.xdouble.getURI().equals(datatype)
        && constant.isNumber()
        && Double.isFinite(constant.getDouble())
        && constant.getDouble() != 0;
  }

  private static BinaryOperator<Column> operator(Expr expression) {
    if (expression instanceof E_Add) {
      return (left, right) -> try_add(left, right);
    }
    if (expression instanceof E_Subtract) {
      return (left, right) -> try_subtract(left, right);
    }
    return expression instanceof E_Multiply ? (left, right) -> try_multiply(left, right) : null;
  }
}
