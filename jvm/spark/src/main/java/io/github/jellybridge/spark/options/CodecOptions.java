package io.github.jellybridge.spark.options;

import io.github.jellybridge.jelly.BlankNodes;
import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.spark.jelly.JellyOptions;

/** The options for reading that streams of statements and streams of patches share. */
public final class CodecOptions {
  /** When a second thread reads. */
  public static final OptionSpec READ_AHEAD =
      OptionSpec.choice("readAhead", "auto", "auto", "true", "false");

  private static final int LARGEST_TABLE = 1 << 24;

  private CodecOptions() {}

  /** What streams of all kinds, in files and in messages, are held to; and some more options. */
  public static OptionSpec[] limitsWith(OptionSpec... more) {
    return OptionSpec.join(
        more,
        OptionSpec.bool("strict", true),
        OptionSpec.bytes("maxFrameBytes", JellyReadOptions.DEFAULT_MAX_FRAME_BYTES, 1, 1L << 30),
        OptionSpec.integer(
            "maxNameTable", JellyReadOptions.DEFAULT_MAX_NAME_TABLE, 8, LARGEST_TABLE),
        OptionSpec.integer(
            "maxPrefixTable", JellyReadOptions.DEFAULT_MAX_PREFIX_TABLE, 0, LARGEST_TABLE),
        OptionSpec.integer(
            "maxDatatypeTable", JellyReadOptions.DEFAULT_MAX_DATATYPE_TABLE, 0, LARGEST_TABLE),
        OptionSpec.integer(
            "maxNesting",
            JellyReadOptions.DEFAULT_MAX_NESTING,
            0,
            JellyReadOptions.MAX_NESTING_LIMIT));
  }

  /**
   * What tables of files share, whatever their format; and some more: {@code blankNodes} of them.
   */
  public static OptionSpec[] tableWith(OptionSpec... more) {
    return OptionSpec.join(
        more,
        OptionSpec.choice("termFormat", "struct", "struct", "ntriples"),
        OptionSpec.integer("batchSize", JellyOptions.DEFAULT_BATCH_SIZE, 1, 1 << 16),
        OptionSpec.bool("pushdown", true));
  }

  /** What tables of files of streams share, the limits included; and some more. */
  public static OptionSpec[] with(OptionSpec... more) {
    return limitsWith(tableWith(OptionSpec.join(more, READ_AHEAD)));
  }

  /** The limits that a user has set. */
  public static JellyReadOptions.Builder limits(SourceOptions options) {
    return JellyReadOptions.builder()
        .strict(options.bool("strict"))
        .maxFrameBytes(options.bytes("maxFrameBytes"))
        .maxNameTable(options.integer("maxNameTable"))
        .maxPrefixTable(options.integer("maxPrefixTable"))
        .maxDatatypeTable(options.integer("maxDatatypeTable"))
        .maxNesting(options.integer("maxNesting"));
  }

  /** The value of {@link #READ_AHEAD}. */
  public static ReadAheadMode readAhead(SourceOptions options) {
    return options.choice("readAhead", ReadAheadMode.class);
  }

  /** How the codec reads, with all columns, in one thread. */
  public static JellyReadOptions read(SourceOptions options, FileOptions files) {
    boolean tolerant = files.mode() == ReadMode.DROPMALFORMED || files.ignoreCorruptFiles();
    return limits(options)
        .blankNodes(options.choice("blankNodes", BlankNodes.class))
        // What is dropped must not depend on what a query reads.
        .checkUnread(tolerant)
        .wholeFrames(tolerant)
        .build();
  }
}
