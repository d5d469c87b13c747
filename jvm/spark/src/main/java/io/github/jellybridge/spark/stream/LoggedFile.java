package io.github.jellybridge.spark.stream;

/**
 * A file that a stream took, as its log keeps it.
 *
 * @param path qualified path, not URL-encoded
 * @param length size in bytes when it was listed
 * @param modified time of its last change when it was listed, in milliseconds since the epoch
 * @param batch number of the batch that it is part of
 */
record LoggedFile(String path, long length, long modified, long batch) {}
