package io.github.jellybridge.jelly;

import java.io.Serializable;

/**
 * Options for reading a stream. Immutable; start from {@link #defaults()} or {@link #builder()}.
 *
 * @param strict whether to reject violations that leave the meaning unambiguous: undeclared
 *     features, namespace rows in version 1, a logical type that does not fit the physical type; if
 *     false, they are accepted and counted
 * @param blankNodes the scope of blank node labels
 * @param scope the string that makes blank nodes of this stream unique; null for the file name
 * @param columns the columns to fill: {@link #S}, {@link #P}, {@link #O}, {@link #G} or'ed
 * @param maxFrameBytes largest frame (or, without delimiters, row) accepted, in bytes
 * @param maxNameTable largest declared name lookup accepted, in entries
 * @param maxPrefixTable largest declared prefix lookup accepted, in entries
 * @param maxDatatypeTable largest declared datatype lookup accepted, in entries
 * @param maxNesting deepest nesting of quoted triples accepted; 1 allows quoted triples that
 *     contain no other quoted triple
 * @param wholeFrames whether to return statements only from frames that are valid as a whole
 * @param chunkBytes number of bytes read and decoded at a time
 * @param readAhead whether another thread reads the next chunk while one is decoded; the reader
 *     then uses the stream from its own threads (one at a time) and reads beyond the requested
 *     bytes
 * @param checkUnread whether to check the terms of columns that are not filled; if false, only the
 *     parts that other rows depend on are checked
 * @param runs whether batches of one column may have {@link
 *     io.github.jellybridge.rdf.StatementBatch#termRuns} in place of ids
 */
