/**
 * The data source {@code rdf}: files in the text syntaxes of RDF, RDF Thrift and RDF Protobuf.
 *
 * <p>{@link RdfFormat} is the descriptor: names, options, reader and writer. {@link RdfTasks} cuts
 * large files of N-Triples and N-Quads by bytes, also those compressed with bzip2; files in other
 * syntaxes are read as a whole. Everything else is the engine of all formats.
 */
package io.github.jellybridge.spark.rdf;
