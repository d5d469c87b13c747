/**
 * RDF/Borsh 1.0: a dictionary of terms and a block of 8-byte quads, both compressed with LZ4.
 *
 * <p>{@link BorshReader} reads a file as batches of term ids, which are the ids of the file;
 * {@link BorshWriter} mirrors it. {@link TermsBlock} and {@link QuadsBlock} check the two
 * sections, {@link Lz4Block} finds the decompressed size of a block, which files do not store. A
 * file is limited to 64 Ki terms and is always read as a whole.
 */
package io.github.jellybridge.borsh;
