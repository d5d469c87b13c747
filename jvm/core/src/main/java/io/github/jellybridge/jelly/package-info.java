/**
 * The public API for Jelly-RDF streams: a reader, a writer, their options and their errors.
 *
 * <p>{@link JellyReader} decodes a stream of any version into batches of term ids; {@link
 * JellyWriter} mirrors it. It leaves the content to a {@link LayoutWriter}, and the frames to
 * {@link StreamOutput}. The packages below this one hold the implementation: {@code wire} (bytes
 * and frames), {@code decode} (rows to ids), {@code encode} (ids to rows), {@code columns} (columns
 * to ids and the reverse) and {@code split} (reading from the middle of a file). They are public
 * for the compiler only and may change in any release.
 */
package io.github.jellybridge.jelly;
