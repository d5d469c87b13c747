/**
 * Data source {@code jelly-patch}: files of RDF patches as a table of operations, and what can be
 * done with such tables.
 */
package io.github.jellybridge.spark.patch;
