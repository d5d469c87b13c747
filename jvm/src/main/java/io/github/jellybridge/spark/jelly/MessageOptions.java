package io.github.jellybridge.spark.jelly;

import io.github.jellybridge.jelly.JellyWriteOptions;
import io.github.jellybridge.jelly.LogicalType;
import io.github.jellybridge.spark.common.OptionRegistry;
import io.github.jellybridge.spark.common.OptionSpec;
import io.github.jellybridge.spark.common.SourceOptions;
import java.util.Locale;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** The options of {@code to_jelly}: those of a write that mean something for a single frame. */
final class MessageOptions {
  private static final int LARGEST_TABLE = JellyWriteOptions.MAX_TABLE_SIZE;

  private static final OptionRegistry REGISTRY =
      OptionRegistry.forFunction(
          "to_jelly",
          OptionSpec.choice("physicalType", "auto", "auto", "triples", "quads", "graphs"),
          OptionSpec.string("logicalType", null),
          OptionSpec.string("streamName", ""),
          OptionSpec.choice("preset", "small", "small", "big"),
          OptionSpec.integer("maxNameTableSize", 0, 8, LARGEST_TABLE),
          OptionSpec.integer("maxPrefixTableSize", 0, 0, LARGEST_TABLE),
          OptionSpec.integer("maxDatatypeTableSize", 0, 0, LARGEST_TABLE),
          OptionSpec.bool("rdfStar", false),
          OptionSpec.bool("generalized", false),
          OptionSpec.bool("delimited", false),
          OptionSpec.string("namespaces", null));

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
    LogicalType logical = WriteOptions.logicalType(options.string("logicalType"));
    JellyWriteOptions.Builder codec =
        JellyWriteOptions.builder()
            .preset(
                JellyWriteOptions.Preset.valueOf(options.string("preset").toUpperCase(Locale.ROOT)))
            .physicalType(
                WriteOptions.physicalType(options.string("physicalType"), logical, hasGraphs))
            .logicalType(logical)
            .streamName(options.string("streamName"))
            // One frame, however long.
            .frameSize(0)
            .maxFrameBytes(0)
            .checkpointBytes(0)
            .delimited(options.bool("delimited"))
            .rdfStar(options.bool("rdfStar"))
            .generalized(options.bool("generalized"))
            .namespaces(WriteOptions.namespaces(options.string("namespaces")));
    if (options.isSet("maxNameTableSize")) {
      codec.maxNameTableSize(options.integer("maxNameTableSize"));
    }
    if (options.isSet("maxPrefixTableSize")) {
      codec.maxPrefixTableSize(options.integer("maxPrefixTableSize"));
    }
    if (options.isSet("maxDatatypeTableSize")) {
      codec.maxDatatypeTableSize(options.integer("maxDatatypeTableSize"));
    }
    return codec.build();
  }
}
