/**
 * The table of a Spark data source, whatever the format of its files.
 *
 * <p>{@link StatementDataSource} is the provider that Spark finds by name; {@link TableFormat} is
 * the descriptor that a format passes to it. {@link StatementTable} holds the listed files and
 * starts scans ({@code spark.scan}) and writes ({@link
 * io.github.jellybridge.spark.write.TableWrites}, {@code spark.write}).
 */
package io.github.jellybridge.spark.table;
