/**
 * Productions of the grammar of N-Triples that parsers and writers share (RDF 1.1 N-Triples §7).
 *
 * <p>One class holds one production: the characters of IRIs and blank node labels, language tags,
 * references to IRIs (RFC 3986 §5.2). {@link TokenScan} finds the end of a token eight bytes at a
 * time. The text of a whole term is in {@link io.github.jellybridge.rdf.NTriples}.
 */
package io.github.jellybridge.rdf.text;
