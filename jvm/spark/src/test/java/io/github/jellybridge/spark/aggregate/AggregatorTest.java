package io.github.jellybridge.spark.aggregate;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.spark.schema.TermFormat;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.aggregate.AggregateFunc;
import org.apache.spark.sql.connector.expressions.aggregate.Aggregation;
import org.apache.spark.sql.connector.expressions.aggregate.CountStar;
import org.apache.spark.sql.connector.expressions.aggregate.Max;
import org.apache.spark.sql.types.StructType;
import org.junit.Test;

/** Tests that the groups of a task exceed their memory limit by one batch at most. */
public class AggregatorTest {
  private static final int BATCH = 1000;
  private static final long LIMIT = 1 << 20;
  // A batch adds at most this much: texts of 13 bytes twice, and tables that double.
  private static final long SLACK = LIMIT / 2;

  private final TermTable table = new TermTable();

  private static Aggregator aggregator() {
    StructType schema = new StructType().add("s", RandomPredicates.TERM).add("p", "string");
    AggregateFunc[] functions = {new CountStar(), new Max(Expressions.column("s.value"))};
    Expression[] keys = {Expressions.column("s")};
    return new Aggregator(
        PushedAggregation.of(new Aggregation(functions, keys), schema, TermFormat.STRUCT, false)
            .orElseThrow(),
        LIMIT);
  }

  /** A batch of literals numbered from {@code first}, of which {@code different} are distinct. */
  private StatementBatch batch(int first, int different) {
    table.reset(new byte[0], 0);
    StatementBatch batch = new StatementBatch(BATCH, true, false, false, false);
    for (int row = 0; row < BATCH; row++) {
      byte[] text = RandomStatements.utf8(String.format("value %07d", (first + row) % different));
      batch.s[row] = table.addCopy(TermKind.LITERAL, text, 0, text.length);
    }
    batch.size(BATCH);
    return batch;
  }

  /** The number of groups in each table when it was full. */
  private List<Integer> sizes(int batches, int different) {
    Aggregator aggregator = aggregator();
    List<Integer> sizes = new ArrayList<>();
    for (int i = 0; i < batches; i++) {
      aggregator.add(batch(i * BATCH, different), table, null, BATCH);
      assertTrue(aggregator.bytes() + " bytes", aggregator.bytes() < LIMIT + SLACK);
      if (aggregator.full()) {
        sizes.add(aggregator.size());
        aggregator.clear();
      }
    }
    return sizes;
  }

  @Test
  public void keysThatRepeatStayUntilTheEnd() {
    assertEquals(List.of(), sizes(500, 5000));
  }

  @Test
  public void keysThatNeverRepeatAreHandedOnInSmallTables() {
    List<Integer> sizes = sizes(200, Integer.MAX_VALUE);
    assertTrue("a large table first: " + sizes, sizes.get(0) >= 5 * BATCH);
    assertTrue("then small ones: " + sizes, sizes.get(sizes.size() - 1) <= BATCH);
  }

  @Test
  public void theTableGrowsAgainWhenKeysRepeat() {
    Aggregator aggregator = aggregator();
    int flushes = 0;
    for (int i = 0; i < 400; i++) {
      boolean unique = i < 100;
      aggregator.add(
          unique ? batch(i * BATCH, Integer.MAX_VALUE) : batch(0, 100), table, null, BATCH);
      if (aggregator.full()) {
        flushes += unique ? 0 : 1;
        aggregator.clear();
      }
    }
    assertTrue(flushes + " times", flushes <= 2);
  }
}
