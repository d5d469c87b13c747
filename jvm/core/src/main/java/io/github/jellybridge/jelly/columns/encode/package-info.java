/**
 * Encodes term ids to the column layout of Jelly-RDF 1.2; the counterpart of {@code jelly.columns}.
 *
 * <p>{@link ColumnFrameEncoder} collects the statements of a frame. It takes some rows at a time:
 * {@link FrameEntries} first finds the lookup entries of all their terms, and tells how many rows
 * the lookups have room for. A {@link ColumnEncoder} for each position then appends the ids to the
 * lists of its column, in the form that they have in the file. {@link ColumnRunsEncoder} collects
 * repeated cells.
 */
package io.github.jellybridge.jelly.columns.encode;
