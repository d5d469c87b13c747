package io.github.jellybridge.spark.jelly;

import io.github.jellybridge.jelly.JellyWriteOptions;
import io.github.jellybridge.jelly.LogicalType;
import io.github.jellybridge.jelly.PhysicalType;
import io.github.jellybridge.spark.options.NamespacesOption;
import io.github.jellybridge.spark.options.OptionSpec;
import io.github.jellybridge.spark.options.SourceOptions;
import java.util.Locale;

/** The options for writing that files and messages share: those of the stream itself. */
final class EncoderOptions {
  private static final int LARGEST_TABLE = JellyWriteOptions.MAX_TABLE_SIZE;

  private static final String[] LOGICAL_TYPES =
      LogicalType.NAMED.stream().map(LogicalType::name).toArray(String[]::new);

  private EncoderOptions() {}

  /** The shared options, with a preset where the user names none, and some more. */
  static OptionSpec[] with(JellyWriteOptions.Preset preset, OptionSpec... more) {
    return OptionSpec.join(
        more,
        OptionSpec.choice("physicalType", "auto", "auto", "triples", "quads", "graphs"),
        OptionSpec.choice("logicalType", null, LOGICAL_TYPES),
        OptionSpec.string("streamName", ""),
        OptionSpec.choice("preset", preset.name().toLowerCase(Locale.ROOT), "small", "big"),
        OptionSpec.integer("maxNameTableSize", 0, 8, LARGEST_TABLE),
        OptionSpec.integer("maxPrefixTableSize", 0, 0, LARGEST_TABLE),
        OptionSpec.integer("maxDatatypeTableSize", 0, 0, LARGEST_TABLE),
        OptionSpec.bool("rdfStar", false),
        OptionSpec.bool("generalized", false),
        OptionSpec.string("namespaces", null));
  }

  /**
   * How the codec writes, as far as the shared options tell.
   *
   * @param hasGraphs whether the statements have a column {@code g}
   * @throws IllegalArgumentException for a value that is not allowed
   */
  static JellyWriteOptions.Builder codec(SourceOptions options, boolean hasGraphs) {
    String name = options.string("logicalType");
    LogicalType logical = name == null ? null : LogicalType.named(name);
    JellyWriteOptions.Builder codec =
        JellyWriteOptions.builder()
            .preset(options.choice("preset", JellyWriteOptions.Preset.class))
            .physicalType(physicalType(options, logical, hasGraphs))
            .logicalType(logical)
            .streamName(options.string("streamName"))
            .rdfStar(options.bool("rdfStar"))
            .generalized(options.bool("generalized"))
            .namespaces(NamespacesOption.parse(options.string("namespaces")));
    if (options.isSet("maxNameTableSize")) {
      codec.maxNameTableSize(options.integer("maxNameTableSize"));
    }
    if (options.isSet("maxPrefixTableSize")) {
      codec.maxPrefixTableSize(options.integer("maxPrefixTableSize"));
    }
    if (options.isSet("maxDatatypeTableSize")) {
      codec.maxDatatypeTableSize(options.integer("maxDatatypeTableSize"));
    }
    return codec;
  }

  /** Without a word from the user: what the logical type needs, else quads where there is g. */
  private static PhysicalType physicalType(
      SourceOptions options, LogicalType logical, boolean hasGraphs) {
    if (!options.string("physicalType").equals("auto")) {
      return options.choice("physicalType", PhysicalType.class);
    }
    if (logical != null && !logical.equals(LogicalType.UNSPECIFIED)) {
      return logical.usualPhysicalType();
    }
    return hasGraphs ? PhysicalType.QUADS : PhysicalType.TRIPLES;
  }
}
