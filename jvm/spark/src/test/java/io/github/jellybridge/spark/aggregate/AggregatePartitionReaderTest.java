package io.github.jellybridge.spark.aggregate;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.spark.aggregate.NaiveAggregation.Call;
import io.github.jellybridge.spark.aggregate.RandomStatements.Term;
import io.github.jellybridge.spark.filter.BatchSource;
import io.github.jellybridge.spark.filter.PushedFilters;
import io.github.jellybridge.spark.schema.TableKind;
import io.github.jellybridge.spark.schema.TermFormat;
import io.github.jellybridge.testing.TestSize;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.expressions.Cast;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.GeneralScalarExpression;
import org.apache.spark.sql.connector.expressions.LiteralValue;
import org.apache.spark.sql.connector.expressions.aggregate.AggregateFunc;
import org.apache.spark.sql.connector.expressions.aggregate.Aggregation;
import org.apache.spark.sql.connector.expressions.aggregate.Avg;
import org.apache.spark.sql.connector.expressions.aggregate.Count;
import org.apache.spark.sql.connector.expressions.aggregate.CountStar;
import org.apache.spark.sql.connector.expressions.aggregate.Max;
import org.apache.spark.sql.connector.expressions.aggregate.Min;
import org.apache.spark.sql.connector.expressions.aggregate.Sum;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.apache.spark.unsafe.types.UTF8String;
import org.junit.Test;

/** Compares the sum of partial aggregates with maps over plain strings, for all sizes of memory. */
public class AggregatePartitionReaderTest {
  private static final int ROUNDS = TestSize.of(150, 1500);
  private static final String[] COLUMNS = {"s", "p", "o", "g"};
  private static final String[] FIELDS = {".kind", ".value", ".lang", ".datatype", ""};
  private static final String[] FUNCTIONS = {
    "COUNT", "COUNT", "MIN", "MAX", "SUM_LENGTH", "MIN_LENGTH", "MAX_LENGTH"
  };

  private long rowsGiven;
  private long groupsExpected;

  @Test
  public void aTaskHasItsShareOfTheHeapButNoMoreThanOneArrayHolds() {
    assertEquals(32L << 20, AggregatePartitionReader.memoryOfShare(1L << 30, 16));
    assertEquals(256L << 20, AggregatePartitionReader.memoryOfShare(8L << 30, 4));
    assertEquals(1L << 30, AggregatePartitionReader.memoryOfShare(256L << 30, 8));
  }

  @Test
  public void randomAggregationsOnStructsAgreeWithMaps() throws IOException {
    compare(false, AggregatePartitionReader.DEFAULT_MEMORY, 1);
    assertEquals("with enough memory each group comes once", groupsExpected, rowsGiven);
  }

  @Test
  public void randomAggregationsOnNTriplesAgreeWithMaps() throws IOException {
    compare(true, AggregatePartitionReader.DEFAULT_MEMORY, 2);
  }

  @Test
  public void groupsThatTakeTooMuchMemoryAreHandedOnAndMayComeAgain() throws IOException {
    compare(false, 2000, 3);
    assertTrue(rowsGiven > groupsExpected);
  }

  @Test
  public void withNoMemoryAtAllEachBatchIsHandedOn() throws IOException {
    compare(false, 0, 4);
    assertTrue(rowsGiven > groupsExpected);
  }

  @Test
  public void completeGroupsComeOnceWhateverTheMemory() throws IOException {
    for (long memory : new long[] {0, 500, 2000, AggregatePartitionReader.DEFAULT_MEMORY}) {
      compare(false, true, memory, 5 + memory);
      compare(true, true, memory, 6 + memory);
    }
    assertEquals(groupsExpected, rowsGiven);
  }

  /** Tests buckets of groups that are too large for memory and are divided level by level. */
  @Test
  public void completeGroupsComeOnceHoweverManyThereAre() throws IOException {
    List<String> keys = List.of("s.value", "o", "g");
    List<Call> calls = new ArrayList<>(List.of(new Call("COUNT", "*")));
    for (String function : List.of("MIN", "MAX", "SUM_LENGTH", "MIN_LENGTH", "MAX_LENGTH")) {
      calls.add(new Call(function, "p.value"));
      calls.add(new Call(function, "g.lang"));
    }
    Random random = new Random(7);
    RandomStatements source = new RandomStatements(random);
    List<Term[]> statements = new ArrayList<>();
    for (int i = 0; i < 60_000; i++) {
      Term[] statement = source.statement();
      statement[0] = new Term("iri", "http://e/" + random.nextInt(2000), null, null);
      statements.add(statement);
    }
    Map<List<String>, List<Object>> expected = NaiveAggregation.of(statements, keys, calls);
    PushedAggregation plan =
        PushedAggregation.of(aggregation(keys, calls), table(false), TermFormat.STRUCT, true)
            .orElseThrow();
    for (long memory : new long[] {0, 20_000}) {
      rowsGiven = 0;
      BatchSource batches = new BatchSource(statements, plan.columns(), random);
      assertEquals(expected, read(batches, PushedFilters.none(), plan, memory, keys.size(), calls));
      assertEquals(expected.size(), rowsGiven);
    }
  }

