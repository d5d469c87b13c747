/**
 * RDF terms as small integers.
 *
 * <p>A {@link TermTable} holds the terms of a batch as bytes. A {@link StatementBatch} holds
 * statements as parallel arrays of term ids: entry {@code i} is the statement {@code (s[i], p[i],
 * o[i], g[i])}. Every codec fills or drains these two classes; codecs and their callers exchange no
 * other data. {@link StatementReader} is the interface of all readers; {@link Syntax} and {@link
 * SyntaxOptions} describe the text syntaxes. Start with {@link TermTable}.
 */
package io.github.jellybridge.rdf;
