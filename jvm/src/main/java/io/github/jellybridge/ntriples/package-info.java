/**
 * Reads N-Triples and N-Quads (RDF 1.1 N-Triples, RDF 1.1 N-Quads), line by line, from bytes into
 * ids of terms.
 */
package io.github.jellybridge.ntriples;
