/**
 * Writes: the requests of Spark, and the work of a task on its rows.
 *
 * <p>The classes follow Spark's roles: {@link FileWriteBuilder}, {@link FileWrite}, {@link
 * FileBatchWrite}, {@link FileStreamingWrite}, {@link FileWriterFactory}, {@link FileDataWriter}. A
 * format provides a {@link RowFileFormat}. Package {@code spark.publish} makes finished files
 * visible.
 */
package io.github.jellybridge.spark.write;
