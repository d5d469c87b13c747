/**
 * The data source {@code jelly}: code that only Jelly-RDF files need.
 *
 * <p>{@link JellyFormat} is the descriptor: names, options, reader and writer. {@link FileSplitter}
 * cuts large files at {@link SplitPoints}. Everything else is the engine of all formats: {@code
 * spark.table}, {@code spark.scan} and the packages beside them. Single messages are in {@code
 * spark.functions}.
 */
package io.github.jellybridge.spark.jelly;

import io.github.jellybridge.spark.functions.MessageFormat;
