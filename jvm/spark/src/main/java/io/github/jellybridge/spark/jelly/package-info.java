/**
 * The data source {@code jelly}: code that only Jelly-RDF files need.
 *
 * <p>{@link JellyFormat} is the descriptor: names, options, reader and writer. {@link FileSplitter}
 * cuts large files at {@link SplitPoints}. {@link MessageFormat} makes single messages for {@code
 * to_jelly}. Everything else is the engine of all formats: {@code spark.table}, {@code spark.scan}
 * and the packages beside them.
 */
package io.github.jellybridge.spark.jelly;

import io.github.jellybridge.spark.functions.MessageFormat;
