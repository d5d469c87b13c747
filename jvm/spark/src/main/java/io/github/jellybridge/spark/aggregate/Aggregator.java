package io.github.jellybridge.spark.aggregate;

import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermRuns;
import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.spark.filter.TermPath;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/**
 * Aggregates batches of statements into groups, in bounded memory.
 *
 * <p>Holds partial results of one task. When {@link #full()}, the caller takes the rows out and
 * calls {@link #clear()}. The same groups may then appear again, which is fine for partial results.
 */
final class Aggregator implements Groups {
  /**
   * Divisor of the memory limit when most statements form a group of their own: tables that fit the
   * CPU's cache then work as well.
   */
  private static final int SMALL = 32;

  /** The buffer for the lengths of runs, after those of the columns. */
  private static final int RUN_LENGTHS = TermPath.COLUMNS;

  private final StructType schema;
  private final long memoryLimit;
  private final GroupKeys keys;
  private final Accumulator[] accumulators;
  // Fast path: keys of one column, and no function except COUNT(*).
  private final boolean countsOnly;
  private final int columns;
  private final int[][] gathered = new int[TermPath.COLUMNS + 1][0];
  private final int[][] terms = new int[TermPath.COLUMNS][];
  private int[] groups = new int[0];
  private long limit;
  private long statements;

  /**
   * @param memoryLimit bytes that groups may take before they must be taken out; one batch may
   *     exceed it
   */
  Aggregator(PushedAggregation plan, long memoryLimit) {
    this.schema = plan.schema();
    this.memoryLimit = memoryLimit;
    this.limit = memoryLimit;
    this.keys = plan.global() ? null : new GroupKeys(plan.keys());
    this.accumulators = plan.measures().stream().map(Accumulator::of).toArray(Accumulator[]::new);
    this.countsOnly = plan.countsOneColumn();
    this.columns = plan.columns();
  }

  /**
   * Adds a number of statements without their terms, for plans that have no keys and only count.
   */
  void addCount(long count) {
    statements += count;
    for (Accumulator accumulator : accumulators) {
      ((CountAll) accumulator).add(count);
    }
  }

  /**
   * Adds statements of a batch.
   *
   * @param selection the rows to add, or null for the first {@code count}
   */
  void add(StatementBatch batch, TermTable table, int[] selection, int count) {
    if (count == 0) {
      return;
    }
    statements += count;
    gather(batch, selection, count);
    if (countsOnly) {
      countOnly(table, count);
      return;
    }
    int[] of = null;
    if (keys != null) {
      if (groups.length < count) {
        groups = new int[count];
      }
      of = groups;
      keys.groups(terms, count, table, of);
    }
    int size = size();
    for (Accumulator accumulator : accumulators) {
      accumulator.ensure(size);
      int column = accumulator.column();
      accumulator.add(column < 0 ? null : terms[column], of, count, table);
    }
  }

  private void countOnly(TermTable table, int count) {
    ColumnKey key = keys.single();
    int[] ids = terms[key.column()];
    if (accumulators.length == 0) {
      key.see(ids, count, table);
    } else {
      CountAll counts = (CountAll) accumulators[0];
      key.count(ids, count, table, counts.counters(key.size() + count));
    }
  }

  /**
   * Adds runs of statements, for plans that {@link PushedAggregation#readsRuns}.
   *
   * @param selection the runs to add, or null for the first {@code count}
   * @return the number of their statements
   */
  long addRuns(TermRuns runs, TermTable table, int[] selection, int count) {
    int[] of = selected(RUN_LENGTHS, runs.lengths, selection, count);
    long added = 0;
    for (int i = 0; i < count; i++) {
      added += of[i];
    }
    if (keys == null) {
      addCount(added);
      return added;
    }
    statements += added;
    gather(runs.terms, selection, count);
    if (accumulators.length == 0) {
      countOnly(table, count);
    } else {
      ColumnKey key = keys.single();
      long[] counters = ((CountAll) accumulators[0]).counters(key.size() + count);
      key.count(terms[key.column()], of, count, table, counters);
    }
    return added;
  }

  /** Sets the term ids of the selected rows, without gaps. */
  private void gather(StatementBatch batch, int[] selection, int count) {
    for (int column = 0; column < TermPath.COLUMNS; column++) {
      if ((columns & 1 << column) == 0) {
        continue;
      }
      terms[column] = selected(column, TermPath.ids(batch, column), selection, count);
    }
  }

  /** Returns the selected entries of an array, without gaps. */
  private int[] selected(int buffer, int[] of, int[] selection, int count) {
    if (selection == null) {
      return of;
    }
    if (gathered[buffer].length < count) {
      gathered[buffer] = new int[count];
    }
    int[] dense = gathered[buffer];
    for (int i = 0; i < count; i++) {
      dense[i] = of[selection[i]];
    }
    return dense;
  }

  /** Returns the number of groups; 1 without keys, even if there are no statements. */
  @Override
  public int size() {
    return keys == null ? 1 : keys.size();
  }

  /** Bytes that the groups take. */
  long bytes() {
    int size = size();
    long bytes = keys == null ? 0 : keys.bytes();
    for (Accumulator accumulator : accumulators) {
      bytes += accumulator.bytes(size);
    }
    return bytes;
  }

  /** Tells whether the groups exceed the memory limit and must be taken out. */
  boolean full() {
    return keys != null && keys.size() > 0 && bytes() > limit;
  }

  /**
   * Returns groups {@code from} to {@code to}, exclusive, as rows that are valid until {@link
   * #clear()}.
   */
  @Override
  public ColumnarBatch rows(int from, int to) {
    ColumnVector[] vectors = new ColumnVector[schema.length()];
    int next = 0;
    if (keys != null) {
      for (ColumnVector vector : keys.vectors(schema, from, to)) {
        vectors[next++] = vector;
      }
    }
    for (Accumulator accumulator : accumulators) {
      accumulator.ensure(to);
      vectors[next++] = accumulator.results(from, to);
    }
    return new ColumnarBatch(vectors, to - from);
  }

  /** Forgets all groups, and decides how large the table may become next. */
  void clear() {
    int size = size();
    if (size * 2L > statements) {
      limit = memoryLimit / SMALL;
    } else if (size * 4L < statements) {
      limit = memoryLimit;
    }
    statements = 0;
    if (keys != null) {
      keys.clear();
    }
    for (Accumulator accumulator : accumulators) {
      accumulator.clear(size);
    }
  }
}