  private void compare(boolean ntriples, long memory, long seed) throws IOException {
    compare(ntriples, false, memory, seed);
  }

  private void compare(boolean ntriples, boolean complete, long memory, long seed)
      throws IOException {
    Random random = new Random(seed);
    TermFormat format = ntriples ? TermFormat.NTRIPLES : TermFormat.STRUCT;
    RandomPredicates predicates = new RandomPredicates(random, ntriples);
    for (int round = 0; round < ROUNDS; round++) {
      List<String> keys = randomKeys(random, ntriples);
      List<Call> calls = randomCalls(random, ntriples, keys.isEmpty());
      PushedAggregation plan =
          PushedAggregation.of(aggregation(keys, calls), table(ntriples), format, complete)
              .orElseThrow();
      Predicate[] offered =
          random.nextBoolean() ? new Predicate[0] : new Predicate[] {predicates.predicate(1)};
      PushedFilters filters = PushedFilters.of(offered, TableKind.STATEMENTS, format);
      List<Term[]> statements = new ArrayList<>();
      RandomStatements source = new RandomStatements(random);
      for (int i = random.nextInt(200); i > 0; i--) {
        Term[] statement = source.statement();
        statements.add(ntriples ? Arrays.copyOf(statement, 5) : statement);
      }
      BatchSource batches = new BatchSource(statements, filters.columns() | plan.columns(), random);
      if (plan.readsRuns()) {
        batches.giveRuns();
      }
      List<Term[]> passing =
          statements.stream()
              .filter(
                  statement ->
                      Arrays.stream(offered)
                          .allMatch(p -> Boolean.TRUE.equals(NaiveFilter.test(p, statement))))
              .toList();
      String query = Arrays.toString(offered) + " " + plan.describe();
      Map<List<String>, List<Object>> expected = NaiveAggregation.of(passing, keys, calls);
      groupsExpected += expected.size();
      assertEquals(query, expected, read(batches, filters, plan, memory, keys.size(), calls));
      assertEquals(
          query, offered.length == 0 ? 0 : statements.size() - passing.size(), batches.skipped());
      assertTrue(batches.closed());
    }
  }

  private Map<List<String>, List<Object>> read(
      BatchSource source,
      PushedFilters filters,
      PushedAggregation plan,
      long memory,
      int keys,
      List<Call> calls)
      throws IOException {
    Map<List<String>, List<Object>> merged = new HashMap<>();
    try (AggregatePartitionReader reader =
        new AggregatePartitionReader(source, filters, plan, memory)) {
      while (reader.next()) {
        ColumnarBatch batch = reader.get();
        assertTrue(batch.numRows() > 0);
        for (Iterator<InternalRow> rows = batch.rowIterator(); rows.hasNext(); ) {
          List<Object> values = NaiveAggregation.values(rows.next(), plan.schema());
          List<String> key = new ArrayList<>();
          values.subList(0, keys).forEach(value -> key.add((String) value));
          merge(merged, key, values.subList(keys, values.size()), calls);
          rowsGiven++;
        }
      }
      assertFalse("the end stays the end", reader.next());
    }
    return merged;
  }

  private static void merge(
      Map<List<String>, List<Object>> merged,
      List<String> key,
      List<Object> partial,
      List<Call> calls) {
    List<Object> known = merged.get(key);
    if (known == null) {
      merged.put(key, new ArrayList<>(partial));
      return;
    }
    for (int i = 0; i < calls.size(); i++) {
      NaiveAggregation.merge(known, i, calls.get(i).function(), partial.get(i));
    }
  }

