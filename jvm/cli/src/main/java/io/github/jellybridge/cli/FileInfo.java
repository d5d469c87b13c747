package io.github.jellybridge.cli;

import io.github.jellybridge.jelly.NamespaceDeclaration;
import io.github.jellybridge.jelly.StreamHeader;
import java.util.List;

/**
 * What one Jelly file says about itself, and what is in it.
 *
 * @param file the file
 * @param header layout, framing and options row
 * @param namespaces the declarations in the order of the stream, each once
 * @param frames number of frames
 * @param statements number of statements
 * @param uncompressedBytes size of the stream after decompression
 * @param violations violations let pass because reading was not strict
 * @param nameEntries name lookup entries defined, redefinitions included
 * @param prefixEntries as {@code nameEntries}, for the prefix lookup
 * @param datatypeEntries as {@code nameEntries}, for the datatype lookup
 */
record FileInfo(
    SourceFile file,
    StreamHeader header,
    List<NamespaceDeclaration> namespaces,
    long frames,
    long statements,
    long uncompressedBytes,
    long violations,
    long nameEntries,
    long prefixEntries,
    long datatypeEntries) {}
