package io.github.jellybridge.spark.filter;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.spark.aggregate.NaiveFilter;
import io.github.jellybridge.spark.aggregate.RandomPredicates;
import io.github.jellybridge.spark.aggregate.RandomStatements;
import io.github.jellybridge.spark.aggregate.RandomStatements.Term;
import io.github.jellybridge.spark.schema.TableKind;
import io.github.jellybridge.spark.schema.TermField;
import io.github.jellybridge.spark.schema.TermFormat;
import io.github.jellybridge.testing.Cases;
import io.github.jellybridge.testing.TestSize;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.spark.sql.connector.expressions.Cast;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.GeneralScalarExpression;
import org.apache.spark.sql.connector.expressions.LiteralValue;
import org.apache.spark.sql.connector.expressions.filter.And;
import org.apache.spark.sql.connector.expressions.filter.Or;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.unsafe.types.UTF8String;
import org.junit.Test;

/**
 * Tests that pushed filters decide as SQL does, compared with a naive evaluator on plain strings.
 */
public class PushedFiltersTest {
  private static final int ROUNDS = TestSize.of(300, 2000);

  @Test
  public void randomPredicatesOnStructsDecideAsTheNaiveEvaluator() throws Exception {
    compare(false, 20261121);
  }

  @Test
  public void randomPredicatesOnNTriplesDecideAsTheNaiveEvaluator() throws Exception {
    compare(true, 42);
  }

  private static void compare(boolean ntriples, long seed) throws Exception {
    Random random = new Random(seed);
    TermFormat format = ntriples ? TermFormat.NTRIPLES : TermFormat.STRUCT;
    RandomPredicates predicates = new RandomPredicates(random, ntriples);
    RandomStatements source = new RandomStatements(random);
    int passed = 0;
    int seen = 0;
    for (int round = 0; round < ROUNDS; round++) {
      Predicate[] offered = new Predicate[1 + random.nextInt(3)];
      Arrays.setAll(offered, i -> predicates.predicate(random.nextInt(4)));
      PushedFilters filters = copy(PushedFilters.of(offered, TableKind.STATEMENTS, format));
      assertEquals(0, PushedFilters.of(offered, TableKind.STATEMENTS, format).declined().length);
      StatementFilter filter = filters.newFilter();
      for (int batches = 0; batches < 4; batches++) {
        if (random.nextBoolean()) {
          source.forget();
        }
        List<Term[]> statements = new ArrayList<>();
        for (int i = random.nextInt(30); i > 0; i--) {
          statements.add(ntriples ? Arrays.copyOf(source.statement(), 5) : source.statement());
        }
        StatementBatch batch = source.batch(statements);
        BatchSource.hideUnusedColumns(batch, filters.columns());
        int[] selection = new int[batch.size()];
        int count = filter.filter(batch, source.table(), selection);
        int[] expected = expected(offered, statements);
        if (!Arrays.equals(expected, Arrays.copyOf(selection, count))) {
          assertArrayEquals(Arrays.toString(offered), expected, Arrays.copyOf(selection, count));
        }
        passed += count;
        seen += statements.size();
      }
    }
    assertTrue("a test that lets nothing or all pass tests little", passed > seen / 20);
    assertTrue(passed < seen / 2);
  }

  private static int[] expected(Predicate[] offered, List<Term[]> statements) {
    List<Integer> rows = new ArrayList<>();
    for (int row = 0; row < statements.size(); row++) {
      boolean passes = true;
      for (Predicate predicate : offered) {
        passes &= Boolean.TRUE.equals(NaiveFilter.test(predicate, statements.get(row)));
      }
      if (passes) {
        rows.add(row);
      }
    }
    return rows.stream().mapToInt(Integer::intValue).toArray();
  }

