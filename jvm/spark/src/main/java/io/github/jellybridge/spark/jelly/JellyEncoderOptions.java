package io.github.jellybridge.spark.jelly;

import io.github.jellybridge.jelly.ColumnOptions.RdfVersion;
import io.github.jellybridge.jelly.ColumnOptions.StreamType;
import io.github.jellybridge.jelly.ColumnOptions.Variant;
import io.github.jellybridge.jelly.JellyWriteOptions;
import io.github.jellybridge.jelly.LogicalType;
import io.github.jellybridge.jelly.PhysicalType;
import io.github.jellybridge.jelly.ProtocolVersion;
import io.github.jellybridge.spark.options.NamespacesOption;
import io.github.jellybridge.spark.options.OptionSpec;
import io.github.jellybridge.spark.options.SourceOptions;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;

/** The options for writing that files and messages share: those of the stream itself. */
public final class JellyEncoderOptions {
  private static final int LARGEST_TABLE = JellyWriteOptions.MAX_TABLE_SIZE;

  /** Whether quoted triples may occur. */
  public static final OptionSpec RDF_STAR =
      OptionSpec.bool("rdfStar", false, "Whether quoted triples may occur.");

  /** Whether generalized statements may occur. */
  public static final OptionSpec GENERALIZED =
      OptionSpec.bool(
          "generalized",
          false,
          "Whether generalized statements may occur, such as a literal as subject.");

  private JellyEncoderOptions() {}

  /** Declares these options, with the preset that is used if the user names none. */
  public static List<OptionSpec> specs(JellyWriteOptions.Preset preset) {
    return List.of(
        OptionSpec.choice(
            "protocolVersion",
            ProtocolVersion.V1.text(),
            Stream.of(ProtocolVersion.values()).map(ProtocolVersion::text).toList(),
            "Version of Jelly-RDF. `1` is the lowest that fits, 1.0 or 1.1, which store rows; `1.2`"
                + " is a draft, which stores columns."),
        OptionSpec.choice(
                "protocolVariant",
                null,
                List.of("a", "b"),
                "Draft of version 1.2; the two number some options differently.")
            .withDefaultText("`a`"),
        OptionSpec.choice(
                "streamType",
                null,
                List.of("flat", "messages"),
                "Elements of a stream of version 1.2: statements, or messages with blank nodes of"
                    + " their own.")
            .withDefaultText("`flat`"),
        OptionSpec.choice(
                "rdfVersion",
                null,
                List.of("unspecified", "1.1", "1.2-basic", "1.2"),
                "Terms that a stream of version 1.2 may have: `1.1` has neither triple terms nor"
                    + " base directions, `1.2-basic` no triple terms.")
            .withDefaultText("`unspecified`: any"),
        OptionSpec.choice(
            "physicalType",
            "auto",
            List.of("auto", "triples", "quads", "graphs"),
            "Encoding of statements. `auto` is the type that the logical type needs; without one,"
                + " `quads` if there is a column `g`, else `triples`."),
        OptionSpec.choice(
                "logicalType",
                null,
                LogicalType.NAMED.stream().map(LogicalType::name).toList(),
                "Meaning of the stream. `UNSPECIFIED` declares none.")
            .withDefaultText("a flat stream"),
        OptionSpec.text("streamName", "text", "Name of the stream, kept in the file."),
        OptionSpec.choice(
                "preset",
                preset.name().toLowerCase(Locale.ROOT),
                List.of("small", "big"),
                "Sizes of the lookups: `big` has 4000 names, 150 prefixes and 32 datatypes, `small`"
                    + " has 128, 16 and 16.")
            .withDefaultText(
                preset == JellyWriteOptions.Preset.BIG
                    ? "`big`"
                    : "`small`; `big` with `protocolVersion` 1.2"),
        OptionSpec.integer("maxNameTableSize", 0, 8, LARGEST_TABLE, "Entries of the name lookup.")
            .withDefaultText("the preset's"),
        OptionSpec.integer(
                "maxPrefixTableSize",
                0,
                0,
                LARGEST_TABLE,
                "Entries of the prefix lookup; 0 for none.")
            .withDefaultText("the preset's"),
        OptionSpec.integer(
                "maxDatatypeTableSize",
                0,
                0,
                LARGEST_TABLE,
                "Entries of the datatype lookup; 0 if no literal has a datatype.")
            .withDefaultText("the preset's"),
        RDF_STAR,
        GENERALIZED,
        NamespacesOption.spec("Namespace declarations: short names and their IRIs."));
  }

  /**
   * Returns the encoder options, as far as the shared options determine them.
   *
   * @param hasGraphs whether the statements have a column {@code g}
   * @throws IllegalArgumentException for a value that is not allowed
   */
  public static JellyWriteOptions.Builder encoder(SourceOptions options, boolean hasGraphs) {
    ProtocolVersion version = ProtocolVersion.of(options.string("protocolVersion"));
    if (version == ProtocolVersion.V1_2 && options.isSet("logicalType")) {
      throw new IllegalArgumentException(
          "Option 'logicalType' does not go with protocolVersion 1.2, which has 'streamType'.");
    }
    String name = options.string("logicalType");
    LogicalType logical = name == null ? null : LogicalType.named(name);
    JellyWriteOptions.Builder codec =
        JellyWriteOptions.builder()
            .protocolVersion(version)
            .preset(preset(options, version))
            .physicalType(physicalType(options, logical, hasGraphs))
            .logicalType(logical)
            .streamName(Objects.requireNonNullElse(options.string("streamName"), ""))
            .rdfStar(options.bool("rdfStar"))
            .generalized(options.bool("generalized"))
            .namespaces(options.parsed("namespaces"));
    if (options.isSet("protocolVariant")) {
      codec.protocolVariant(options.choice("protocolVariant", Variant.class));
    }
    if (options.isSet("streamType")) {
      codec.streamType(options.choice("streamType", StreamType.class));
    }
    if (options.isSet("rdfVersion")) {
      codec.rdfVersion(rdfVersion(options.string("rdfVersion")));
    }
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

  /** Defaults to the large one in version 1.2, where the lookups need all terms of a frame. */
  private static JellyWriteOptions.Preset preset(SourceOptions options, ProtocolVersion version) {
    return version == ProtocolVersion.V1_2 && !options.isSet("preset")
        ? JellyWriteOptions.Preset.BIG
        : options.choice("preset", JellyWriteOptions.Preset.class);
  }

  private static RdfVersion rdfVersion(String name) {
    return switch (name) {
      case "1.1" -> RdfVersion.RDF_1_1;
      case "1.2-basic" -> RdfVersion.RDF_1_2_BASIC;
      case "1.2" -> RdfVersion.RDF_1_2;
      default -> RdfVersion.UNSPECIFIED;
    };
  }

  /** Defaults to the type that the logical type requires, else to quads if there is a column g. */
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
