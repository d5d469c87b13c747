package io.github.jellybridge.jelly;

import io.github.jellybridge.jelly.decode.OptionChecks;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.Utf8;
import java.io.Serializable;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Options for writing a stream. Immutable; start from {@link #defaults()} or {@link #builder()}.
 *
 * @param columns the options of the column layout, which is protocol version 1.2; null for rows of
 *     version 1
 * @param physicalType how statements are encoded; no graphs in the column layout
 * @param logicalType the meaning of the stream; must fit the physical type; the column layout has
 *     none
 * @param streamName free name of the stream, empty for none
 * @param generalized whether generalized RDF may be written, and is declared; never in the column
 *     layout
 * @param rdfStar whether quoted triples may be written, and are declared; in the column layout,
 *     {@link ColumnOptions.RdfVersion} decides
 * @param maxNameTableSize entries of the name lookup, at least 8; 128 in the column layout
 * @param maxPrefixTableSize entries of the prefix lookup, 0 for none
 * @param maxDatatypeTableSize entries of the datatype lookup; 0 for none, which excludes typed
 *     literals
 * @param frameSize number of rows that end a frame, 0 for no limit; ignored for grouped logical
 *     types, whose frames have a meaning. In the column layout, a row is a statement.
 * @param maxFrameBytes largest frame in bytes, unless a single row is larger; 0 for no limit;
 *     ignored for grouped logical types
 * @param checkpointBytes distance in bytes between checkpoints, where the state of the stream is
 *     reset so that readers can start there; 0 for none
 * @param statistics whether files with checkpoints have statistics of their parts, which let
 *     readers leave parts out
 * @param bloomFilter columns whose values get Bloom filters, as bits of {@link StatementBatch}; 0
 *     for none
 * @param namespaceDeclarations whether {@link JellyWriter#namespace} may be called; implied by
 *     namespaces, and by the column layout
 * @param namespaces namespace declarations at the start of the stream, short name to IRI
 * @param scope name shared by all streams with the same blank nodes, written as frame metadata;
 *     null for none. Without delimiters it follows the rows, where {@link JellyReader} does not
 *     look for it.
 * @param delimited whether each frame is preceded by its length; a stream without delimiters is a
 *     single frame
 */
public record JellyWriteOptions(
    ColumnOptions columns,
    PhysicalType physicalType,
    LogicalType logicalType,
    String streamName,
    boolean generalized,
    boolean rdfStar,
    int maxNameTableSize,
    int maxPrefixTableSize,
    int maxDatatypeTableSize,
    int frameSize,
    int maxFrameBytes,
    long checkpointBytes,
    boolean statistics,
    int bloomFilter,
    boolean namespaceDeclarations,
    Map<String, String> namespaces,
    String scope,
    boolean delimited)
    implements Serializable {
  private static final long serialVersionUID = 1L;

  /** Sets of lookup sizes. */
  public enum Preset {
    /** For little memory and short streams: 128 names, 16 prefixes, 16 datatypes. */
    SMALL(128, 16, 16),
    /** For files: 4000 names, 150 prefixes, 32 datatypes; every known reader accepts them. */
    BIG(4000, 150, 32);

    private final int names;
    private final int prefixes;
    private final int datatypes;

    Preset(int names, int prefixes, int datatypes) {
      this.names = names;
      this.prefixes = prefixes;
      this.datatypes = datatypes;
    }
  }

  /**
   * Default limit of frames, in bytes. "It is RECOMMENDED to keep the size of the frames below 1
   * MB" (§ Stream frames).
   */
  public static final int DEFAULT_MAX_FRAME_BYTES = 1 << 20;

  /**
   * Default distance of checkpoints: far enough to be almost free, close enough for splitting, and
   * for reading only a few of the parts between them.
   */
  public static final long DEFAULT_CHECKPOINT_BYTES = 4L << 20;

  /**
   * Largest lookup, in entries. Larger ones would need larger ids, and readers reject them; see
   * {@link JellyReadOptions}.
   */
  public static final int MAX_TABLE_SIZE = 1 << 20;

  private static final JellyWriteOptions DEFAULTS = new Builder().build();

  /** Checks ranges and combinations; throws IllegalArgumentException. */
  public JellyWriteOptions {
    require(physicalType != null, "physicalType must be given");
    require(streamName != null, "streamName must not be null; leave it empty for none");
    if (columns != null) {
      requireColumns(physicalType, logicalType, generalized, rdfStar, maxNameTableSize);
      logicalType = LogicalType.UNSPECIFIED;
      namespaceDeclarations = true;
    } else if (logicalType == null) {
      logicalType =
          physicalType == PhysicalType.TRIPLES ? LogicalType.FLAT_TRIPLES : LogicalType.FLAT_QUADS;
    }
    require(
        logicalType.fits(physicalType),
        "logicalType " + logicalType.name() + " does not go with physicalType " + physicalType);
    // The official conformance suite requires that readers reject name tables below 8.
    requireTable(maxNameTableSize, OptionChecks.MIN_NAME_TABLE, "maxNameTableSize");
    requireTable(maxPrefixTableSize, 0, "maxPrefixTableSize");
    requireTable(maxDatatypeTableSize, 0, "maxDatatypeTableSize");
    require(frameSize >= 0, "frameSize must be at least 0 (rows, 0 for no limit)");
    require(
        maxFrameBytes >= 0 && maxFrameBytes <= 1 << 30,
        "maxFrameBytes must be 0 (no limit) to 2^30");
    require(checkpointBytes >= 0, "checkpointBytes must be at least 0 (0 for never)");
    require((bloomFilter & ~StatementBatch.ALL) == 0, "bloomFilter must be columns of statements");
    namespaces = Collections.unmodifiableMap(new LinkedHashMap<>(namespaces));
    namespaces.forEach(
        (name, iri) -> require(name != null && iri != null, "namespaces must not hold nulls"));
    requireUnicode(streamName, "streamName");
    requireUnicode(scope, "scope");
    namespaces.forEach(
        (name, iri) -> {
          requireUnicode(name, "namespaces");
          requireUnicode(iri, "namespaces");
        });
    namespaceDeclarations |= !namespaces.isEmpty();
  }

  private static void requireColumns(
      PhysicalType physicalType,
      LogicalType logicalType,
      boolean generalized,
      boolean rdfStar,
      int maxNameTableSize) {
    requireAbsent(physicalType == PhysicalType.GRAPHS, "physicalType GRAPHS", "use QUADS");
    // A flat stream of this version has the meaning of the flat types.
    boolean flat =
        logicalType == null
            || logicalType.equals(LogicalType.UNSPECIFIED)
            || logicalType.equals(LogicalType.FLAT_TRIPLES)
            || logicalType.equals(LogicalType.FLAT_QUADS);
    requireAbsent(!flat, "logicalType", "leave it out, or use streamType for messages");
    requireAbsent(generalized, "generalized", "leave it out");
    requireAbsent(rdfStar, "rdfStar", "leave it out; rdfVersion tells whether triple terms occur");
    requireTable(maxNameTableSize, ColumnOptions.MIN_NAME_TABLE, "maxNameTableSize");
  }

  private static void requireAbsent(boolean present, String option, String advice) {
    require(!present, option + " does not go with protocolVersion 1.2: " + advice);
  }

  private static void require(boolean ok, String message) {
    if (!ok) {
      throw new IllegalArgumentException(message);
    }
  }

  private static void requireUnicode(String text, String name) {
    require(
        text == null || Utf8.isUnicode(text),
        name + " must be Unicode text, without halves of surrogate pairs: " + text);
  }

  private static void requireTable(int size, int least, String name) {
    require(
        size >= least && size <= MAX_TABLE_SIZE,
        name + " must be " + least + " to " + MAX_TABLE_SIZE + ", not " + size);
  }

  /** Returns the version tag to write: the lowest that has all features in use. */
  public int version() {
    return columns != null ? ColumnOptions.VERSION : namespaceDeclarations ? 2 : 1;
  }

  /** Returns the version of the protocol to write. */
  public ProtocolVersion protocolVersion() {
    return columns == null ? ProtocolVersion.V1 : ProtocolVersion.V1_2;
  }

  /** Returns the stream options row for these options. */
  public StreamOptions streamOptions() {
    return new StreamOptions(
        streamName,
        physicalType,
        generalized,
        columns == null ? rdfStar : columns.rdfVersion().hasTripleTerms(),
        true,
        maxNameTableSize,
        maxPrefixTableSize,
        maxDatatypeTableSize,
        logicalType.number(),
        version(),
        columns);
  }

  /** Returns the defaults: a flat stream of quads with large lookups. */
  public static JellyWriteOptions defaults() {
    return DEFAULTS;
  }

  /** Returns a builder that starts from the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /** Returns a builder that starts from these options. */
  public Builder toBuilder() {
    return new Builder(this);
  }

  /** Collects options. */
  public static final class Builder {
    private ProtocolVersion protocolVersion = ProtocolVersion.V1;
    private ColumnOptions.Variant protocolVariant;
    private ColumnOptions.StreamType streamType;
    private ColumnOptions.RdfVersion rdfVersion;
    private PhysicalType physicalType;
    private LogicalType logicalType;
    private String streamName = "";
    private boolean generalized;
    private boolean rdfStar;
    private int maxNameTableSize = Preset.BIG.names;
    private int maxPrefixTableSize = Preset.BIG.prefixes;
    private int maxDatatypeTableSize = Preset.BIG.datatypes;
    private int frameSize;
    private int maxFrameBytes = DEFAULT_MAX_FRAME_BYTES;
    private long checkpointBytes = DEFAULT_CHECKPOINT_BYTES;
    private boolean statistics = true;
    private int bloomFilter = StatementBatch.S;
    private boolean namespaceDeclarations;
    private Map<String, String> namespaces = Map.of();
    private String scope;
    private boolean delimited = true;

    private Builder() {}

    private Builder(JellyWriteOptions from) {
      protocolVersion = from.protocolVersion();
      if (from.columns != null) {
        protocolVariant = from.columns.variant();
        streamType = from.columns.streamType();
        rdfVersion = from.columns.rdfVersion();
      }
      physicalType = from.physicalType;
      logicalType = from.logicalType;
      streamName = from.streamName;
      generalized = from.generalized;
      rdfStar = from.rdfStar;
      maxNameTableSize = from.maxNameTableSize;
      maxPrefixTableSize = from.maxPrefixTableSize;
      maxDatatypeTableSize = from.maxDatatypeTableSize;
      frameSize = from.frameSize;
      maxFrameBytes = from.maxFrameBytes;
      checkpointBytes = from.checkpointBytes;
      statistics = from.statistics;
      bloomFilter = from.bloomFilter;
      namespaceDeclarations = from.namespaceDeclarations;
      namespaces = from.namespaces;
      scope = from.scope;
      delimited = from.delimited;
    }

    /** Sets the version of the protocol; {@link ProtocolVersion#V1} is the default. */
    public Builder protocolVersion(ProtocolVersion value) {
      protocolVersion = value;
      return this;
    }

    /**
     * Sets the draft of version 1.2 to write; null for {@link ColumnOptions.Variant#A}. Version 1
     * has no drafts.
     */
    public Builder protocolVariant(ColumnOptions.Variant value) {
      protocolVariant = value;
      return this;
    }

    /**
     * Sets the elements of a stream of version 1.2; null for statements. In a stream of messages,
     * {@link JellyWriter#endFrame} ends a message.
     */
    public Builder streamType(ColumnOptions.StreamType value) {
      streamType = value;
      return this;
    }

    /** Sets which terms a stream of version 1.2 may have; null for any. */
    public Builder rdfVersion(ColumnOptions.RdfVersion value) {
      rdfVersion = value;
      return this;
    }

    /**
     * Sets {@link JellyWriteOptions#physicalType}. Null chooses the type that the logical type
     * needs: triples for graphs and flat triples, else quads.
     */
    public Builder physicalType(PhysicalType value) {
      physicalType = value;
      return this;
    }

    /** Sets {@link JellyWriteOptions#logicalType}; null for the flat one of the physical type. */
    public Builder logicalType(LogicalType value) {
      logicalType = value;
      return this;
    }

    /** Sets {@link JellyWriteOptions#streamName}. */
    public Builder streamName(String value) {
      streamName = value;
      return this;
    }

    /** Sets {@link JellyWriteOptions#generalized}. */
    public Builder generalized(boolean value) {
      generalized = value;
      return this;
    }

    /** Sets {@link JellyWriteOptions#rdfStar}. */
    public Builder rdfStar(boolean value) {
      rdfStar = value;
      return this;
    }

    /** Sets the sizes of all lookups. */
    public Builder preset(Preset value) {
      maxNameTableSize = value.names;
      maxPrefixTableSize = value.prefixes;
      maxDatatypeTableSize = value.datatypes;
      return this;
    }

    /** Sets {@link JellyWriteOptions#maxNameTableSize}. */
    public Builder maxNameTableSize(int value) {
      maxNameTableSize = value;
      return this;
    }

    /** Sets {@link JellyWriteOptions#maxPrefixTableSize}. */
    public Builder maxPrefixTableSize(int value) {
      maxPrefixTableSize = value;
      return this;
    }

    /** Sets {@link JellyWriteOptions#maxDatatypeTableSize}. */
    public Builder maxDatatypeTableSize(int value) {
      maxDatatypeTableSize = value;
      return this;
    }

    /** Sets {@link JellyWriteOptions#frameSize}. */
    public Builder frameSize(int value) {
      frameSize = value;
      return this;
    }

    /** Sets {@link JellyWriteOptions#maxFrameBytes}. */
    public Builder maxFrameBytes(int value) {
      maxFrameBytes = value;
      return this;
    }

    /** Sets {@link JellyWriteOptions#checkpointBytes}. */
    public Builder checkpointBytes(long value) {
      checkpointBytes = value;
      return this;
    }

    /** Sets {@link JellyWriteOptions#statistics}. */
    public Builder statistics(boolean value) {
      statistics = value;
      return this;
    }

    /** Sets {@link JellyWriteOptions#bloomFilter}. */
    public Builder bloomFilter(int columns) {
      bloomFilter = columns;
      return this;
    }

    /** Sets {@link JellyWriteOptions#namespaceDeclarations}. */
    public Builder namespaceDeclarations(boolean value) {
      namespaceDeclarations = value;
      return this;
    }

    /** Sets {@link JellyWriteOptions#namespaces}, written in the order of the map. */
    public Builder namespaces(Map<String, String> value) {
      namespaces = value;
      return this;
    }

    /** Sets {@link JellyWriteOptions#scope}. */
    public Builder scope(String value) {
      scope = value;
      return this;
    }

    /** Sets {@link JellyWriteOptions#delimited}. */
    public Builder delimited(boolean value) {
      delimited = value;
      return this;
    }

    /** Returns the options; throws IllegalArgumentException for invalid values or combinations. */
    public JellyWriteOptions build() {
      LogicalType logical = logicalType == null ? LogicalType.UNSPECIFIED : logicalType;
      return new JellyWriteOptions(
          columns(),
          physicalType == null ? logical.usualPhysicalType() : physicalType,
          logicalType,
          streamName,
          generalized,
          rdfStar,
          maxNameTableSize,
          maxPrefixTableSize,
          maxDatatypeTableSize,
          frameSize,
          maxFrameBytes,
          checkpointBytes,
          statistics,
          bloomFilter,
          namespaceDeclarations,
          namespaces,
          scope,
          delimited);
    }

    private ColumnOptions columns() {
      if (protocolVersion == ProtocolVersion.V1_2) {
        return new ColumnOptions(
            Objects.requireNonNullElse(protocolVariant, ColumnOptions.Variant.A),
            Objects.requireNonNullElse(streamType, ColumnOptions.StreamType.FLAT),
            Objects.requireNonNullElse(rdfVersion, ColumnOptions.RdfVersion.UNSPECIFIED));
      }
      requireColumnLayout(protocolVariant, "protocolVariant");
      requireColumnLayout(streamType, "streamType");
      requireColumnLayout(rdfVersion, "rdfVersion");
      return null;
    }

    private static void requireColumnLayout(Object value, String option) {
      require(value == null, option + " needs protocolVersion 1.2");
    }
  }
}
