package io.github.jellybridge.rdf;

import java.io.Serializable;

/**
 * Limits of a document in a syntax other than N-Triples and N-Quads.
 *
 * @param maxDepth deepest nesting accepted of brackets in Turtle and TriG, elements in RDF/XML,
 *     objects and arrays in JSON-LD, triple terms in RDF Thrift and RDF Protobuf
 * @param maxDocumentBytes largest document of JSON-LD, or of RDF/XML with external entities,
 *     accepted, in bytes; it is held in memory as a whole and takes several times its size
 * @param remoteContexts whether contexts of JSON-LD may be loaded from other locations
 * @param externalEntities whether entities and document types of RDF/XML may be loaded from other
 *     locations
 */
public record DocumentLimits(
    int maxDepth, long maxDocumentBytes, boolean remoteContexts, boolean externalEntities)
    implements Serializable {
  private static final long serialVersionUID = 1L;

  /** Deepest nesting accepted by default, far above that of nested lists in real data. */
  public static final int DEFAULT_MAX_DEPTH = 500;

  /** Largest possible nesting limit. Documents are parsed recursively, and the stack holds this. */
  public static final int LARGEST_DEPTH = 2_000;

  /** Largest document accepted by default, in bytes. */
  public static final long DEFAULT_MAX_DOCUMENT_BYTES = 256L << 20;

  /** Default limits; nothing is loaded from other locations. */
  public static final DocumentLimits DEFAULTS =
      new DocumentLimits(DEFAULT_MAX_DEPTH, DEFAULT_MAX_DOCUMENT_BYTES, false, false);

  /** Checks the ranges; throws IllegalArgumentException. */
  public DocumentLimits {
    if (maxDepth < 1 || maxDepth > LARGEST_DEPTH) {
      throw new IllegalArgumentException("maxDepth must be 1 to " + LARGEST_DEPTH);
    }
    if (maxDocumentBytes < 1) {
      throw new IllegalArgumentException("maxDocumentBytes must be at least 1");
    }
  }
}
