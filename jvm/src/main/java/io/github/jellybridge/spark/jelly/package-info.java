/**
 * Data source {@code jelly}, and what the others are made of: the classes of a Spark DataSource V2
 * in Spark's own order (table, scan builder, scan, batch, reader factory, reader), column vectors
 * over term ids, metrics, and what is taken over from Spark (filters, limits, aggregates).
 */
package io.github.jellybridge.spark.jelly;
