/**
 * Files in the text syntaxes of RDF: choosing a reader, and writers in constant memory.
 *
 * <p>{@link SyntaxFiles} opens a file with the reader for its syntax: our own for N-Triples,
 * N-Quads and Jelly, RIOT for the others. {@link SyntaxWriter} writes N-Triples, N-Quads, Turtle,
 * TriG, RDF/XML and JSON-LD, one statement after the other, so that memory does not grow with the
 * file.
 */
package io.github.jellybridge.syntax;