  private static List<String> randomKeys(Random random, boolean ntriples) {
    List<String> keys = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      keys.add(randomPath(random, ntriples ? FIELDS.length - 1 : random.nextInt(FIELDS.length)));
    }
    return keys;
  }

  private static List<Call> randomCalls(Random random, boolean ntriples, boolean atLeastOne) {
    List<Call> calls = new ArrayList<>();
    for (int i = random.nextInt(4) + (atLeastOne ? 1 : 0); i > 0; i--) {
      String function = FUNCTIONS[random.nextInt(FUNCTIONS.length)];
      if (function.equals("COUNT") && random.nextBoolean()) {
        calls.add(new Call("COUNT", "*"));
      } else {
        // Only COUNT is pushed down for structs.
        int fields = function.equals("COUNT") ? FIELDS.length : FIELDS.length - 1;
        calls.add(
            new Call(
                function,
                randomPath(random, ntriples ? FIELDS.length - 1 : random.nextInt(fields))));
      }
    }
    return calls;
  }

  private static String randomPath(Random random, int field) {
    return COLUMNS[random.nextInt(COLUMNS.length)] + FIELDS[field];
  }

  private static Aggregation aggregation(List<String> keys, List<Call> calls) {
    return new Aggregation(
        calls.stream().map(AggregatePartitionReaderTest::function).toArray(AggregateFunc[]::new),
        keys.stream().map(Expressions::column).toArray(Expression[]::new));
  }

  private static AggregateFunc function(Call call) {
    if (call.path().equals("*")) {
      return new CountStar();
    }
    Expression column = Expressions.column(call.path());
    return switch (call.function()) {
      case "COUNT" -> new Count(column, false);
      case "MIN" -> new Min(column);
      case "MAX" -> new Max(column);
      case "SUM_LENGTH" -> new Sum(length(column), false);
      case "MIN_LENGTH" -> new Min(length(column));
      default -> new Max(length(column));
    };
  }

  private static Expression length(Expression of) {
    return new GeneralScalarExpression("CHAR_LENGTH", new Expression[] {of});
  }

  private static StructType table(boolean ntriples) {
    StructType schema = new StructType();
    for (String column : COLUMNS) {
      schema = schema.add(column, ntriples ? DataTypes.StringType : RandomPredicates.TERM, true);
    }
    return schema;
  }

  @Test
  public void noFilesStillGiveOneRowWithoutKeysAndNoneWithKeys() throws IOException {
    List<Call> count = List.of(new Call("COUNT", "*"), new Call("MAX", "s.value"));
    PushedAggregation global = plan(List.of(), count);
    assertTrue(global.global());
    assertEquals(
        Map.of(List.of(), Arrays.asList(0L, null)),
        read(nothing(), PushedFilters.none(), global, 100, 0, count));
    PushedAggregation grouped = plan(List.of("p.value"), count);
    assertFalse(grouped.global());
    assertEquals(Map.of(), read(nothing(), PushedFilters.none(), grouped, 100, 1, count));
  }

  private static BatchSource nothing() {
    return new BatchSource(List.of(), 15, new Random(0));
  }

  @Test
  public void countingAloneNeedsNoColumns() {
    PushedAggregation plan = plan(List.of(), List.of(new Call("COUNT", "*")));
    assertTrue(plan.countOnly());
    assertEquals(0, plan.columns());
    // s, p and o are never null.
    assertTrue(plan(List.of(), List.of(new Call("COUNT", "o.value"))).countOnly());
    assertFalse(plan(List.of(), List.of(new Call("COUNT", "g"))).countOnly());
    assertFalse(plan(List.of("p"), List.of(new Call("COUNT", "*"))).countOnly());
  }

  @Test
  public void equalAggregationsAreEqual() {
    List<Call> calls = List.of(new Call("COUNT", "*"), new Call("MAX", "s.value"));
    assertEquals(plan(List.of("p"), calls), plan(List.of("p"), calls));
    assertEquals(plan(List.of("p"), calls).hashCode(), plan(List.of("p"), calls).hashCode());
    assertNotEquals(plan(List.of("p"), calls), plan(List.of("o"), calls));
    assertNotEquals(plan(List.of("p"), calls), plan(List.of("p"), calls.subList(0, 1)));
  }

  @Test
  public void explainNamesKeysAndFunctions() {
    PushedAggregation plan =
        plan(
            List.of("p.value", "g"),
            List.of(new Call("COUNT", "*"), new Call("SUM_LENGTH", "o.value")));
    assertEquals(
        "PushedAggregates: [COUNT(*), SUM(CHAR_LENGTH(o.value))], PushedGroupBy: [p.value, g]",
        plan.describe());
    assertEquals("p.value", plan.schema().fields()[0].name());
    assertEquals(RandomPredicates.TERM, plan.schema().fields()[1].dataType());
    assertEquals(DataTypes.LongType, plan.schema().fields()[3].dataType());
  }

  @Test
  public void aSumOfLengthsCastToBigintIsTheSameSum() {
    Expression cast =
        new Cast(length(Expressions.column("s.value")), DataTypes.IntegerType, DataTypes.LongType);
    assertTrue(accepted(new Sum(cast, false)));
  }

  @Test
  public void aggregatesThatCannotBeMergedStayWithSpark() {
    Expression column = Expressions.column("s.value");
    assertFalse(accepted(new Count(column, true)));
    assertFalse(accepted(new Sum(length(column), true)));
    assertFalse(accepted(new Avg(length(column), false)));
    assertFalse(accepted(new Min(Expressions.column("s"))));
    assertFalse(accepted(new Max(Expressions.column("year"))));
    assertFalse(accepted(new Sum(Expressions.column("_metadata.file_size"), false)));
    Expression asDouble = new Cast(length(column), DataTypes.IntegerType, DataTypes.DoubleType);
    assertFalse(accepted(new Sum(asDouble, false)));
    assertFalse(accepted(new CountStar(), Expressions.column("year")));
    assertFalse(accepted(new CountStar(), length(column)));
    assertFalse(
        accepted(
            new CountStar(), LiteralValue.apply(UTF8String.fromString("x"), DataTypes.StringType)));
  }

  private static boolean accepted(AggregateFunc function, Expression... keys) {
    Aggregation offered = new Aggregation(new AggregateFunc[] {function}, keys);
    return PushedAggregation.of(offered, table(false), TermFormat.STRUCT, false).isPresent();
  }

  private static PushedAggregation plan(List<String> keys, List<Call> calls) {
    return PushedAggregation.of(aggregation(keys, calls), table(false), TermFormat.STRUCT, false)
        .orElseThrow();
  }
}
