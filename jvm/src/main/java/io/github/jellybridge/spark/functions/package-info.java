/**
 * SQL functions as functions of Spark's public connector API: {@code from_jelly} and {@code
 * to_jelly} here, those on terms in {@code terms}. They are reached by a catalog or by session
 * extensions.
 */
package io.github.jellybridge.spark.functions;
