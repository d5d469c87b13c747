package io.github.jellybridge.spark.jelly;

import io.github.jellybridge.jelly.BlankNodes;
import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.spark.options.FileOptions;
import io.github.jellybridge.spark.options.OptionSpec;
import io.github.jellybridge.spark.options.ReadMode;
import io.github.jellybridge.spark.options.SourceOptions;
import java.util.List;

/** The options for reading that streams of statements, streams of patches and messages share. */
public final class JellyDecoderOptions {
  private static final int LARGEST_TABLE = 1 << 24;

  /** Declarations of these options. */
  public static final List<OptionSpec> SPECS =
      List.of(
          OptionSpec.bool(
              "strict",
              true,
              "Whether violations of the specification that leave the meaning clear are errors."
                  + " `false` accepts them and counts them in a metric."),
          OptionSpec.bytes(
              "maxFrameBytes",
              JellyReadOptions.DEFAULT_MAX_FRAME_BYTES,
              1,
              1L << 30,
              "Largest frame accepted; without delimiters, largest row accepted."),
          OptionSpec.integer(
              "maxNameTable",
              JellyReadOptions.DEFAULT_MAX_NAME_TABLE,
              8,
              LARGEST_TABLE,
              "Largest name lookup accepted, in entries."),
          OptionSpec.integer(
              "maxPrefixTable",
              JellyReadOptions.DEFAULT_MAX_PREFIX_TABLE,
              0,
              LARGEST_TABLE,
              "Largest prefix lookup accepted, in entries."),
          OptionSpec.integer(
              "maxDatatypeTable",
              JellyReadOptions.DEFAULT_MAX_DATATYPE_TABLE,
              0,
              LARGEST_TABLE,
              "Largest datatype lookup accepted, in entries."),
          OptionSpec.integer(
              "maxNesting",
              JellyReadOptions.DEFAULT_MAX_NESTING,
              0,
              JellyReadOptions.MAX_NESTING_LIMIT,
              "Deepest nesting of triple terms accepted."));

  private JellyDecoderOptions() {}

  /** Returns the limits that a user has set. */
  public static JellyReadOptions.Builder limits(SourceOptions options) {
    return JellyReadOptions.builder()
        .strict(options.bool("strict"))
        .maxFrameBytes(options.bytes("maxFrameBytes"))
        .maxNameTable(options.integer("maxNameTable"))
        .maxPrefixTable(options.integer("maxPrefixTable"))
        .maxDatatypeTable(options.integer("maxDatatypeTable"))
        .maxNesting(options.integer("maxNesting"));
  }

  /** Returns the decoder options for files, with all columns, in one thread. */
  public static JellyReadOptions read(SourceOptions options, FileOptions files) {
    boolean tolerant = files.mode() == ReadMode.DROPMALFORMED || files.ignoreCorruptFiles();
    return limits(options)
        .blankNodes(options.choice("blankNodes", BlankNodes.class))
        // The dropped rows must not depend on the columns of a query.
        .checkUnread(tolerant)
        .wholeFrames(tolerant)
        .build();
  }
}
