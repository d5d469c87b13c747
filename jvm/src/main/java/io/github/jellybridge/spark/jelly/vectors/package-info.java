/**
 * Spark column vectors over columns of RDF term ids. Nothing is copied a row at a time: a vector
 * holds the id column of a batch and a table of Spark strings that is filled once per term.
 */
package io.github.jellybridge.spark.jelly.vectors;
