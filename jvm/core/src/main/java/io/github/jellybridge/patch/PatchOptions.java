package io.github.jellybridge.patch;

import io.github.jellybridge.jelly.PhysicalType;
import io.github.jellybridge.jelly.StreamOptions;

/**
 * The options row of a stream of patches (Jelly-Patch, "Patch stream options").
 *
 * @param statementType triples or quads
 * @param streamType how the stream is divided into patches
 * @param generalizedStatements whether generalized RDF may occur
 * @param rdfStar whether quoted triples may occur
 * @param maxNameTableSize entries of the name lookup
 * @param maxPrefixTableSize entries of the prefix lookup, 0 for none
 * @param maxDatatypeTableSize entries of the datatype lookup, 0 for none
 * @param version version tag: 1
 */
public record PatchOptions(
    PatchStatementType statementType,
    PatchStreamType streamType,
    boolean generalizedStatements,
    boolean rdfStar,
    int maxNameTableSize,
    int maxPrefixTableSize,
    int maxDatatypeTableSize,
    int version) {
  /** Returns the same options in the form that the decoder of terms takes. */
  StreamOptions streamOptions() {
    return new StreamOptions(
        "",
        statementType == PatchStatementType.QUADS ? PhysicalType.QUADS : PhysicalType.TRIPLES,
        generalizedStatements,
        rdfStar,
        true,
        maxNameTableSize,
        maxPrefixTableSize,
        maxDatatypeTableSize,
        0,
        version);
  }
}
