package io.github.jellybridge.spark.jelly.pushdown;

import io.github.jellybridge.spark.jelly.StatementSource;
import java.io.IOException;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/**
 * Reads the partial results of a pushed aggregation instead of statements.
 *
 * <p>Filters and aggregates the statements of one partition, and gives the groups as rows: at the
 * end, and before whenever they take more memory than they may.
 */
public final class JellyAggregateReader implements PartitionReader<ColumnarBatch> {
  /** Bytes of groups that a task keeps before it hands them on. */
  public static final long DEFAULT_MEMORY = 32L << 20;

  private static final int ROWS = 4096;

  private final StatementSource source;
  private final PushedAggregation plan;
  private final StatementFilter filter;
  private final Aggregator aggregator;
  private int[] selection = new int[0];
  private boolean ended;
  // Groups that are being handed on; none while from == to.
  private int from;
  private int to;
  private ColumnarBatch rows;

  /**
   * @param source is closed with this reader
   * @param memoryLimit bytes of groups to keep at most, but for one batch
   */
  public JellyAggregateReader(
      StatementSource source, PushedFilters filters, PushedAggregation plan, long memoryLimit) {
    this.source = source;
    this.plan = plan;
    this.filter = filters.isEmpty() ? null : filters.newFilter();
    this.aggregator = new Aggregator(plan, memoryLimit);
  }

  @Override
  public boolean next() throws IOException {
    if (from == to) {
      if (to > 0) {
        aggregator.clear();
        from = 0;
        to = 0;
      }
      if (!ended) {
        aggregate();
      }
    }
    if (from == to) {
      rows = null;
      return false;
    }
    int end = Math.min(to, from + ROWS);
    rows = aggregator.rows(from, end);
    from = end;
    return true;
  }

  /** Reads on until groups have to be handed on, or to the end. */
  private void aggregate() throws IOException {
    if (filter == null && plan.countOnly()) {
      aggregator.addCount(source.countStatements());
    } else {
      while (source.next()) {
        add();
        if (aggregator.full()) {
          to = aggregator.size();
          return;
        }
      }
    }
    ended = true;
    to = aggregator.size();
  }

  private void add() {
    int size = source.batch().size();
    if (filter == null) {
      aggregator.add(source.batch(), source.terms(), null, size);
      return;
    }
    if (selection.length < size) {
      selection = new int[size];
    }
    int passed = filter.filter(source.batch(), source.terms(), selection);
    source.skipped(size - passed);
    aggregator.add(source.batch(), source.terms(), passed == size ? null : selection, passed);
  }

  @Override
  public ColumnarBatch get() {
    return rows;
  }

  @Override
  public CustomTaskMetric[] currentMetricsValues() {
    return source.metrics();
  }

  @Override
  public void close() throws IOException {
    source.close();
  }
}
