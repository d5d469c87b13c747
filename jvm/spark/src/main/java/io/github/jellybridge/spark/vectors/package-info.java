/**
 * Spark column vectors over columns of term ids.
 *
 * <p>No value is copied row by row: a vector looks a term up in the strings of its table, each of
 * which is made once ({@link TermStrings}). {@link Projection} makes a columnar batch, {@link
 * RowProjection} makes rows for queries that take terms as a whole.
 */
package io.github.jellybridge.spark.vectors;
