package io.github.jellybridge.sparql;

import static org.junit.Assert.assertEquals;

import io.github.jellybridge.sparql.expression.Expressions;
import io.github.jellybridge.sparql.expression.Terms;
import io.github.jellybridge.testing.TestSize;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.NodeFactory;
import org.apache.jena.query.ARQ;
import org.apache.jena.query.Query;
import org.apache.jena.sparql.core.Var;
import org.apache.jena.sparql.engine.binding.Binding;
import org.apache.jena.sparql.expr.Expr;
import org.apache.jena.sparql.expr.ExprEvalException;
import org.apache.jena.sparql.expr.ExprLib;
import org.apache.jena.sparql.expr.NodeValue;
import org.apache.jena.sparql.expr.nodevalue.XSDFuncOp;
import org.apache.jena.sparql.function.FunctionEnv;
import org.apache.jena.sparql.function.FunctionEnvBase;
import org.apache.jena.sparql.syntax.ElementFilter;
import org.apache.jena.sparql.syntax.ElementGroup;
import org.apache.jena.sparql.util.NodeFactoryExtra;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;
import org.junit.Test;

/** Expressions on random terms of the XSD types have the values that ARQ computes. */
public class ExpressionsTest {
  private static final Map<String, String> PREFIXES =
      Map.of("xsd", "http://www.w3.org/2001/XMLSchema#", "", "http://example.org/");
  private static final List<String> TYPES =
      List.of(
          "integer",
          "decimal",
          "double",
          "float",
          "byte",
          "int",
          "long",
          "nonNegativeInteger",
          "unsignedByte",
          "boolean",
          "date",
          "dateTime",
          "time",
          "gYear",
          "duration",
          "string",
          "dayTimeDuration",
          "hexBinary",
          "token",
          "anyURI");
  private static final List<String> TEXTS =
      List.of(
          "1",
          "0",
          "-1",
          "+1",
          "01",
          "300",
          "1.0",
          "1.5",
          "-0.0",
          ".5",
          "5.",
          "1e3",
          "1E-2",
          "INF",
          "-INF",
          "NaN",
          "true",
          "false",
          "2020-02-28",
          "2020-02-30",
          "2020-02-29",
          "2020-02-28Z",
          "2020-02-28T10:00:00Z",
          "2020-02-28T10:00:00",
          "2020-02-28T10:00:00.5Z",
          "2020-02-28T12:00:00+02:00",
          "2020-02-28T24:00:00Z",
          "10:00:00",
          "2020",
          "P1D",
          "PT24H",
          "",
          " 1",
          "1\n",
          "x",
          "X",
          "abc",
          "Abcabc",
          "ß",
          "123456789012345678901234567890",
          "999999999999999999",
          "0.1234567890123456789",
          "16777217",
          "16777216");
  private static final List<String> LANGS = List.of("en", "EN", "en-GB", "de", "ar--rtl");
  private static final Var A = Var.alloc("a");
  private static final Var B = Var.alloc("b");

  private final SparkSession spark = SparqlTables.session();
  private final long seed = Long.getLong("seed", System.currentTimeMillis());
  private final Random random = new Random(seed);

  @Test
  public void randomExpressionsHaveTheValuesOfArq() {
    for (int i = 0; i < TestSize.of(4, 40); i++) {
      List<Node[]> rows = new ArrayList<>();
      for (int j = 0; j < 100; j++) {
        rows.add(new Node[] {term(), term()});
      }
      List<String> expressions = new ArrayList<>();
      for (int j = 0; j < 50; j++) {
        expressions.add(condition(2));
      }
      spark.conf().set("spark.sql.codegen.factoryMode", i % 2 == 0 ? "FALLBACK" : "NO_CODEGEN");
      check(rows, expressions);
    }
    spark.conf().unset("spark.sql.codegen.factoryMode");
  }

