/**
 * The bridge to Apache Jena: terms as nodes, and the syntaxes that RIOT reads or writes.
 *
 * <p>{@link JellyFiles} and {@link JenaTerms} are for users of Jena. {@link RiotReader} runs a
 * parser of RIOT, which pushes statements, in a thread of its own, and hands out batches
 * ({@link PullParser}). Nothing is fetched from anywhere while reading, and documents are limited
 * in size and depth before the parser sees them. {@link RdfPatchText} is text RDF Patch.
 */
package io.github.jellybridge.jena;
