package io.github.jellybridge.spark.functions;

import io.github.jellybridge.jelly.JellyWriteOptions;
import io.github.jellybridge.spark.jelly.JellyEncoderOptions;
import io.github.jellybridge.spark.options.OptionRegistry;
import io.github.jellybridge.spark.options.OptionSpec;
import io.github.jellybridge.spark.options.SourceOptions;
import java.util.List;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** The options of {@code to_jelly}: the options for writing that apply to a single frame. */
final class MessageOptions {
  static final OptionRegistry REGISTRY =
      OptionRegistry.forFunction("to_jelly")
          .with(JellyEncoderOptions.specs(JellyWriteOptions.Preset.SMALL))
          .with(
              List.of(
                  OptionSpec.bool(
                      "delimited", false, "Whether the length of the frame precedes it.")));

  private MessageOptions() {}

  /**
   * Parses the options.
   *
   * @param hasGraphs whether statements have a column {@code g}
   * @throws IllegalArgumentException for an unknown option, a value that is not allowed, or options
   *     that contradict each other
   */
  static JellyWriteOptions parse(CaseInsensitiveStringMap map, boolean hasGraphs) {
    SourceOptions options = REGISTRY.parse(map);
    return JellyEncoderOptions.encoder(options, hasGraphs)
        // One frame, whatever its length.
        .frameSize(0)
        .maxFrameBytes(0)
        .checkpointBytes(0)
        .delimited(options.bool("delimited"))
        .build();
  }
}
