/**
 * Spark column vectors over columns of term ids.
 *
 * <p>No value is copied row by row: a vector looks up a term in the strings of its table, each of
 * which is created once ({@link TermStrings}). {@link Projection} creates a columnar batch, {@link
 * RowProjection} creates rows for queries that use whole terms.
 */
package io.github.jellybridge.spark.vectors;
