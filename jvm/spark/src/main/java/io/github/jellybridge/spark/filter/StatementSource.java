package io.github.jellybridge.spark.filter;

import io.github.jellybridge.rdf.PredicateFilter;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermTable;
import java.io.Closeable;
import java.io.IOException;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;

/**
 * Batches of statements across the files of one input partition: the boundary between reading and
 * everything that uses the statements.
 *
 * <p>The source opens and closes files, handles the read mode, missing and corrupt files, and keeps
 * all counters. Its caller sees valid statements only, or an exception.
 */
public interface StatementSource extends Closeable {
  /**
   * Moves to the next batch, which may be empty.
   *
   * @return false when the last file has ended
   */
  boolean next() throws IOException;

  /**
   * Sets a filter on predicates. In all following batches, statements that it rejects may lack
   * their object: its id is -1.
   */
  void filter(PredicateFilter filter);

  /** The current batch, valid until the next call of {@link #next()}. */
  StatementBatch batch();

  /** The table of the ids in {@link #batch()}; may be another object after {@link #next()}. */
  TermTable terms();

  /**
   * Counts all statements that {@link #next()} has not yet returned, in all remaining files. Does
   * not decode terms unless that could change the result.
   */
  long countStatements() throws IOException;

  /** Adds to the metric of statements that a pushed filter dropped. */
  void skipped(long statements);

  /** The current values of all metrics. */
  CustomTaskMetric[] metrics();
}
