package io.github.jellybridge.jelly;

import java.io.Serializable;

/**
 * How to read a stream. Immutable; start from {@link #defaults()} or {@link #builder()}.
 *
 * @param strict refuse also what leaves the meaning unambiguous: undeclared features, namespace
 *     rows in version 1, a logical type that does not fit; false lets them pass and counts them
 * @param blankNodes how far blank node labels reach
 * @param scope what makes blank nodes of this stream unique; null for the file name
 * @param columns which columns to fill: {@link #S}, {@link #P}, {@link #O}, {@link #G} or'ed
 * @param maxFrameBytes largest frame (or, without delimiters, row) accepted, in bytes
 * @param maxNameTable largest declared name lookup accepted, in entries
 * @param maxPrefixTable largest declared prefix lookup accepted, in entries
 * @param maxDatatypeTable largest declared datatype lookup accepted, in entries
 * @param maxNesting deepest nesting of quoted triples accepted; 1 is a quoted triple without
 *     another
 * @param wholeFrames never hand out statements of a frame that is not wholly valid
 * @param chunkBytes how much input is read and decoded at a time, in bytes
 * @param readAhead read the next chunk in another thread while one is decoded: the stream is then
 *     used by threads of ours (one at a time) and read further than asked for
 * @param checkUnread whether the terms of columns that are not filled are checked, too; if not,
 *     only what other rows depend on is
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
    boolean checkUnread)
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

  /** Frames "below 1 MB" are recommended; 256 MiB leaves room for files that are one frame. */
  public static final long DEFAULT_MAX_FRAME_BYTES = 256L << 20;

  /** A frame is in one array. */
  public static final long LARGEST_FRAME = 1L << 30;

  /** jelly-jvm accepts 4096 names, 1024 prefixes and 256 datatypes; we accept more. */
  public static final int DEFAULT_MAX_NAME_TABLE = 65_536;

  /** See {@link #DEFAULT_MAX_NAME_TABLE}. */
  public static final int DEFAULT_MAX_PREFIX_TABLE = 16_384;

  /** See {@link #DEFAULT_MAX_NAME_TABLE}. */
  public static final int DEFAULT_MAX_DATATYPE_TABLE = 4_096;

  /** Deepest nesting of quoted triples accepted by default. */
  public static final int DEFAULT_MAX_NESTING = 64;

  /** Nesting is read recursively; beyond this the stack might not do. */
  public static final int MAX_NESTING_LIMIT = 1_000;

  /** Input decoded at a time: fits the caches, with the lookups carried over in between. */
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
          true);

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
          checkUnread);
    }
  }
}
