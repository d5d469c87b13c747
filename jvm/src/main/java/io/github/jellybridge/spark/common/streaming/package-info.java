/**
 * What streams of files share, whatever the format of the files: which files are new, what a
 * trigger takes of them, and the log of it in the checkpoint.
 */
package io.github.jellybridge.spark.common.streaming;
