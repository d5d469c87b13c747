/**
 * RDF/Borsh 1.0: a dictionary of terms and a block of 8-byte quads, both LZ4-compressed, read and
 * written as batches of term ids. Depends on {@code rdf} and lz4-java only, which Spark brings
 * along. Start at {@link io.github.jellybridge.borsh.BorshReader} and {@link
 * io.github.jellybridge.borsh.BorshWriter}.
 */
package io.github.jellybridge.borsh;
