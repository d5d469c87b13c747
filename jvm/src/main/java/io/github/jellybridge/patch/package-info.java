/**
 * Jelly-Patch: patches as a stream of events, a reader and a writer of the binary format.
 *
 * <p>The codec proper stands in package {@code jelly}, whose frames, lookups and terms it shares.
 */
package io.github.jellybridge.patch;
