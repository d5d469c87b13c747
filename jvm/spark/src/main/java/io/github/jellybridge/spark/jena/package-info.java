/**
 * Tables of statements as Jena's graphs and streams, and the other way round.
 *
 * <p>The implementation of {@link io.github.jellybridge.spark.JellyBridge}: {@link
 * StatementCollector} makes a table of the statements that a parser or graph sends, {@link
 * NodeRows} makes nodes and quads of rows.
 */
package io.github.jellybridge.spark.jena;
