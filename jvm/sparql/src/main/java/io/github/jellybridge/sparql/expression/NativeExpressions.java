package io.github.jellybridge.sparql.expression;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.not;
import static org.apache.spark.sql.functions.when;

import io.github.jellybridge.spark.RdfFunctions;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import org.apache.jena.graph.Node;
import org.apache.jena.sparql.core.Var;
import org.apache.jena.sparql.expr.E_Bound;
import org.apache.jena.sparql.expr.E_Datatype;
import org.apache.jena.sparql.expr.E_Equals;
import org.apache.jena.sparql.expr.E_GreaterThan;
import org.apache.jena.sparql.expr.E_GreaterThanOrEqual;
import org.apache.jena.sparql.expr.E_IsBlank;
import org.apache.jena.sparql.expr.E_IsIRI;
import org.apache.jena.sparql.expr.E_IsLiteral;
import org.apache.jena.sparql.expr.E_Lang;
import org.apache.jena.sparql.expr.E_LangMatches;
import org.apache.jena.sparql.expr.E_LessThan;
import org.apache.jena.sparql.expr.E_LessThanOrEqual;
import org.apache.jena.sparql.expr.E_LogicalAnd;
import org.apache.jena.sparql.expr.E_LogicalNot;
import org.apache.jena.sparql.expr.E_LogicalOr;
import org.apache.jena.sparql.expr.E_NotEquals;
import org.apache.jena.sparql.expr.E_NotOneOf;
import org.apache.jena.sparql.expr.E_OneOfBase;
import org.apache.jena.sparql.expr.E_Regex;
import org.apache.jena.sparql.expr.E_Str;
import org.apache.jena.sparql.expr.E_StrContains;
import org.apache.jena.sparql.expr.E_StrEndsWith;
import org.apache.jena.sparql.expr.E_StrStartsWith;
import org.apache.jena.sparql.expr.Expr;
import org.apache.jena.sparql.expr.ExprFunction1;
import org.apache.jena.sparql.expr.ExprFunction2;
import org.apache.jena.sparql.expr.NodeValue;
import org.apache.jena.vocabulary.XSD;
import org.apache.spark.sql.Column;

/**
 * Conditions as Spark's own expressions.
 *
 * <p>An error is null, so that {@code &&}, {@code ||} and {@code !} of SPARQL are those of SQL. An
 * expression on terms has a native form for the usual terms; ARQ evaluates it for the others.
 */
final class NativeExpressions {
  private final Map<Var, Column> columns;
  private final Function<Expr, Column> others;

  /**
   * Creates the translation.
   *
   * @param columns the terms of the variables
   * @param others makes the column of an expression that has no native form
   */
  NativeExpressions(Map<Var, Column> columns, Function<Expr, Column> others) {
    this.columns = columns;
    this.others = others;
  }

  /** Returns the effective boolean value of an expression; null for an error. */
  Column condition(Expr expression) {
    if (expression instanceof E_LogicalAnd) {
      return combined(operands(expression, E_LogicalAnd.class), Column::and);
    }
    if (expression instanceof E_LogicalOr) {
      return combined(operands(expression, E_LogicalOr.class), Column::or);
    }
    if (expression instanceof E_LogicalNot negation) {
      return not(condition(negation.getArg()));
    }
    if (expression instanceof E_NotEquals unequal) {
      return not(condition(new E_Equals(unequal.getArg1(), unequal.getArg2())));
    }
    if (expression instanceof E_OneOfBase list && !list.getRHS().isEmpty()) {
      Column found = oneOf(list);
      return expression instanceof E_NotOneOf ? not(found) : found;
    }
    Column column = null;
    if (expression instanceof ExprFunction1 function) {
      column = test(function);
    } else if (expression instanceof E_Equals equals) {
      column = equal(equals);
    } else if (expression instanceof ExprFunction2 function) {
      column = comparison(function);
    } else if (expression instanceof E_Regex regex) {
      column = regex(regex);
    }
    return column == null ? others.apply(expression) : column;
  }

  /** Returns the operands of a chain of AND or OR. */
  private static List<Expr> operands(Expr chain, Class<? extends ExprFunction2> kind) {
    List<Expr> operands = new ArrayList<>();
    Deque<Expr> rest = new ArrayDeque<>(List.of(chain));
    while (!rest.isEmpty()) {
      Expr next = rest.pop();
      if (kind.isInstance(next)) {
        rest.push(((ExprFunction2) next).getArg2());
        rest.push(((ExprFunction2) next).getArg1());
      } else {
        operands.add(next);
      }
    }
    return operands;
  }

