/**
 * Jelly-Patch: RDF patches as a stream of events or as batches of operations.
 *
 * <p>{@link PatchReader} and {@link PatchWriter} are the public API; {@link PatchHandler} has a
 * method for each row of RDF Patch. Frames, lookups and terms are those of Jelly-RDF ({@code
 * jelly.decode}, {@code jelly.encode}); this package adds the options and the rows of patches
 * (Jelly-Patch, "Patch rows").
 */
package io.github.jellybridge.patch;
