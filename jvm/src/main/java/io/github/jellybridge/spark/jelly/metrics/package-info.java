/** The custom metrics of a scan that the Spark UI shows, one class each. */
package io.github.jellybridge.spark.jelly.metrics;
