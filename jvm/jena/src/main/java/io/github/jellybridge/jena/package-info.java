/**
 * The bridge to Apache Jena: nodes and terms, files of other syntaxes, and Jelly as Jena's streams.
 *
 * <p>Public API: {@link io.github.jellybridge.jena.JellyFiles}, {@link
 * io.github.jellybridge.jena.JellyIterator} and {@link io.github.jellybridge.jena.JellyStreamRdf}
 * read and write Jelly; {@link io.github.jellybridge.jena.RiotReader} and {@link
 * io.github.jellybridge.jena.RiotWriter} the syntaxes of RIOT; {@link
 * io.github.jellybridge.jena.RdfPatchText} text RDF Patch; {@link
 * io.github.jellybridge.jena.JenaTerms} and {@link io.github.jellybridge.jena.TermFields} convert
 * terms. {@code RiotParser} picks the parser of a syntax, and {@code PullParser} runs it
 * alternating with its reader.
 */
package io.github.jellybridge.jena;