  @Test
  public void arithmeticOfNumbersHasTheValuesOfArq() {
    List<String> texts =
        List.of(
            "0",
            "-0",
            "1",
            "-1",
            "2",
            "007",
            "300",
            "999999999999999999",
            "-999999999999999999",
            "1.5",
            "-2.5",
            "1e3",
            "1e308",
            "-1e308",
            "1E-300",
            "NaN",
            "INF",
            "x");
    List<String> types = List.of("integer", "integer", "double", "double", "decimal", "int");
    List<Node[]> rows = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      rows.add(new Node[] {number(any(texts), any(types)), number(any(texts), any(types))});
    }
    List<String> expressions = new ArrayList<>();
    for (int i = 0; i < TestSize.of(60, 400); i++) {
      String comparison = any(List.of("=", "!=", "<", "<=", ">", ">="));
      String left = sum(2);
      String right = any(List.of("0", "1", "600", "-3", "2e3", "0.0e0", "1.5"));
      expressions.add(
          random.nextInt(4) == 0
              ? "(" + right + " " + comparison + " " + left + ")"
              : "(" + left + " " + comparison + " " + right + ")");
    }
    check(rows, expressions);
  }

  private static Node number(String text, String type) {
    return Terms.node(
        RowFactory.create("literal", text, null, "http://www.w3.org/2001/XMLSchema#" + type));
  }

  private String sum(int depth) {
    if (depth == 0 || random.nextInt(5) == 0) {
      return any(List.of("?a", "?a", "?b", "?b", "2", "1000", "0.5", "3e0", "0"));
    }
    return "(" + sum(depth - 1) + any(List.of(" + ", " - ", " * ", " / ")) + sum(depth - 1) + ")";
  }

  private void check(List<Node[]> terms, List<String> texts) {
    List<Expr> parsed = texts.stream().map(ExpressionsTest::parse).toList();
    Expressions expressions =
        new Expressions(NodeFactoryExtra.nowAsDateTime().getLiteralLexicalForm());
    Map<Var, Column> columns = new LinkedHashMap<>();
    columns.put(A, ColumnName.column(A));
    columns.put(B, ColumnName.column(B));
    Column[] conditions =
        parsed.stream().map(e -> expressions.condition(e, columns)).toArray(Column[]::new);
    Column[] values = parsed.stream().map(e -> expressions.term(e, columns)).toArray(Column[]::new);
    Dataset<Row> table = table(terms);
    List<Row> truths = table.select(conditions).collectAsList();
    List<Row> found = table.select(values).collectAsList();
    List<String> different = new ArrayList<>();
    for (int i = 0; i < terms.size(); i++) {
      for (int j = 0; j < parsed.size(); j++) {
        Node[] row = terms.get(i);
        String place = texts.get(j) + " of " + row[0] + ", " + row[1] + ", seed " + seed;
        NodeValue value = evaluated(parsed.get(j), row);
        Object truth = truths.get(i).get(j);
        Node node = Terms.node(found.get(i).getStruct(j));
        if (!Objects.equals(truth(value), truth)
            || !Objects.equals(value == null ? null : value.asNode(), node)) {
          different.add(place + ": expected " + value + ", found " + truth + ", " + node);
        }
      }
    }
    assertEquals(List.of(), different.subList(0, Math.min(20, different.size())));
  }

  private static Expr parse(String text) {
    Query query = new QueryText("ASK { FILTER(" + text + ") }").parse(PREFIXES, null);
    return ((ElementFilter) ((ElementGroup) query.getQueryPattern()).get(0)).getExpr();
  }

  private static NodeValue evaluated(Expr expression, Node[] row) {
    var builder = Binding.builder();
    if (row[0] != null) {
      builder.add(A, row[0]);
    }
    if (row[1] != null) {
      builder.add(B, row[1]);
    }
    FunctionEnv environment = new FunctionEnvBase(ARQ.getContext());
    try {
      return ExprLib.evalOrNull(expression, builder.build(), environment);
    } catch (ArithmeticException e) {
      // Some divisions by zero are no error of ARQ's own.
      return null;
    }
  }

  private static Boolean truth(NodeValue value) {
    try {
      return value == null ? null : Boolean.valueOf(XSDFuncOp.effectiveBooleanValue(value));
    } catch (ExprEvalException e) {
      return null;
    }
  }

  private Dataset<Row> table(List<Node[]> terms) {
    List<Row> rows =
        terms.stream().map(row -> RowFactory.create(Terms.row(row[0]), Terms.row(row[1]))).toList();
    StructType type =
        new StructType()
            .add(ColumnName.of(A), Terms.TYPE, true)
            .add(ColumnName.of(B), Terms.TYPE, true);
    return spark.createDataFrame(rows, type);
  }

  private Node term() {
    return switch (random.nextInt(8)) {
      case 0 -> random.nextInt(3) == 0 ? null : NodeFactory.createBlankNode("x");
      case 1 -> NodeFactory.createURI("http://example.org/" + "ab".charAt(random.nextInt(2)));
      case 2 -> Terms.node(RowFactory.create("literal", any(TEXTS), any(LANGS), null));
      case 3 -> NodeFactory.createLiteralString(any(TEXTS));
      default -> typed();
    };
  }

  private Node typed() {
    String type = "http://www.w3.org/2001/XMLSchema#" + any(TYPES);
    return Terms.node(RowFactory.create("literal", any(TEXTS), null, type));
  }

  private String condition(int depth) {
    String inner = depth == 0 ? "(?a = 1)" : condition(depth - 1);
    String operand = random.nextBoolean() ? "?a" : "?b";
    String constant = constant();
    return switch (random.nextInt(depth == 0 ? 12 : 16)) {
      case 0, 1, 2 -> {
        String operator = any(List.of("=", "!=", "<", "<=", ">", ">="));
        yield random.nextInt(4) == 0
            ? "(" + constant + " " + operator + " " + operand + ")"
            : "(" + operand + " " + operator + " " + constant + ")";
      }
      case 3 -> "(?a " + any(List.of("=", "!=", "<")) + " ?b)";
      case 4 ->
          any(List.of("bound", "isIRI", "isBlank", "isLiteral", "isNumeric")) + "(" + operand + ")";
      case 5 ->
          "(str(" + operand + ") = \"" + any(List.of("x", "1", "http://example.org/a")) + "\")";
      case 6 -> "(lang(" + operand + ") = \"" + any(List.of("en", "", "de")) + "\")";
      case 7 -> "(datatype(" + operand + ") = xsd:" + any(TYPES) + ")";
      case 8 ->
          "langMatches(lang(" + operand + "), \"" + any(List.of("en", "*", "EN-gb", "")) + "\")";
      case 9 -> {
        String function = any(List.of("strstarts", "strends", "contains"));
        String argument = random.nextBoolean() ? operand : "str(" + operand + ")";
        yield function + "(" + argument + ", \"" + any(List.of("a", "abc", "1", "", "X")) + "\")";
      }
      case 10 -> {
        String flags = any(List.of("", ", \"i\"", ", \"q\"", ", \"\""));
        String argument = random.nextBoolean() ? operand : "str(" + operand + ")";
        yield "regex("
            + argument
            + ", \""
            + any(List.of("^a", "x$", "1.0", "[", "SS|x"))
            + "\""
            + flags
            + ")";
      }
      case 11 -> {
        String not = random.nextBoolean() ? " NOT IN (" : " IN (";
        yield "(" + operand + not + constant + ", ?b, " + constant() + "))";
      }
      case 12 -> "(" + inner + " && " + condition(depth - 1) + ")";
      case 13 -> "(" + inner + " || " + condition(depth - 1) + ")";
      case 14 -> "(! " + inner + ")";
      default -> "(?a + ?b)";
    };
  }

  private String constant() {
    return switch (random.nextInt(5)) {
      case 0 -> any(List.of(":a", ":b"));
      case 1 -> any(List.of("\"1\"", "\"x\"", "\"x\"@en", "\"abc\""));
      case 2 -> any(List.of("1", "0", "1.5", "1e3", "16777216", "true", "1234567890123456789012"));
      default -> "\"" + any(TEXTS).strip() + "\"^^xsd:" + any(TYPES);
    };
  }

  private String any(List<String> choices) {
    return choices.get(random.nextInt(choices.size()));
  }
}
