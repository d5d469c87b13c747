package io.github.jellybridge.spark.scan;

import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.spark.filter.StatementFilter;
import io.github.jellybridge.spark.vectors.BatchRows;
import java.io.IOException;

/**
 * The rows of a task: the statements that pass the filters, up to the limit. Only counts them if
 * the plan needs nothing else.
 */
final class FilteredRows {
  /** Number of rows in a batch without columns; each row costs Spark one step of a loop. */
  private static final int COUNTED_BATCH = 1 << 20;

  private final FileStatements source;
  private final int batchSize;
  private final StatementFilter filter;
  private final boolean countsOnly;
  private final BatchRows rows;
  private int[] selection = new int[0];
  private long counted;
  private long left;

  FilteredRows(ReadPlan plan, FileStatements source) {
    this.source = source;
    this.batchSize = plan.batchSize();
    this.filter = plan.filters().isEmpty() ? null : plan.filters().newFilter();
    if (filter != null) {
      source.filter(filter.predicateFilter());
    }
    this.countsOnly = plan.countsOnly();
    this.rows = new BatchRows(plan.kind().idColumns(plan.schema()));
    this.left = plan.limit();
  }

  /** The rows of the current batch: at least one. */
  BatchRows rows() {
    return rows;
  }

  /** Moves to the next batch that has rows; returns false after the last file or at the limit. */
  boolean next() throws IOException {
    if (left <= 0) {
      return false;
    }
    boolean found = countsOnly ? nextCounted() : nextDecoded();
    left -= found ? rows.size() : 0;
    return found;
  }

  private boolean nextDecoded() throws IOException {
    // Without a filter every statement becomes a row, so only as many as the limit are decoded.
    int most = filter == null ? (int) Math.min(batchSize, left) : batchSize;
    while (source.next(most)) {
      StatementBatch batch = source.batch();
      int size = batch.size();
      if (filter == null) {
        if (size > 0) {
          rows.all(batch, source.terms(), (int) Math.min(size, left));
          return true;
        }
        continue;
      }
      if (selection.length < size) {
        selection = new int[Math.max(size, batchSize)];
      }
      int kept = filter.filter(batch, source.terms(), selection);
      source.skipped(size - kept);
      if (kept > 0) {
        rows.select(batch, source.terms(), selection, (int) Math.min(kept, left));
        return true;
      }
    }
    return false;
  }

  private boolean nextCounted() throws IOException {
    while (counted == 0) {
      counted = source.countFile();
      if (counted < 0) {
        counted = 0;
        return false;
      }
    }
    int size = (int) Math.min(Math.min(counted, COUNTED_BATCH), left);
    counted -= size;
    rows.counted(size);
    return true;
  }
}
