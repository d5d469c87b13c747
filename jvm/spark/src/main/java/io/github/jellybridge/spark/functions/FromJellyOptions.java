package io.github.jellybridge.spark.functions;

import io.github.jellybridge.jelly.BlankNodes;
import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.spark.options.CodecOptions;
import io.github.jellybridge.spark.options.OptionRegistry;
import io.github.jellybridge.spark.options.OptionSpec;
import io.github.jellybridge.spark.options.SourceOptions;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * The options of {@code from_jelly}.
 *
 * @param permissive whether a malformed message gives null instead of an error
 * @param read how the codec reads
 */
record FromJellyOptions(boolean permissive, JellyReadOptions read) {
  private static final OptionRegistry REGISTRY =
      OptionRegistry.forFunction(
          FromJelly.NAME,
          CodecOptions.limitsWith(
              OptionSpec.choice("mode", "FAILFAST", "FAILFAST", "PERMISSIVE"),
              OptionSpec.choice("blankNodes", "message", "message", "frame", "preserve")));

  /**
   * Parses the options.
   *
   * @throws IllegalArgumentException for an unknown option or a value that is not allowed
   */
  static FromJellyOptions parse(CaseInsensitiveStringMap map) {
    SourceOptions options = REGISTRY.parse(map);
    JellyReadOptions read =
        CodecOptions.limits(options).blankNodes(blankNodes(options.string("blankNodes"))).build();
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
