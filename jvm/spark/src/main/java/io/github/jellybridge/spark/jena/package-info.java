/**
 * Converts tables of statements to Jena graphs and streams, and back.
 *
 * <p>The implementation of {@link io.github.jellybridge.spark.JellyBridge}: {@link
 * StatementCollector} makes a table of the statements that a parser or graph sends, {@link
 * NodeRows} makes nodes and quads of rows.
 */
package io.github.jellybridge.spark.jena;
