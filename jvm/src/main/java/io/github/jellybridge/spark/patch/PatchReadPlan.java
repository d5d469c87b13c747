package io.github.jellybridge.spark.patch;

import io.github.jellybridge.jelly.BlankNodes;
import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.spark.common.FileOptions;
import io.github.jellybridge.spark.common.OptionRegistry;
import io.github.jellybridge.spark.common.OptionSpec;
import io.github.jellybridge.spark.common.ReadMode;
import io.github.jellybridge.spark.common.SessionSettings;
import io.github.jellybridge.spark.common.SourceOptions;
import java.io.Serializable;
import java.util.Locale;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * What a task has to do with its files, decided on the driver and sent to the executors.
 *
 * @param schema the columns to produce
 * @param partitionColumns the partition columns of the table, in the order of a file's values
 * @param codec how the codec reads
 * @param tolerant whether the rest of a broken file is left out
 * @param anyFailure whether that holds for files that cannot be read for other reasons, too
 * @param ignoreMissingFiles whether a file that has vanished is left out
 * @param maxDecompressedBytes limit for what one compressed file may expand to
 */
record PatchReadPlan(
    StructType schema,
    StructType partitionColumns,
    JellyReadOptions codec,
    boolean tolerant,
    boolean anyFailure,
    boolean ignoreMissingFiles,
    long maxDecompressedBytes)
    implements Serializable {
  private static final long serialVersionUID = 1L;

  private static final int LARGEST_TABLE = 1 << 24;

  private static final OptionRegistry REGISTRY =
      OptionRegistry.forFiles(
          "jelly-patch",
          OptionSpec.choice("blankNodes", "preserve", "preserve", "file"),
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
   * Parses the options of a table.
   *
   * @throws IllegalArgumentException for an unknown option or a value that is not allowed
   */
  static SourceOptions parse(CaseInsensitiveStringMap map) {
    return REGISTRY.parse(map);
  }

  /** Makes the plan of a scan. */
  static PatchReadPlan of(
      SourceOptions options, SessionSettings session, StructType schema, StructType partitions) {
    FileOptions files = FileOptions.of(options, session);
    boolean tolerant = files.mode() == ReadMode.DROPMALFORMED || files.ignoreCorruptFiles();
    JellyReadOptions codec =
        JellyReadOptions.builder()
            .strict(options.bool("strict"))
            .blankNodes(BlankNodes.valueOf(options.string("blankNodes").toUpperCase(Locale.ROOT)))
            .maxFrameBytes(options.bytes("maxFrameBytes"))
            .maxNameTable(options.integer("maxNameTable"))
            .maxPrefixTable(options.integer("maxPrefixTable"))
            .maxDatatypeTable(options.integer("maxDatatypeTable"))
            .maxNesting(options.integer("maxNesting"))
            .columns(PatchSchema.columns(schema))
            .checkUnread(tolerant)
            .wholeFrames(tolerant)
            .build();
    return new PatchReadPlan(
        schema,
        partitions,
        codec,
        tolerant,
        files.ignoreCorruptFiles(),
        files.ignoreMissingFiles(),
        files.maxDecompressedBytes());
  }
}
