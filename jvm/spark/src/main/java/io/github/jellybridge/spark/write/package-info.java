/**
 * Writes: the requests of Spark, and the work of a task on its rows.
 *
 * <p>The classes follow Spark's roles: {@link FileWriteBuilder}, {@link FileWrite}, {@link
 * FileBatchWrite}, {@link FileStreamingWrite}, {@link FileWriterFactory}, {@link FileDataWriter}. A
 * format brings a {@link RowFileFormat}. How finished files become visible is up to {@code
 * spark.publish}.
 */
package io.github.jellybridge.spark.write;
