/**
 * Terms and statements out of Spark's rows: the first half of every write.
 *
 * <p>A {@link TermColumn} finds the terms of a row, a {@link TermReader} puts them into a term
 * table, and a {@link StatementRowEncoder} hands batches of them to the {@link StatementSink} of a
 * format.
 */
package io.github.jellybridge.spark.terms;
