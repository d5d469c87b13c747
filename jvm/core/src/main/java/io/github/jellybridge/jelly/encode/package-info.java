/**
 * Encodes term ids to rows of Jelly-RDF 1.x (Jelly-RDF 1.1, "Stream rows"); the counterpart of
 * {@code decode}.
 *
 * <p>{@link RowEncoder} writes options, entries, statements and namespaces in their order. {@link
 * EncoderLookup} decides which entry of a lookup a new term replaces; {@link IriEncoder} splits
 * IRIs into prefix and name. {@link CheckpointWriter} writes the state of a stream as one frame, so
 * that a reader can start there.
 */
package io.github.jellybridge.jelly.encode;
