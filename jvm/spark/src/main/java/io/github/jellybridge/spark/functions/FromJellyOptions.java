package io.github.jellybridge.spark.functions;

import io.github.jellybridge.jelly.BlankNodes;
import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.spark.jelly.JellyDecoderOptions;
import io.github.jellybridge.spark.options.OptionRegistry;
import io.github.jellybridge.spark.options.OptionSpec;
import io.github.jellybridge.spark.options.SourceOptions;
import java.util.List;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * The options of {@code from_jelly}.
 *
 * @param permissive whether a malformed message gives null instead of an error
 * @param read options of the decoder
 */
record FromJellyOptions(boolean permissive, JellyReadOptions read) {
  static final OptionRegistry REGISTRY =
      OptionRegistry.forFunction(
              FromJelly.NAME,
              OptionSpec.choice(
                  "mode",
                  "FAILFAST",
                  List.of("FAILFAST", "PERMISSIVE"),
                  "Reaction to a malformed message. `FAILFAST` fails the query; `PERMISSIVE` gives"
                      + " null."),
              OptionSpec.choice(
                  "blankNodes",
                  "message",
                  List.of("message", "frame", "preserve"),
                  "Scope of blank node labels. `message` makes them unique to each message, by a"
                      + " mark that depends on its content, `frame` to each frame; `preserve` keeps"
                      + " them as written."))
          .with(JellyDecoderOptions.SPECS);

  /**
   * Parses the options.
   *
   * @throws IllegalArgumentException for an unknown option or a value that is not allowed
   */
  static FromJellyOptions parse(CaseInsensitiveStringMap map) {
    SourceOptions options = REGISTRY.parse(map);
    JellyReadOptions read =
        JellyDecoderOptions.limits(options)
            .blankNodes(blankNodes(options.string("blankNodes")))
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
