/**
 * Files in any syntax of RDF: readers by syntax, and writers of our own for the text syntaxes.
 *
 * <p>{@link io.github.jellybridge.syntax.SyntaxFiles} opens the reader of a file, {@link
 * io.github.jellybridge.syntax.SyntaxWriter} the writer, which {@link
 * io.github.jellybridge.syntax.SyntaxWriteOptions} configures. Writers stream in constant memory:
 * {@code PreviousTerm} tells where a block ends, {@code Namespaces} shortens IRIs, and {@code
 * QuotedTriples} writes quoted triples. Terms that a syntax cannot hold are rejected.
 */
package io.github.jellybridge.syntax;