  /** Combines conditions as a tree of little depth: Spark handles expressions by recursion. */
  private Column combined(List<Expr> conditions, BinaryOperator<Column> operator) {
    int size = conditions.size();
    return size == 1
        ? condition(conditions.get(0))
        : operator.apply(
            combined(conditions.subList(0, size / 2), operator),
            combined(conditions.subList(size / 2, size), operator));
  }

  private Column oneOf(E_OneOfBase list) {
    Column term = variable(list.getLHS());
    List<Expr> items = list.getRHS().getList();
    if (term != null && items.stream().allMatch(i -> i.isConstant() && i.getConstant().isIRI())) {
      return Terms.isOneOf(term, items.stream().map(i -> i.getConstant().asNode()).toList());
    }
    List<Expr> tests = new ArrayList<>();
    items.forEach(item -> tests.add(new E_Equals(list.getLHS(), item)));
    return combined(tests, Column::or);
  }

  private Column test(ExprFunction1 function) {
    Column term = variable(function.getArg());
    if (term == null) {
      return null;
    }
    if (function instanceof E_Bound) {
      return term.isNotNull();
    }
    if (function instanceof E_IsIRI) {
      return isKind(term, "iri");
    }
    if (function instanceof E_IsBlank) {
      return isKind(term, "bnode");
    }
    return function instanceof E_IsLiteral ? isKind(term, "literal") : null;
  }

  private Column equal(E_Equals equals) {
    boolean swapped = equals.getArg1().isConstant();
    Expr left = swapped ? equals.getArg2() : equals.getArg1();
    Expr right = swapped ? equals.getArg1() : equals.getArg2();
    Column term = variable(left);
    if (!right.isConstant()) {
      Column other = variable(right);
      if (term == null || other == null) {
        return null;
      }
      Column iris = isKind(term, "iri").and(isKind(other, "iri"));
      return when(iris, value(term).equalTo(value(other))).otherwise(others.apply(equals));
    }
    NodeValue constant = right.getConstant();
    if (term != null) {
      return equal(left, term, constant, equals);
    }
    if (left instanceof ExprFunction2) {
      return compared(left, constant, Column::equalTo, equals);
    }
    Column argument = left instanceof ExprFunction1 function ? variable(function.getArg()) : null;
    if (argument == null) {
      return null;
    }
    if (left instanceof E_Datatype && constant.isIRI()) {
      Column datatype = coalesce(argument.getField("datatype"), lit(XSD.xstring.getURI()));
      Column plain = isKind(argument, "literal").and(argument.getField("lang").isNull());
      return when(plain, datatype.equalTo(constant.asNode().getURI()))
          .otherwise(others.apply(equals));
    }
    if (left instanceof E_Lang && isText(constant)) {
      Column lang = coalesce(argument.getField("lang"), lit(""));
      return when(hasPlainLang(argument), lang.equalTo(constant.getString()))
          .otherwise(others.apply(equals));
    }
    if (left instanceof E_Str && isText(constant)) {
      return when(hasText(argument), value(argument).equalTo(constant.getString()))
          .otherwise(others.apply(equals));
    }
    return null;
  }

  private Column equal(Expr variable, Column term, NodeValue constant, Expr expression) {
    Node node = constant.asNode();
    if (node.isURI()) {
      return isKind(term, "iri").and(value(term).equalTo(node.getURI()));
    }
    if (isText(constant)) {
      return when(isPlain(term), value(term).equalTo(constant.getString()))
          .otherwise(others.apply(expression));
    }
    return compared(variable, constant, Column::equalTo, expression);
  }

  private Column comparison(ExprFunction2 function) {
    if (function instanceof E_LangMatches match) {
      return langMatches(match);
    }
    BiFunction<Column, Object, Column> text = textTest(function);
    if (text != null) {
      return text(function.getArg1(), function.getArg2(), text, function);
    }
    boolean swapped = function.getArg1().isConstant();
    Expr constant = swapped ? function.getArg1() : function.getArg2();
    Expr operand = swapped ? function.getArg2() : function.getArg1();
    BiFunction<Column, Object, Column> operator = operator(function, swapped);
    return operator == null || !constant.isConstant()
        ? null
        : compared(operand, constant.getConstant(), operator, function);
  }

