package io.github.jellybridge.patch;

import io.github.jellybridge.jelly.JellyWriteOptions;
import java.io.Serializable;

/**
 * Options for writing a stream of patches. Immutable; start from {@link #defaults()}.
 *
 * @param statementType triples or quads
 * @param streamType how the stream is divided into patches
 * @param generalized whether generalized RDF may be written, and is declared
 * @param rdfStar whether quoted triples may be written, and are declared
 * @param maxNameTableSize entries of the name lookup, at least 8
 * @param maxPrefixTableSize entries of the prefix lookup, 0 for none
 * @param maxDatatypeTableSize entries of the datatype lookup, 0 for none
 * @param frameSize number of rows that end a frame, 0 for no limit; ignored if each frame is a
 *     patch
 * @param maxFrameBytes largest frame in bytes, unless a single row is larger; 0 for no limit;
 *     ignored if each frame is a patch
 */
public record PatchWriteOptions(
    PatchStatementType statementType,
    PatchStreamType streamType,
    boolean generalized,
    boolean rdfStar,
    int maxNameTableSize,
    int maxPrefixTableSize,
    int maxDatatypeTableSize,
    int frameSize,
    int maxFrameBytes)
    implements Serializable {
  private static final long serialVersionUID = 1L;

  /** The maximum that jelly-jvm accepts; prefixes that end inside numbers need the room. */
  private static final int PREFIXES = 1024;

  private static final PatchWriteOptions DEFAULTS = defaults(JellyWriteOptions.defaults());

  /**
   * Checks the ranges, which are those of {@link JellyWriteOptions}; throws
   * IllegalArgumentException.
   */
  public PatchWriteOptions {
    if (statementType == null || streamType == null) {
      throw new IllegalArgumentException("statementType and streamType must be given");
    }
    JellyWriteOptions.builder()
        .maxNameTableSize(maxNameTableSize)
        .maxPrefixTableSize(maxPrefixTableSize)
        .maxDatatypeTableSize(maxDatatypeTableSize)
        .frameSize(frameSize)
        .maxFrameBytes(maxFrameBytes)
        .build();
  }

  /**
   * Returns the defaults: quads, patches ended by punctuation marks, no generalized RDF, no
   * RDF-star. The lookups have 4000 names, 1024 prefixes and 32 datatypes, which every known reader
   * accepts.
   */
  public static PatchWriteOptions defaults() {
    return DEFAULTS;
  }

  private static PatchWriteOptions defaults(JellyWriteOptions like) {
    return new PatchWriteOptions(
        PatchStatementType.QUADS,
        PatchStreamType.PUNCTUATED,
        like.generalized(),
        like.rdfStar(),
        like.maxNameTableSize(),
        PREFIXES,
        like.maxDatatypeTableSize(),
        like.frameSize(),
        like.maxFrameBytes());
  }

  /** Returns these options for other types of statements and streams. */
  public PatchWriteOptions with(PatchStatementType statements, PatchStreamType stream) {
    return new PatchWriteOptions(
        statements,
        stream,
        generalized,
        rdfStar,
        maxNameTableSize,
        maxPrefixTableSize,
        maxDatatypeTableSize,
        frameSize,
        maxFrameBytes);
  }

  /** Returns these options with or without generalized RDF and RDF-star. */
  public PatchWriteOptions with(boolean withGeneralized, boolean withRdfStar) {
    return new PatchWriteOptions(
        statementType,
        streamType,
        withGeneralized,
        withRdfStar,
        maxNameTableSize,
        maxPrefixTableSize,
        maxDatatypeTableSize,
        frameSize,
        maxFrameBytes);
  }

  /** Returns these options with other frame limits, in rows and bytes. */
  public PatchWriteOptions withFrames(int rows, int maxBytes) {
    return new PatchWriteOptions(
        statementType,
        streamType,
        generalized,
        rdfStar,
        maxNameTableSize,
        maxPrefixTableSize,
        maxDatatypeTableSize,
        rows,
        maxBytes);
  }

  /** Returns these options with other lookup sizes, in entries. */
  public PatchWriteOptions withTables(int names, int prefixes, int datatypes) {
    return new PatchWriteOptions(
        statementType,
        streamType,
        generalized,
        rdfStar,
        names,
        prefixes,
        datatypes,
        frameSize,
        maxFrameBytes);
  }

  /** Returns the options row for these options. */
  PatchOptions row() {
    return new PatchOptions(
        statementType,
        streamType,
        generalized,
        rdfStar,
        maxNameTableSize,
        maxPrefixTableSize,
        maxDatatypeTableSize,
        1);
  }
}
