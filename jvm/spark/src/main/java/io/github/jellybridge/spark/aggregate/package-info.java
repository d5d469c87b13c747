/**
 * Aggregates that the reader takes over from Spark.
 *
 * <p>{@link PushedAggregation} is compiled on the driver, {@link Aggregator} counts on term ids in
 * the task, {@link AggregatePartitionReader} returns the groups. Groups that do not fit into memory
 * are written to disk ({@link GroupSpill}) and merged at the end ({@link MergedGroups}).
 */
package io.github.jellybridge.spark.aggregate;
