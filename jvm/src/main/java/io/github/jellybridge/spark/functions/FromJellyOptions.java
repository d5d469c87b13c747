package io.github.jellybridge.spark.functions;

import io.github.jellybridge.jelly.BlankNodes;
import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.spark.common.OptionRegistry;
import io.github.jellybridge.spark.common.OptionSpec;
import io.github.jellybridge.spark.common.SourceOptions;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * The options of {@code from_jelly}.
 *
 * @param permissive whether a malformed message gives null instead of an error
 * @param read how the codec reads
 */
record FromJellyOptions(boolean permissive, JellyReadOptions read) {
  private static final int LARGEST_TABLE = 1 << 24;

  private static final OptionRegistry REGISTRY =
      OptionRegistry.forFunction(
          "from_jelly",
          OptionSpec.choice("mode", "FAILFAST", "FAILFAST", "PERMISSIVE"),
          OptionSpec.choice("blankNodes", "message", "message", "frame", "preserve"),
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

  /**
   * Parses the options.
   *
   * @throws IllegalArgumentException for an unknown option or a value that is not allowed
   */
  static FromJellyOptions parse(CaseInsensitiveStringMap map) {
    SourceOptions options = REGISTRY.parse(map);
    JellyReadOptions read =
        JellyReadOptions.builder()
            .strict(options.bool("strict"))
            .blankNodes(blankNodes(options.string("blankNodes")))
            .maxFrameBytes(options.bytes("maxFrameBytes"))
            .maxNameTable(options.integer("maxNameTable"))
            .maxPrefixTable(options.integer("maxPrefixTable"))
            .maxDatatypeTable(options.integer("maxDatatypeTable"))
            .maxNesting(options.integer("maxNesting"))
            .build();
    return new FromJellyOptions(options.string("mode").equals("PERMISSIVE"), read);
  }

  private static BlankNodes blankNodes(String text) {
    return switch (text) {
      case "message" -> BlankNodes.FILE;
      case "frame" -> BlankNodes.FRAME;
      default -> BlankNodes.PRESERVE;
    };
  }
}
