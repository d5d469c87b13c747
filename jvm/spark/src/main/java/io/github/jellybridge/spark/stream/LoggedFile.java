package io.github.jellybridge.spark.stream;

/**
 * A file that a stream took, as recorded in its log.
 *
 * @param path qualified path, not URL-encoded
 * @param length size in bytes when it was listed
 * @param modified time of its last change when it was listed, in milliseconds since the epoch
 * @param batch number of its batch
 */
record LoggedFile(String path, long length, long modified, long batch) {}
