package io.github.jellybridge.spark.aggregate;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/**
 * Groups that exceed the memory: takes their partial results and returns each group once, complete.
 *
 * <p>Writes partial results to disk, in buckets by the hash of the keys. Then merges one bucket
 * after the other in memory; a bucket that is still too large is itself divided into buckets.
 */
final class SpilledGroups implements Closeable {
  private static final int ROWS = 4096;

  /** Number of records between two checks of the memory in use. */
  private static final int PATIENCE = 64;

  private final PushedAggregation plan;
  private final long memoryLimit;
  private final GroupRecord record;
  // Spills that are not read completely, the deepest level first, with the next bucket of each.
  private final Deque<Reading> pending = new ArrayDeque<>();
  private GroupSpill writing;

  /** A spill that is being read. */
  private static final class Reading {
    private final GroupSpill spill;
    private int bucket;

    Reading(GroupSpill spill) {
      this.spill = spill;
    }
  }

  /**
   * @param memoryLimit bytes that the groups of a bucket may take in memory
   */
  SpilledGroups(PushedAggregation plan, long memoryLimit) throws IOException {
    this.plan = plan;
    this.memoryLimit = memoryLimit;
    this.record = new GroupRecord(plan.schema(), plan.keys().size());
    this.writing = new GroupSpill(0);
  }

  /** Adds partial results. */
  void add(Groups groups) throws IOException {
    write(groups, writing);
  }

  private void write(Groups groups, GroupSpill spill) throws IOException {
    int size = groups.size();
    for (int from = 0; from < size; from += ROWS) {
      ColumnarBatch rows = groups.rows(from, Math.min(size, from + ROWS));
      for (int row = 0; row < rows.numRows(); row++) {
        record.load(rows, row);
        spill.add(record.bytes, 0, record.length);
      }
    }
  }

  /** Ends adding, so that {@link #next} can be called. */
  void finish() throws IOException {
    read(writing);
    writing = null;
  }

  private void read(GroupSpill spill) throws IOException {
    spill.finish();
    pending.push(new Reading(spill));
  }

  /** Returns the next complete groups; null at the end. */
  Groups next() throws IOException {
    while (!pending.isEmpty()) {
      Reading reading = pending.peek();
      if (reading.bucket == GroupSpill.BUCKETS) {
        pending.pop().spill.close();
        continue;
      }
      MergedGroups groups = merge(reading.spill, reading.bucket++);
      if (groups != null && groups.size() > 0) {
        return groups;
      }
    }
    return null;
  }

  /** Merges a bucket in memory; returns null when the bucket had to be divided. */
  private MergedGroups merge(GroupSpill spill, int bucket) throws IOException {
    MergedGroups groups = new MergedGroups(plan.schema(), plan.measures());
    boolean divisible = spill.level() < GroupSpill.LEVELS;
    int until = PATIENCE;
    for (int block = 0; block < spill.blocks(bucket); block++) {
      byte[] bytes = spill.read(bucket, block);
      for (int at = 0; at < bytes.length; ) {
        groups.add(bytes, at);
        at += GroupRecord.length(bytes, at);
        if (--until == 0) {
          until = PATIENCE;
          if (divisible && groups.size() > 1 && groups.bytes() > memoryLimit) {
            divide(groups, spill, bucket, block, bytes, at);
            return null;
          }
        }
      }
    }
    return groups;
  }

  /** Divides the groups so far and the rest of a bucket into buckets of the next level. */
  private void divide(
      MergedGroups groups, GroupSpill spill, int bucket, int block, byte[] bytes, int at)
      throws IOException {
    GroupSpill deeper = new GroupSpill(spill.level() + 1);
    try {
      write(groups, deeper);
      copy(bytes, at, deeper);
      for (int rest = block + 1; rest < spill.blocks(bucket); rest++) {
        copy(spill.read(bucket, rest), 0, deeper);
      }
      read(deeper);
    } catch (IOException | RuntimeException e) {
      deeper.close();
      throw e;
    }
  }

  private static void copy(byte[] bytes, int from, GroupSpill to) throws IOException {
    for (int at = from; at < bytes.length; ) {
      int length = GroupRecord.length(bytes, at);
      to.add(bytes, at, length);
      at += length;
    }
  }

  @Override
  public void close() throws IOException {
    if (writing != null) {
      writing.close();
    }
    while (!pending.isEmpty()) {
      pending.pop().spill.close();
    }
  }
}
