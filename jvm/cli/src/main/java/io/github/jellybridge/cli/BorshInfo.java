package io.github.jellybridge.cli;

import io.github.jellybridge.borsh.BorshHeader;

/**
 * What one RDF/Borsh file says about itself, and what is in it.
 *
 * @param file the file
 * @param header version, flags and count
 * @param framed whether the body is one LZ4 frame instead of two blocks
 * @param terms number of terms in the dictionary
 * @param statements number of statements
 * @param uncompressedBytes size of the file, after decompression if it is compressed as a whole
 */
record BorshInfo(
    SourceFile file,
    BorshHeader header,
    boolean framed,
    long terms,
    long statements,
    long uncompressedBytes) {}
