/**
 * Jelly-RDF: framing, stream options, lookups and rows, read in both wire layouts (1.0.0 draft and
 * 1.0/1.1) from bytes to batches of term ids, and written in 1.x. Depends on {@code rdf} and the
 * JDK only. Start at {@link io.github.jellybridge.jelly.JellyReader} and {@link
 * io.github.jellybridge.jelly.JellyWriter}.
 */
package io.github.jellybridge.jelly;
