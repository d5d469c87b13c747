/**
 * The custom metrics of a scan in the Spark UI, one class each.
 *
 * <p>{@link ScanMetrics} counts in the task; Spark adds up the values of all tasks.
 */
package io.github.jellybridge.spark.metrics;
