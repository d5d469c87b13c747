/** The custom metrics of a Jelly scan that the Spark UI shows, one class each. */
package io.github.jellybridge.spark.jelly.metrics;
