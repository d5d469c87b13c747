package io.github.jellybridge.spark.filter;

import io.github.jellybridge.rdf.PredicateFilter;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermRuns;
import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.spark.aggregate.RandomStatements;
import io.github.jellybridge.spark.aggregate.RandomStatements.Term;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;

/**
 * A source of batches in memory, with several tables and epochs, for tests.
 *
 * <p>It cuts a list of statements at random and sometimes starts a new epoch or table.
 */
public final class BatchSource implements StatementSource {
  private final List<Term[]> statements;
  private final Random random;
  private final int columns;
  private RandomStatements tables;
  private StatementBatch batch;
  private int position;
  private boolean runs;
  private boolean closed;
  private long skipped;

  /**
   * @param columns the columns of the batches; the others are null
   */
  public BatchSource(List<Term[]> statements, int columns, Random random) {
    this.statements = statements;
    this.columns = columns;
    this.random = random;
    this.tables = new RandomStatements(random);
  }

  @Override
  public boolean next() {
    if (position == statements.size()) {
      return false;
    }
    switch (random.nextInt(4)) {
      case 0 -> tables.forget();
      case 1 -> tables = new RandomStatements(random);
      default -> {
        // The same table continues.
      }
    }
    int end = Math.min(statements.size(), position + random.nextInt(20));
    batch = tables.batch(statements.subList(position, end));
    hideUnusedColumns(batch, columns);
    if (runs && Integer.bitCount(columns) == 1 && random.nextBoolean()) {
      putAsRuns();
    }
    position = end;
    return true;
  }

  /** From now on gives some batches of one column as runs. */
  public void giveRuns() {
    runs = true;
  }

  /** Moves the ids of the batch to runs, some of which are divided. */
  private void putAsRuns() {
    int[] ids = TermPath.ids(batch, Integer.numberOfTrailingZeros(columns));
    TermRuns found = new TermRuns(columns);
    found.ensureCapacity(batch.size());
    int[] terms = TermPath.ids(found.terms, Integer.numberOfTrailingZeros(columns));
    int count = 0;
    for (int row = 0; row < batch.size(); row++) {
      if (count > 0 && terms[count - 1] == ids[row] && random.nextInt(4) > 0) {
        found.lengths[count - 1]++;
      } else {
        terms[count] = ids[row];
        found.lengths[count++] = 1;
      }
    }
    found.terms.size(count);
    batch.termRuns = found;
    Arrays.fill(ids, -1);
  }

  /** Sets columns to null as column pruning does. */
  static void hideUnusedColumns(StatementBatch batch, int columns) {
    batch.s = (columns & 1) == 0 ? null : batch.s;
    batch.p = (columns & 2) == 0 ? null : batch.p;
    batch.o = (columns & 4) == 0 ? null : batch.o;
    batch.g = (columns & 8) == 0 ? null : batch.g;
  }

  @Override
  public void filter(PredicateFilter filter) {
    // All objects are read already.
  }

  @Override
  public StatementBatch batch() {
    return batch;
  }

  @Override
  public TermTable terms() {
    return tables.table();
  }

  @Override
  public long countStatements() {
    int left = statements.size() - position;
    position = statements.size();
    return left;
  }

  @Override
  public void skipped(long count) {
    skipped += count;
  }

  public long skipped() {
    return skipped;
  }

  public boolean closed() {
    return closed;
  }

  @Override
  public CustomTaskMetric[] metrics() {
    return new CustomTaskMetric[0];
  }

  @Override
  public void close() {
    closed = true;
  }
}
