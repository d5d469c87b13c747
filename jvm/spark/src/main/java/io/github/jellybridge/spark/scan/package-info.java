/**
 * Scans: from the columns and filters that Spark asks for to the readers of its tasks.
 *
 * <p>The classes follow Spark's roles: {@link StatementScanBuilder}, {@link StatementScan}, {@link
 * ScanBatch}, {@link StatementPartitionReaderFactory}, {@link ColumnarPartitionReader} and {@link
 * RowPartitionReader}. A {@link ReadPlan} goes to the executors; {@link FileStatements} opens one
 * file of a task after the other through the {@link FileCodec} of the format.
 */
package io.github.jellybridge.spark.scan;
