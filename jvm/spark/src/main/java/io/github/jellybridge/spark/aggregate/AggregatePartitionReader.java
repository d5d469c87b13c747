package io.github.jellybridge.spark.aggregate;

import io.github.jellybridge.spark.filter.PushedFilters;
import io.github.jellybridge.spark.filter.StatementFilter;
import io.github.jellybridge.spark.filter.StatementSource;
import java.io.IOException;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/**
 * Reads the results of a pushed aggregation instead of statements.
 *
 * <p>Filters and aggregates the statements of one partition, and gives the groups as rows at the
 * end. When they take more memory than they may, they are handed on before, in parts; or, when the
 * plan asks for complete groups, they go to disk until the end.
 */
public final class AggregatePartitionReader implements PartitionReader<ColumnarBatch> {
  /** Bytes of groups that a task keeps before it hands them on. */
  public static final long DEFAULT_MEMORY = 32L << 20;

  /** The share of the heap that complete groups may take in all tasks together. */
  private static final int HEAP_SHARE = 8;

  /** What complete groups may take at most, as the values of keys are in one array. */
  private static final long MOST_MEMORY = 1L << 30;

  private static final int ROWS = 4096;

  private final StatementSource source;
  private final PushedAggregation plan;
  private final StatementFilter filter;
  private final long memoryLimit;
  private Aggregator aggregator;
  private int[] selection = new int[0];
  private boolean ended;
  private SpilledGroups spilled;
  // Groups that are being handed on; none while from == to.
  private Groups groups;
  private int from;
  private int to;
  private ColumnarBatch rows;

  /**
   * @param source is closed with this reader
   * @param memoryLimit bytes of groups to keep at most, except for one batch
   */
  public AggregatePartitionReader(
      StatementSource source, PushedFilters filters, PushedAggregation plan, long memoryLimit) {
    this.source = source;
    this.plan = plan;
    this.filter = filters.isEmpty() ? null : filters.newFilter();
    if (filter != null) {
      source.filter(filter.predicateFilter());
    }
    this.memoryLimit = memoryLimit;
    this.aggregator = new Aggregator(plan, memoryLimit);
  }

  /**
   * The memory that a plan's groups may take in one task: what is complete at once need not be
   * written, neither by us nor by Spark, so that gets a share of the heap.
   */
  public static long memoryFor(PushedAggregation plan) {
    Runtime runtime = Runtime.getRuntime();
    return plan.complete()
        ? memoryOfShare(runtime.maxMemory(), runtime.availableProcessors())
        : DEFAULT_MEMORY;
  }

  /** The memory that complete groups may take in one of as many tasks as there are cores. */
  static long memoryOfShare(long heap, int cores) {
    return Math.min(MOST_MEMORY, Math.max(DEFAULT_MEMORY, heap / HEAP_SHARE / cores));
  }

  @Override
  public boolean next() throws IOException {
    if (from == to && !nextGroups()) {
      rows = null;
      return false;
    }
    int end = Math.min(to, from + ROWS);
    rows = groups.rows(from, end);
    from = end;
    return true;
  }

  private boolean nextGroups() throws IOException {
    from = 0;
    groups = null;
    if (!ended) {
      if (to > 0) {
        aggregator.clear();
      }
      groups = aggregate();
    } else if (spilled != null) {
      groups = spilled.next();
    }
    to = groups == null ? 0 : groups.size();
    return to > 0;
  }

  /** Reads on until groups have to be handed on, or to the end. */
  private Groups aggregate() throws IOException {
    if (filter == null && plan.countOnly()) {
      aggregator.addCount(source.countStatements());
    } else {
      while (source.next()) {
        add();
        if (aggregator.full()) {
          if (!plan.complete()) {
            return aggregator;
          }
          spill();
        }
      }
    }
    ended = true;
    if (spilled == null) {
      return aggregator;
    }
    spill();
    aggregator = null; // its tables make room for those of the buckets
    spilled.finish();
    return spilled.next();
  }

  private void spill() throws IOException {
    if (spilled == null) {
      spilled = new SpilledGroups(plan, memoryLimit);
    }
    spilled.add(aggregator);
    aggregator.clear();
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
    try {
      source.close();
    } finally {
      if (spilled != null) {
        spilled.close();
      }
    }
  }
}
