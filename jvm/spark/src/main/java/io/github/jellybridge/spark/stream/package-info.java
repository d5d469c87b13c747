/**
 * Files as a streaming source: new files in some folders, each once.
 *
 * <p>{@link FileMicroBatchStream} asks {@link FileStreamListing} for files, takes as many as a
 * trigger may have, and records them in a {@link FileLog} below the checkpoint of the query.
 */
package io.github.jellybridge.spark.stream;
