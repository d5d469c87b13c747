package io.github.jellybridge.spark.aggregate;

import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermRuns;
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
 * <p>Filters and aggregates the statements of one partition, and returns the groups as rows at the
 * end. When the groups exceed their memory limit earlier, they are returned in parts; or, if the
 * plan asks for complete groups, they are written to disk until the end.
 */
public final class AggregatePartitionReader implements PartitionReader<ColumnarBatch> {
  /** Bytes of groups that a task keeps in memory before it returns them. */
  public static final long DEFAULT_MEMORY = 32L << 20;

  /** The share of the heap that complete groups may take in all tasks together. */
  private static final int HEAP_SHARE = 8;

  /** Upper limit for complete groups in bytes, because the values of keys are in one array. */
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
  // Groups that are being returned; none while from == to.
  private Groups groups;
  private int from;
  private int to;
  private ColumnarBatch rows;

  /**
   * @param source closed together with this reader
   * @param memoryLimit bytes of groups to keep at most; one batch may exceed it
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
   * Returns the bytes that a plan's groups may take in one task. Complete groups get a share of the
   * heap: groups that fit into memory are written to disk neither by this reader nor by Spark.
   */
  public static long memoryFor(PushedAggregation plan) {
    Runtime runtime = Runtime.getRuntime();
    return plan.complete()
        ? memoryOfShare(runtime.maxMemory(), runtime.availableProcessors())
        : DEFAULT_MEMORY;
  }

  /**
   * Returns the bytes that complete groups may take in each of as many tasks as there are cores.
   */
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

  /** Reads until the memory limit is reached or the input ends. */
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
    aggregator = null; // frees its tables before those of the buckets are made
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
    StatementBatch batch = source.batch();
    TermRuns runs = batch.termRuns;
    // A run passes a filter if its term does.
    StatementBatch entries = runs == null ? batch : runs.terms;
    int size = entries.size();
    int passed = size;
    if (filter != null) {
      if (selection.length < size) {
        selection = new int[size];
      }
      passed = filter.filter(entries, source.terms(), selection);
    }
    int[] selected = passed == size ? null : selection;
    long added = passed;
    if (runs == null) {
      aggregator.add(batch, source.terms(), selected, passed);
    } else {
      added = aggregator.addRuns(runs, source.terms(), selected, passed);
    }
    source.skipped(batch.size() - added);
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
