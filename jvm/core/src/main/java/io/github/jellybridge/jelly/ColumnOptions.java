package io.github.jellybridge.jelly;

import java.io.Serializable;

/**
 * The stream options that only the column layout has (Jelly-RDF 1.2 draft, "Stream options").
 *
 * @param variant which public draft of the options the stream follows
 * @param streamType the meaning of the stream
 * @param rdfVersion the terms that may occur
 */
public record ColumnOptions(Variant variant, StreamType streamType, RdfVersion rdfVersion)
    implements Serializable {
  private static final long serialVersionUID = 1L;

  /** The version tag of the column layout. */
  public static final int VERSION = 3;

  /** Smallest name lookup of the column layout, in entries. */
  public static final int MIN_NAME_TABLE = 128;

  /** The two public drafts. They number some options and the lengths of messages differently. */
  public enum Variant {
    /** The statement kind is field 2, {@code physical_type}. */
    A,
    /** The statement kind is field 5, {@code statement_type}. */
    B
  }

  /** The elements of a stream: statements or messages. */
  public enum StreamType {
    /** One sequence of statements. */
    FLAT,
    /** A sequence of messages, which consist of statements and have their own blank nodes. */
    MESSAGES
  }

  /** The version of RDF that the terms of a stream are limited to. */
  public enum RdfVersion {
    /** Any term of RDF 1.2 may occur. */
    UNSPECIFIED,
    /** RDF 1.1: no triple terms and no base directions. */
    RDF_1_1,
    /** RDF 1.2 Basic: base directions, but no triple terms. */
    RDF_1_2_BASIC,
    /** RDF 1.2: any term may occur. */
    RDF_1_2;

    /** Returns whether triple terms may occur. */
    public boolean hasTripleTerms() {
      return this == UNSPECIFIED || this == RDF_1_2;
    }

    /** Returns whether literals may have a base direction. */
    public boolean hasDirections() {
      return this != RDF_1_1;
    }
  }
}