  private static BiFunction<Column, Object, Column> operator(Expr function, boolean swapped) {
    if (function instanceof E_LessThan) {
      return swapped ? Column::gt : Column::lt;
    }
    if (function instanceof E_LessThanOrEqual) {
      return swapped ? Column::geq : Column::leq;
    }
    if (function instanceof E_GreaterThan) {
      return swapped ? Column::lt : Column::gt;
    }
    if (function instanceof E_GreaterThanOrEqual) {
      return swapped ? Column::leq : Column::geq;
    }
    return null;
  }

  /** Compares the usual numbers, dates and times with a constant of the same kind. */
  private Column compared(
      Expr operand,
      NodeValue constant,
      BiFunction<Column, Object, Column> operator,
      Expr expression) {
    List<NativeLiterals> kinds = NativeLiterals.comparableWith(constant);
    Column result = null;
    for (NativeLiterals kind : kinds) {
      NativeArithmetic number = NativeArithmetic.of(operand, kind, this::variable);
      if (number != null) {
        Column then = operator.apply(number.value(), kind.constant(constant));
        result = result == null ? when(number.is(), then) : result.when(number.is(), then);
      }
    }
    return result == null ? null : result.otherwise(others.apply(expression));
  }

  private static BiFunction<Column, Object, Column> textTest(Expr function) {
    if (function instanceof E_StrStartsWith) {
      return (text, start) -> text.startsWith((String) start);
    }
    if (function instanceof E_StrEndsWith) {
      return (text, end) -> text.endsWith((String) end);
    }
    return function instanceof E_StrContains ? (text, part) -> text.contains(part) : null;
  }

  /** Applies a test to the text of a literal, or of STR, with a constant without a language. */
  private Column text(
      Expr argument, Expr constant, BiFunction<Column, Object, Column> test, Expr expression) {
    if (!constant.isConstant() || !isText(constant.getConstant())) {
      return null;
    }
    String text = constant.getConstant().getString();
    Column term = variable(argument);
    if (term != null) {
      Column isText = hasPlainLang(term).and(term.getField("datatype").isNull());
      return when(isText, test.apply(value(term), text)).otherwise(others.apply(expression));
    }
    Column inner = argument instanceof E_Str str ? variable(str.getArg()) : null;
    return inner == null
        ? null
        : when(hasText(inner), test.apply(value(inner), text)).otherwise(others.apply(expression));
  }

  private Column regex(E_Regex regex) {
    List<Expr> arguments = regex.getArgs();
    boolean hasFlags = arguments.size() > 2 && arguments.get(2) != null;
    Expr flags = hasFlags ? arguments.get(2) : null;
    String flag =
        flags == null ? "" : isConstantText(flags) ? flags.getConstant().getString() : "x";
    if (!flag.isEmpty() && !flag.equals("i")) {
      return null;
    }
    String options = flag.isEmpty() ? "" : "(?iu)";
    return text(
        arguments.get(0), arguments.get(1), (text, part) -> text.rlike(options + part), regex);
  }

  private Column langMatches(E_LangMatches match) {
    Column term = match.getArg1() instanceof E_Lang lang ? variable(lang.getArg()) : null;
    if (term == null || !isConstantText(match.getArg2())) {
      return null;
    }
    String text = match.getArg2().getConstant().getString();
    if (text.isEmpty()) {
      return null;
    }
    Column range = lit(text);
    Column lang = coalesce(term.getField("lang"), lit(""));
    return when(hasPlainLang(term), RdfFunctions.rdf_lang_matches(lang, range))
        .otherwise(others.apply(match));
  }

  private Column variable(Expr expression) {
    return expression.isVariable()
        ? columns.getOrDefault(expression.asVar(), Terms.unbound())
        : null;
  }

  private static boolean isConstantText(Expr expression) {
    return expression.isConstant() && isText(expression.getConstant());
  }

  private static boolean isText(NodeValue constant) {
    return constant.isString() && constant.asNode().getLiteralLanguage().isEmpty();
  }

  private static Column value(Column term) {
    return term.getField("value");
  }

  private static Column isKind(Column term, String kind) {
    return term.getField("kind").equalTo(kind);
  }

  /** Tells whether a term is a literal of type xsd:string. */
  private static Column isPlain(Column term) {
    return isKind(term, "literal")
        .and(term.getField("lang").isNull())
        .and(term.getField("datatype").isNull());
  }

  /** Tells whether a term is a literal without a base direction. */
  private static Column hasPlainLang(Column term) {
    Column lang = term.getField("lang");
    return isKind(term, "literal").and(lang.isNull().or(not(lang.contains("--"))));
  }

  /** Tells whether STR gives the value of a term. */
  private static Column hasText(Column term) {
    return term.getField("kind").isin("iri", "literal");
  }
}
