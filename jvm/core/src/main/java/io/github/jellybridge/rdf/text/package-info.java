/**
 * Productions of the grammar of N-Triples that parsers and writers share (RDF 1.1 N-Triples §7).
 *
 * <p>Each class covers one production: the characters of IRIs and blank node labels, language tags,
 * references to IRIs (RFC 3986 §5.2). {@link TokenScan} finds the end of a token eight bytes at a
 * time. {@link io.github.jellybridge.rdf.NTriples} has the text of whole terms.
 */
package io.github.jellybridge.rdf.text;
