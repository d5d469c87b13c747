/**
 * Filters and partial aggregates that the reader takes over from Spark and evaluates on term ids.
 *
 * <p>The driver compiles what Spark offers ({@link
 * io.github.jellybridge.spark.jelly.pushdown.PushedFilters}, {@link
 * io.github.jellybridge.spark.jelly.pushdown.PushedAggregation}); readers look at the bytes of a
 * distinct term once and at a number for each statement.
 */
package io.github.jellybridge.spark.jelly.pushdown;
