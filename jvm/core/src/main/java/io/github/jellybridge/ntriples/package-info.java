/**
 * N-Triples and N-Quads files (RDF 1.1 N-Triples, N-Quads), line by line, to batches of term ids.
 *
 * <p>{@link NTriplesReader} is the public API. {@link ChunkedLines} gets whole lines into memory,
 * {@link LineParser} parses them strictly, and {@link FastLineParser} is an accelerator for the
 * most common form of a line; without it every result and every error is the same. A {@link
 * ByteRange} of a file can be read alone: it has the lines that start in it.
 */
package io.github.jellybridge.ntriples;