  /** A copy through serialization, as executors receive it. */
  private static PushedFilters copy(PushedFilters filters) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(filters);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      return (PushedFilters) in.readObject();
    }
  }

  @Test
  public void namesAreExact() {
    assertDeclined(equal(Expressions.column("year"), text("x")));
    assertDeclined(equal(Expressions.column("S"), text("x")));
    assertDeclined(equal(Expressions.column("s.other"), text("x")));
    assertDeclined(equal(Expressions.column("_metadata.frame"), text("x")));
  }

  @Test
  public void aFieldOfAStringColumnDoesNotExist() {
    Predicate predicate = equal(Expressions.column("s.value"), text("x"));
    assertEquals(
        1,
        PushedFilters.of(new Predicate[] {predicate}, TableKind.STATEMENTS, TermFormat.NTRIPLES)
            .declined()
            .length);
  }

  @Test
  public void otherCollationsStayWithSpark() {
    DataType lowercase = DataType.fromDDL("STRING COLLATE UTF8_LCASE");
    Expression column = Expressions.column("s.value");
    assertDeclined(equal(column, LiteralValue.apply(UTF8String.fromString("x"), lowercase)));
    assertDeclined(equal(new Cast(column, DataTypes.StringType, lowercase), text("x")));
  }

  @Test
  public void functionsAndOtherTypesStayWithSpark() {
    Expression column = Expressions.column("s.value");
    assertDeclined(
        equal(new GeneralScalarExpression("UPPER", new Expression[] {column}), text("X")));
    assertDeclined(equal(column, LiteralValue.apply(1, DataTypes.IntegerType)));
    assertDeclined(equal(Expressions.column("s"), Expressions.column("o.value")));
    assertDeclined(new Predicate("BOOLEAN_EXPRESSION", new Expression[] {column}));
  }

  @Test
  public void comparisonsWithOtherThanConstantsOfTheTypeStayWithSpark() {
    Expression column = Expressions.column("s.value");
    Expression other = Expressions.column("o.value");
    Expression foreign = Expressions.column("year");
    Expression number = LiteralValue.apply(1, DataTypes.IntegerType);
    Expression decimal = LiteralValue.apply(1.0, DataTypes.DoubleType);
    Expression collated =
        LiteralValue.apply(
            UTF8String.fromString("x"), DataType.fromDDL("STRING COLLATE UTF8_LCASE"));
    assertDeclined(equal(text("x"), text("x")));
    Cases.each(
        List.of("STARTS_WITH", "ENDS_WITH", "CONTAINS"),
        search -> {
          for (Expression wanted : List.of(other, collated)) {
            assertDeclined(new Predicate(search, new Expression[] {column, wanted}));
          }
          assertDeclined(new Predicate(search, new Expression[] {foreign, text("x")}));
          assertDeclined(
              new Predicate(search, new Expression[] {Expressions.column("s"), text("x")}));
        });
    Cases.each(
        List.of(other, collated, number),
        member -> {
          assertDeclined(new Predicate("IN", new Expression[] {column, text("x"), member}));
        });
    assertDeclined(new Predicate("IN", new Expression[] {foreign, text("x")}));
    assertDeclined(new Predicate("IN", new Expression[] {column}));
    assertDeclined(new Predicate("IS_NULL", new Expression[] {foreign}));
    Cases.each(
        List.of(length(other), decimal, text("1"), nothing()),
        length -> {
          assertDeclined(equal(length(column), length));
        });
    assertDeclined(equal(length(foreign), number));
    assertDeclined(equal(length(Expressions.column("s")), number));
    assertDeclined(equal(new GeneralScalarExpression("LOWER", new Expression[] {column}), number));
    Predicate ofLength = equal(length(column), LiteralValue.apply(1L, DataTypes.LongType));
    assertArrayEquals(
        new Predicate[] {ofLength},
        PushedFilters.of(new Predicate[] {ofLength}, TableKind.STATEMENTS, TermFormat.STRUCT)
            .accepted());
  }

  private static Expression length(Expression of) {
    return new GeneralScalarExpression("CHAR_LENGTH", new Expression[] {of});
  }

  private static Expression nothing() {
    return LiteralValue.apply(null, DataTypes.IntegerType);
  }

  @Test
  public void structsOfOtherFieldsAreNoTerms() {
    Expression s = Expressions.column("s");
    Expression o = Expressions.column("o");
    for (String fields :
        List.of(
            "kind STRING, value STRING, lang STRING",
            "kind STRING, value STRING, datatype STRING, lang STRING",
            "kind STRING, value STRING, lang STRING, datatype STRING, more STRING",
            "kind STRING, value STRING, lang STRING, datatype INT",
            "kind STRING, value STRING COLLATE UTF8_LCASE, lang STRING, datatype STRING")) {
      DataType type =
          DataType.fromDDL(
              "STRUCT<" + fields.replace(" STRING", ": STRING").replace(" INT", ": INT") + ">");
      assertDeclined(equal(s, LiteralValue.apply(null, type)));
      assertDeclined(equal(s, new Cast(o, TermField.structType(), type)));
    }
    DataType term = TermField.structType();
    assertDeclined(equal(s, new Cast(Expressions.column("o.value"), DataTypes.StringType, term)));
    Predicate same = equal(s, new Cast(o, term, term));
    assertArrayEquals(
        new Predicate[] {same},
        PushedFilters.of(new Predicate[] {same}, TableKind.STATEMENTS, TermFormat.STRUCT)
            .accepted());
  }

  /** Operations are letters and not terms of the table. */
  @Test
  public void operationsAreNotComparedWithTerms() {
    Expression op = Expressions.column("op");
    for (Predicate predicate :
        List.of(
            equal(op, Expressions.column("s.value")), equal(Expressions.column("s.value"), op))) {
      PushedFilters filters =
          PushedFilters.of(new Predicate[] {predicate}, TableKind.OPERATIONS, TermFormat.STRUCT);
      assertArrayEquals(new Predicate[] {predicate}, filters.declined());
    }
  }

  @Test
  public void aPredicateIsTakenWholeOrNotAtAll() {
    Predicate ours = equal(Expressions.column("p.value"), text("x"));
    Predicate foreign = equal(Expressions.column("year"), text("2026"));
    assertDeclined(new Or(ours, foreign));
    assertDeclined(new And(ours, foreign));
    PushedFilters filters =
        PushedFilters.of(new Predicate[] {foreign, ours}, TableKind.STATEMENTS, TermFormat.STRUCT);
    assertArrayEquals(new Predicate[] {ours}, filters.accepted());
    assertArrayEquals(new Predicate[] {foreign}, filters.declined());
    assertEquals(JellyReadOptions.P, filters.columns());
    assertEquals("PushedFilters: [p.value = 'x']", filters.describe());
  }

  /**
   * Tests that explain shortens the list of values, while the reader and Spark keep all of them.
   */
  @Test
  public void longListsAreShortenedForExplainOnly() {
    Expression[] operands = new Expression[501];
    Arrays.setAll(operands, i -> i == 0 ? Expressions.column("p.value") : text("v" + i));
    Predicate in = new Predicate("IN", operands);
    Predicate none = new Predicate("NOT", new Expression[] {in});
    Predicate either = new Or(equal(Expressions.column("s.value"), text("x")), in);
    Predicate few = new Predicate("IN", Arrays.copyOf(operands, 4));
    Predicate[] offered = {in, none, either, few};
    PushedFilters filters = PushedFilters.of(offered, TableKind.STATEMENTS, TermFormat.STRUCT);
    assertArrayEquals(offered, filters.accepted());
    String shown = "p.value IN ('v1', 'v2', 'v3' and 497 more)";
    assertEquals(
        "PushedFilters: ["
            + shown
            + (", NOT (" + shown + ")")
            + (", (s.value = 'x') OR (" + shown + ")")
            + ", p.value IN ('v1', 'v2', 'v3')]",
        filters.describe());
  }

  @Test
  public void longChainsOfOrReachTheTasks() throws Exception {
    Predicate chain = equal(Expressions.column("p.value"), text("v0"));
    for (int i = 1; i < 300; i++) {
      chain = new Or(chain, equal(Expressions.column("p.value"), text("v" + i)));
    }
    PushedFilters filters =
        PushedFilters.of(new Predicate[] {chain}, TableKind.STATEMENTS, TermFormat.STRUCT);
    assertEquals(JellyReadOptions.P, copy(filters).columns());
  }

  @Test
  public void noFilterKeepsEverything() {
    assertTrue(PushedFilters.none().isEmpty());
    assertEquals("PushedFilters: []", PushedFilters.none().describe());
    assertEquals(JellyReadOptions.NONE, PushedFilters.none().columns());
  }

  private static void assertDeclined(Predicate predicate) {
    PushedFilters filters =
        PushedFilters.of(new Predicate[] {predicate}, TableKind.STATEMENTS, TermFormat.STRUCT);
    assertArrayEquals(new Predicate[] {predicate}, filters.declined());
    assertTrue(filters.isEmpty());
  }

  private static Predicate equal(Expression left, Expression right) {
    return new Predicate("=", new Expression[] {left, right});
  }

  private static Expression text(String text) {
    return LiteralValue.apply(UTF8String.fromString(text), DataTypes.StringType);
  }
}
