package io.github.jellybridge.cli;

import io.github.jellybridge.patch.PatchOptions;
import java.util.Map;

/**
 * What one file of patches says about itself, and what is in it.
 *
 * @param file the file
 * @param options the options row; null for a text, which has none
 * @param delimited whether every frame stands behind its length
 * @param operations how many operations there are of each kind, by the letters of RDF Patch
 * @param patches number of patches
 * @param frames number of frames; 0 for a text
 * @param uncompressedBytes size of the stream after decompression
 * @param ignoredGraphs graphs that were set in a stream of triples
 * @param violations violations let pass because reading was not strict
 */
record PatchInfo(
    SourceFile file,
    PatchOptions options,
    boolean delimited,
    Map<String, Long> operations,
    long patches,
    long frames,
    long uncompressedBytes,
    long ignoredGraphs,
    long violations) {}