public record JellyReadOptions(
    boolean strict,
    BlankNodes blankNodes,
    String scope,
    int columns,
    long maxFrameBytes,
    int maxNameTable,
    int maxPrefixTable,
    int maxDatatypeTable,
    int maxNesting,
    boolean wholeFrames,
    int chunkBytes,
    boolean readAhead,
    boolean checkUnread,
    boolean runs)
    implements Serializable {
  private static final long serialVersionUID = 1L;

  /** The subject column. */
  public static final int S = 1;

  /** The predicate column. */
  public static final int P = 2;

  /** The object column. */
  public static final int O = 4;

  /** The graph column. */
  public static final int G = 8;

  /** All columns. */
  public static final int ALL = 15;

  /** No column. */
  public static final int NONE = 0;

  /**
   * Default limit of frames, in bytes. The specification recommends less than 1 MB; 256 MiB allows
   * for files of a single frame.
   */
  public static final long DEFAULT_MAX_FRAME_BYTES = 256L << 20;

  /** The largest possible frame, in bytes, as a frame is held in one array. */
  public static final long LARGEST_FRAME = 1L << 30;

  /**
   * Default limit of the name lookup, in entries. jelly-jvm accepts 4096 names, 1024 prefixes and
   * 256 datatypes.
   */
  public static final int DEFAULT_MAX_NAME_TABLE = 65_536;

  /** Default limit of the prefix lookup, in entries; see {@link #DEFAULT_MAX_NAME_TABLE}. */
  public static final int DEFAULT_MAX_PREFIX_TABLE = 16_384;

  /** Default limit of the datatype lookup, in entries; see {@link #DEFAULT_MAX_NAME_TABLE}. */
  public static final int DEFAULT_MAX_DATATYPE_TABLE = 4_096;

  /** Deepest nesting of quoted triples accepted by default. */
  public static final int DEFAULT_MAX_NESTING = 64;

  /** Largest possible nesting limit. Nesting is read recursively; more might overflow the stack. */
  public static final int MAX_NESTING_LIMIT = 1_000;

  /**
   * Default chunk size in bytes. It fits the CPU caches; lookups are carried over between chunks.
   */
  public static final int DEFAULT_CHUNK_BYTES = 1 << 20;

  private static final JellyReadOptions DEFAULTS =
      new JellyReadOptions(
          true,
          BlankNodes.FILE,
          null,
          ALL,
          DEFAULT_MAX_FRAME_BYTES,
          DEFAULT_MAX_NAME_TABLE,
          DEFAULT_MAX_PREFIX_TABLE,
          DEFAULT_MAX_DATATYPE_TABLE,
          DEFAULT_MAX_NESTING,
          false,
          DEFAULT_CHUNK_BYTES,
          false,
          true,
          false);

  /** Checks the ranges; throws IllegalArgumentException. */
  public JellyReadOptions {
    require(maxFrameBytes >= 1 && maxFrameBytes <= LARGEST_FRAME, "maxFrameBytes", "1 to 2^30");
    require(maxNameTable >= 8 && maxNameTable <= 1 << 24, "maxNameTable", "8 to 2^24");
    require(maxPrefixTable >= 0 && maxPrefixTable <= 1 << 24, "maxPrefixTable", "0 to 2^24");
    require(maxDatatypeTable >= 0 && maxDatatypeTable <= 1 << 24, "maxDatatypeTable", "0 to 2^24");
    require(maxNesting >= 0 && maxNesting <= MAX_NESTING_LIMIT, "maxNesting", "0 to 1000");
    require(chunkBytes >= 16 && chunkBytes <= 1 << 30, "chunkBytes", "16 to 2^30");
    require((columns & ~ALL) == 0, "columns", "an or of S, P, O and G");
  }

  private static void require(boolean ok, String name, String range) {
    if (!ok) {
      throw new IllegalArgumentException(name + " must be " + range);
    }
  }

  /** Returns the defaults: strict, blank nodes unique per file, all columns. */
  public static JellyReadOptions defaults() {
    return DEFAULTS;
  }

  /** Returns a builder that starts from the defaults. */
  public static Builder builder() {
    return new Builder(DEFAULTS);
  }

  /** Returns a builder that starts from these options. */
  public Builder toBuilder() {
    return new Builder(this);
  }

  /** Collects options. */
  public static final class Builder {
    private boolean strict;
    private BlankNodes blankNodes;
    private String scope;
    private int columns;
    private long maxFrameBytes;
    private int maxNameTable;
    private int maxPrefixTable;
    private int maxDatatypeTable;
    private int maxNesting;
    private boolean wholeFrames;
    private int chunkBytes;
    private boolean readAhead;
    private boolean checkUnread;
    private boolean runs;

    private Builder(JellyReadOptions from) {
      strict = from.strict;
      blankNodes = from.blankNodes;
      scope = from.scope;
      columns = from.columns;
      maxFrameBytes = from.maxFrameBytes;
      maxNameTable = from.maxNameTable;
      maxPrefixTable = from.maxPrefixTable;
      maxDatatypeTable = from.maxDatatypeTable;
      maxNesting = from.maxNesting;
      wholeFrames = from.wholeFrames;
      chunkBytes = from.chunkBytes;
      readAhead = from.readAhead;
      checkUnread = from.checkUnread;
      runs = from.runs;
    }

    /** Sets {@link JellyReadOptions#strict}. */
    public Builder strict(boolean value) {
      strict = value;
      return this;
    }

    /** Sets {@link JellyReadOptions#blankNodes}. */
    public Builder blankNodes(BlankNodes value) {
      blankNodes = value;
      return this;
    }

    /** Sets {@link JellyReadOptions#scope}. */
    public Builder scope(String value) {
      scope = value;
      return this;
    }

    /** Sets {@link JellyReadOptions#columns}. */
    public Builder columns(int value) {
      columns = value;
      return this;
    }

    /** Sets {@link JellyReadOptions#maxFrameBytes}. */
    public Builder maxFrameBytes(long value) {
      maxFrameBytes = value;
      return this;
    }

    /** Sets {@link JellyReadOptions#maxNameTable}. */
    public Builder maxNameTable(int value) {
      maxNameTable = value;
      return this;
    }

    /** Sets {@link JellyReadOptions#maxPrefixTable}. */
    public Builder maxPrefixTable(int value) {
      maxPrefixTable = value;
      return this;
    }

    /** Sets {@link JellyReadOptions#maxDatatypeTable}. */
    public Builder maxDatatypeTable(int value) {
      maxDatatypeTable = value;
      return this;
    }

    /** Sets {@link JellyReadOptions#maxNesting}. */
    public Builder maxNesting(int value) {
      maxNesting = value;
      return this;
    }

    /** Sets {@link JellyReadOptions#wholeFrames}. */
    public Builder wholeFrames(boolean value) {
      wholeFrames = value;
      return this;
    }

    /** Sets {@link JellyReadOptions#chunkBytes}. */
    public Builder chunkBytes(int value) {
      chunkBytes = value;
      return this;
    }

    /** Sets {@link JellyReadOptions#readAhead}. */
    public Builder readAhead(boolean value) {
      readAhead = value;
      return this;
    }

    /** Sets {@link JellyReadOptions#checkUnread}. */
    public Builder checkUnread(boolean value) {
      checkUnread = value;
      return this;
    }

    /** Sets {@link JellyReadOptions#runs}. */
    public Builder runs(boolean value) {
      runs = value;
      return this;
    }

    /** Returns the options; throws IllegalArgumentException for a value out of range. */
    public JellyReadOptions build() {
      return new JellyReadOptions(
          strict,
          blankNodes,
          scope,
          columns,
          maxFrameBytes,
          maxNameTable,
          maxPrefixTable,
          maxDatatypeTable,
          maxNesting,
          wholeFrames,
          chunkBytes,
          readAhead,
          checkUnread,
          runs);
    }
  }
}
