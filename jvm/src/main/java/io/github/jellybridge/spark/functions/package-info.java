/**
 * SQL functions for Jelly in messages: {@code from_jelly} and {@code to_jelly}, as functions of
 * Spark's public connector API. They are reached by a catalog or by session extensions.
 */
package io.github.jellybridge.spark.functions;
