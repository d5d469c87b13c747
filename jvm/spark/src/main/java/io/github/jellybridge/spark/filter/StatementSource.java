package io.github.jellybridge.spark.filter;

import io.github.jellybridge.rdf.PredicateFilter;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermTable;
import java.io.Closeable;
import java.io.IOException;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;

/**
 * Batches of statements across the files of one input partition: the seam between reading and what
 * is made of it.
 *
 * <p>Opening and closing files, the read mode, missing and corrupt files, and all counters are the
 * source's business; its user sees good statements only, or an exception.
 */
public interface StatementSource extends Closeable {
  /**
   * Moves to the next batch, which may be empty.
   *
   * @return false when the last file has ended
   */
  boolean next() throws IOException;

  /**
   * Sets a filter on predicates. In the batches from now on, statements that it rejects may lack
   * their object: its id is -1.
   */
  void filter(PredicateFilter filter);

  /** The current batch: valid until the next call of {@link #next()}. */
  StatementBatch batch();

  /** The table that the ids of {@link #batch()} are of; may be another object after next(). */
  TermTable terms();

  /**
   * Counts all statements that {@link #next()} has not yet given, in all files left, without
   * decoding terms wherever the answer is the same as with decoding them.
   */
  long countStatements() throws IOException;

  /** Adds to the metric of statements that a pushed filter dropped. */
  void skipped(long statements);

  /** The current values of all metrics. */
  CustomTaskMetric[] metrics();
}
