/**
 * Terms and statements from Spark's rows: the first half of every write.
 *
 * <p>A {@link TermColumn} finds the terms of a row, a {@link TermReader} adds them to a term table,
 * and a {@link StatementRowEncoder} passes batches of them to the {@link StatementSink} of a
 * format.
 */
package io.github.jellybridge.spark.terms;
