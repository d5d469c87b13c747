package io.github.jellybridge.spark.jelly;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.jellybridge.jelly.JellyWriteOptions;
import io.github.jellybridge.jelly.LogicalType;
import io.github.jellybridge.jelly.PhysicalType;
import io.github.jellybridge.spark.common.Compression;
import io.github.jellybridge.spark.common.OptionRegistry;
import io.github.jellybridge.spark.common.OptionSpec;
import io.github.jellybridge.spark.common.SourceOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * The options of a write to data source {@code jelly}, parsed and checked once.
 *
 * @param codec how the codec writes; its scope is not set yet
 * @param compression of the files
 * @param maxRecordsPerFile rows at which another file is started; 0 for never
 * @param frameColumns columns whose change starts a new frame; empty for none
 */
record WriteOptions(
    JellyWriteOptions codec,
    Compression compression,
    long maxRecordsPerFile,
    List<String> frameColumns) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final JellyWriteOptions CODEC = JellyWriteOptions.defaults();

  private static final List<Integer> LOGICAL_NUMBERS = List.of(1, 2, 3, 4, 13, 14, 114);

  static final OptionRegistry REGISTRY =
      OptionRegistry.of(
          "jelly",
          OptionSpec.choice("physicalType", "auto", "auto", "triples", "quads", "graphs"),
          OptionSpec.string("logicalType", null),
          OptionSpec.string("streamName", ""),
          OptionSpec.choice("preset", "big", "small", "big"),
          OptionSpec.integer("maxNameTableSize", 0, 8, JellyWriteOptions.MAX_TABLE_SIZE),
          OptionSpec.integer("maxPrefixTableSize", 0, 0, JellyWriteOptions.MAX_TABLE_SIZE),
          OptionSpec.integer("maxDatatypeTableSize", 0, 0, JellyWriteOptions.MAX_TABLE_SIZE),
          OptionSpec.integer("frameSize", CODEC.frameSize(), 0, Integer.MAX_VALUE),
          OptionSpec.bytes("maxFrameBytes", CODEC.maxFrameBytes(), 0, 1L << 30),
          OptionSpec.bytes("checkpointBytes", CODEC.checkpointBytes(), 0, Long.MAX_VALUE),
          OptionSpec.bool("rdfStar", false),
          OptionSpec.bool("generalized", false),
          OptionSpec.string("namespaces", null),
          OptionSpec.choice("compression", "none", "none", "gzip", "zstd"),
          OptionSpec.integer("maxRecordsPerFile", 0, 0, Integer.MAX_VALUE),
          OptionSpec.string("frameColumns", null),
          OptionSpec.choice("partitionOverwriteMode", "static", "static", "dynamic"));

  /**
   * Parses the options of a write.
   *
   * @param map the options
   * @param hasGraphs whether the rows have a column {@code g}
   * @param maxRecordsPerFile the session's, where the options do not say
   * @throws IllegalArgumentException for an unknown option, a value that is not allowed, or options
   *     that contradict each other
   */
  static WriteOptions parse(
      CaseInsensitiveStringMap map, boolean hasGraphs, long maxRecordsPerFile) {
    SourceOptions options = REGISTRY.parse(map);
    LogicalType logical = logicalType(options.string("logicalType"));
    JellyWriteOptions.Builder codec =
        JellyWriteOptions.builder()
            .preset(JellyWriteOptions.Preset.valueOf(upper(options.string("preset"))))
            .physicalType(physicalType(options.string("physicalType"), logical, hasGraphs))
            .logicalType(logical)
            .streamName(options.string("streamName"))
            .frameSize(options.integer("frameSize"))
            .maxFrameBytes((int) options.bytes("maxFrameBytes"))
            .checkpointBytes(options.bytes("checkpointBytes"))
            .rdfStar(options.bool("rdfStar"))
            .generalized(options.bool("generalized"))
            .namespaces(namespaces(options.string("namespaces")));
    if (options.isSet("maxNameTableSize")) {
      codec.maxNameTableSize(options.integer("maxNameTableSize"));
    }
    if (options.isSet("maxPrefixTableSize")) {
      codec.maxPrefixTableSize(options.integer("maxPrefixTableSize"));
    }
    if (options.isSet("maxDatatypeTableSize")) {
      codec.maxDatatypeTableSize(options.integer("maxDatatypeTableSize"));
    }
    return new WriteOptions(
        codec.build(),
        Compression.valueOf(upper(options.string("compression"))),
        options.isSet("maxRecordsPerFile")
            ? options.integer("maxRecordsPerFile")
            : maxRecordsPerFile,
        columns(options.string("frameColumns")));
  }

  /** Without a word from the user: what the logical type needs, else quads where there is g. */
  static PhysicalType physicalType(String text, LogicalType logical, boolean hasGraphs) {
    if (!text.equals("auto")) {
      return PhysicalType.valueOf(upper(text));
    }
    if (logical != null) {
      return logical.fits(PhysicalType.TRIPLES) ? PhysicalType.TRIPLES : PhysicalType.QUADS;
    }
    return hasGraphs ? PhysicalType.QUADS : PhysicalType.TRIPLES;
  }

  static LogicalType logicalType(String text) {
    if (text == null) {
      return null;
    }
    List<LogicalType> known = LOGICAL_NUMBERS.stream().map(LogicalType::new).toList();
    return known.stream()
        .filter(type -> type.name().equalsIgnoreCase(text.trim()))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "Option 'logicalType' must be one of "
                        + String.join(", ", known.stream().map(LogicalType::name).toList())
                        + ", but is '"
                        + text
                        + "'."));
  }

  static Map<String, String> namespaces(String json) {
    if (json == null) {
      return Map.of();
    }
    try {
      return JSON.readValue(json, new TypeReference<LinkedHashMap<String, String>>() {});
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "Option 'namespaces' must be a JSON object of short names and IRIs such as"
              + " {\"foaf\": \"http://xmlns.com/foaf/0.1/\"}, but is '"
              + json
              + "'.",
          e);
    }
  }

  private static List<String> columns(String text) {
    List<String> names = new ArrayList<>();
    if (text != null) {
      for (String name : text.split(",")) {
        if (!name.isBlank()) {
          names.add(name.trim());
        }
      }
    }
    return List.copyOf(names);
  }

  private static String upper(String word) {
    return word.toUpperCase(Locale.ROOT);
  }
}
