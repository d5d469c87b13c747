/**
 * RDF terms as small integers: term tables, batches of statements, N-Triples text. Depends on the
 * JDK only; every codec fills or drains these classes and nothing else crosses the codec border.
 */
package io.github.jellybridge.rdf;
