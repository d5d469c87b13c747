/**
 * Scans: from the columns and filters that Spark requests to the readers of its tasks.
 *
 * <p>The classes follow Spark's roles: {@link StatementScanBuilder}, {@link StatementScan}, {@link
 * ScanBatch}, {@link StatementPartitionReaderFactory}, {@link ColumnarPartitionReader} and {@link
 * RowPartitionReader}. A {@link ReadPlan} is sent to the executors; {@link FileStatements} opens
 * the files of a task one after the other through the {@link FileCodec} of the format.
 */
package io.github.jellybridge.spark.scan;
