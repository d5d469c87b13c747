/**
 * The public API for Jelly-RDF streams: a reader, a writer, their options and their errors.
 *
 * <p>{@link JellyReader} decodes a stream of the 1.0.0 draft, 1.0 or 1.1 into batches of term ids;
 * {@link JellyWriter} mirrors it. The packages below this one hold the implementation: {@code wire}
 * (bytes and frames), {@code decode} (rows to ids), {@code encode} (ids to rows) and {@code split}
 * (reading from the middle of a file). They are public for the compiler only and may change in any
 * release.
 */
package io.github.jellybridge.jelly;
