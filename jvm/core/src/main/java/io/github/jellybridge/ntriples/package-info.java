/**
 * Reads N-Triples and N-Quads files (RDF 1.1 N-Triples, N-Quads) as batches of term ids.
 *
 * <p>{@link NTriplesReader} is the public API. {@link ChunkedLines} reads whole lines into memory,
 * and {@link LineParser} parses them strictly. {@link FastLineParser} accelerates the most common
 * form of a line; it never changes a result or an error. A {@link ByteRange} of a file can be read
 * alone: it has the lines that start in it.
 */
package io.github.jellybridge.ntriples;
