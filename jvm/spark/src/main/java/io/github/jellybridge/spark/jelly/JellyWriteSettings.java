package io.github.jellybridge.spark.jelly;

import io.github.jellybridge.files.Compression;
import io.github.jellybridge.jelly.JellyWriteOptions;
import io.github.jellybridge.spark.options.OptionRegistry;
import io.github.jellybridge.spark.options.OptionSpec;
import io.github.jellybridge.spark.options.SourceOptions;
import io.github.jellybridge.spark.table.StatementFormat;
import io.github.jellybridge.spark.table.StatementWrites;
import io.github.jellybridge.spark.terms.GroupColumn;
import io.github.jellybridge.spark.terms.TermColumn;
import io.github.jellybridge.spark.write.RowFileFormat;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * The options of a write to data source {@code jelly}, parsed and checked once.
 *
 * @param codec how the codec writes
 * @param compression of the files
 * @param maxRecordsPerFile rows at which another file is started; 0 for never
 * @param frameColumns columns whose change starts a new frame; empty for none
 */
record JellyWriteSettings(
    JellyWriteOptions codec,
    Compression compression,
    long maxRecordsPerFile,
    List<String> frameColumns)
    implements StatementFormat.Write {
  private static final JellyWriteOptions CODEC = JellyWriteOptions.defaults();

  static final OptionRegistry REGISTRY =
      OptionRegistry.of(
          "jelly",
          EncoderOptions.with(
              JellyWriteOptions.Preset.BIG,
              OptionSpec.integer("frameSize", CODEC.frameSize(), 0, Integer.MAX_VALUE),
              OptionSpec.bytes("maxFrameBytes", CODEC.maxFrameBytes(), 0, 1L << 30),
              OptionSpec.bytes("checkpointBytes", CODEC.checkpointBytes(), 0, Long.MAX_VALUE),
              StatementWrites.COMPRESSION,
              StatementWrites.MAX_RECORDS_PER_FILE,
              OptionSpec.string("frameColumns", null),
              StatementWrites.OVERWRITE_MODE));

  /**
   * Parses the options of a write.
   *
   * @param map the options
   * @param hasGraphs whether the rows have a column {@code g}
   * @param maxRecordsPerFile the session's, where the options do not say
   * @param scope that of the blank nodes: they mean the same in all files of a query, whichever
   *     task or epoch writes them
   * @throws IllegalArgumentException for an unknown option, a value that is not allowed, or options
   *     that contradict each other
   */
  static JellyWriteSettings parse(
      CaseInsensitiveStringMap map, boolean hasGraphs, long maxRecordsPerFile, String scope) {
    SourceOptions options = REGISTRY.parse(map);
    JellyWriteOptions codec =
        EncoderOptions.codec(options, hasGraphs)
            .frameSize(options.integer("frameSize"))
            .maxFrameBytes((int) options.bytes("maxFrameBytes"))
            .checkpointBytes(options.bytes("checkpointBytes"))
            .scope(scope)
            .build();
    if (codec.frameSize() > 0 && codec.logicalType().grouped()) {
      throw new IllegalArgumentException(
          "Option 'frameSize' does not go with logicalType "
              + codec.logicalType().name()
              + ", whose frames are elements of any size; name their columns in 'frameColumns'.");
    }
    return new JellyWriteSettings(
        codec,
        options.choice("compression", Compression.class),
        options.integerOr("maxRecordsPerFile", maxRecordsPerFile),
        columns(options.string("frameColumns")));
  }

  @Override
  public RowFileFormat encoder(List<TermColumn> terms, List<GroupColumn> frames) {
    return new JellyFileFormat(codec, terms, frames);
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
}
