/**
 * Input for tasks: files that are read ahead, and configuration that travels to the executors.
 *
 * <p>{@link TaskInputStream} ends with its task, {@link ReadAheadInputStream} reads and
 * decompresses in a second thread. {@link InputFileName} tells Spark's {@code input_file_name()}
 * the name of the file that a task reads.
 */
package io.github.jellybridge.spark.io;
