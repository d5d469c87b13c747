/**
 * The data source {@code jelly-patch}: files of RDF patches as a table of operations.
 *
 * <p>{@link PatchFormat} is the descriptor. The algebra of patches (difference, application,
 * compaction, inversion) is in {@link io.github.jellybridge.spark.PatchOperations}, whose queries
 * {@link PatchQueries} runs.
 */
package io.github.jellybridge.spark.patch;
