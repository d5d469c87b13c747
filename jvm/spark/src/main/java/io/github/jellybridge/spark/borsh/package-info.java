/**
 * The data source {@code rdf-borsh}: what is special to RDF/Borsh files.
 *
 * <p>{@link BorshFormat} is the descriptor: names, options, reader and writer. Files are never
 * split, and the writer starts a new file before one is full ({@link BorshRowEncoder}). Everything
 * else is the engine of all formats.
 */
package io.github.jellybridge.spark.borsh;
