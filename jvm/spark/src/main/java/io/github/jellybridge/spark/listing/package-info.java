/**
 * The files of a table and the values of its partition columns.
 *
 * <p>{@link FileIndex} lists folders once and keeps the result; {@link PartitionSpec} and {@link
 * PartitionValues} follow Spark's rules for {@code key=value} folders. {@link FileFilter} drops
 * files whose partition values make a filter false.
 */
package io.github.jellybridge.spark.listing;
