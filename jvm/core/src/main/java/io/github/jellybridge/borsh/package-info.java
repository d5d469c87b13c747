/**
 * RDF/Borsh 1.0: a dictionary of terms and a block of 8-byte quads, both LZ4-compressed, read and
 * written as batches of term ids.
 *
 * <p>{@link io.github.jellybridge.borsh.BorshReader} and {@link
 * io.github.jellybridge.borsh.BorshWriter} are the public API. {@code TermsBlock} and {@code
 * QuadsBlock} decode the two blocks; {@code Lz4Block} decompresses a raw block of the specification
 * (with lz4-java) and {@code Lz4Frame} the frame of the Rust implementation (with
 * commons-compress). Sizes in a file are checked before memory is allocated for them.
 */
package io.github.jellybridge.borsh;
