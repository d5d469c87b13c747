/**
 * Files on Hadoop file systems: names, listings and compression.
 *
 * <p>Spark's data sources and the command line share these classes. {@link Decompression} and
 * {@link CompressedOutput} choose the codec by the file extension. {@link LeafFiles} lists the
 * visible files of a table and omits those that a job is publishing ({@link PublishJournal}, {@link
 * UnpublishedFiles}). {@link ColonNames} opens files whose names Hadoop takes for URIs. {@link
 * Bzip2PartStream} decompresses a part of a {@code .bz2} file.
 */
package io.github.jellybridge.files;
