/**
 * Reading Jelly-RDF: framing, stream options, lookups and rows of both wire layouts (1.0.0 draft
 * and 1.0/1.1), from bytes to batches of term ids. Depends on {@code rdf} and the JDK only. Start
 * at {@link io.github.jellybridge.jelly.JellyReader}.
 */
package io.github.jellybridge.jelly;
