/**
 * The data source {@code rdf-borsh}: code that only RDF/Borsh files need.
 *
 * <p>{@link BorshFormat} is the descriptor: names, options, reader and writer. Files are never
 * split, and the writer starts a new file before the current one is full ({@link BorshRowEncoder}).
 * Everything else is the engine of all formats.
 */
package io.github.jellybridge.spark.borsh;
