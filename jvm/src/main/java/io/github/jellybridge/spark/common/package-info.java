/**
 * What every format's DataSource shares and no format owns: options, the file index, partition
 * folders, packing of files into tasks and decompression. It uses Spark's public connector API and
 * Hadoop's file system API only.
 */
package io.github.jellybridge.spark.common;
