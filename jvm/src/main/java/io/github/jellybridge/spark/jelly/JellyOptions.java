package io.github.jellybridge.spark.jelly;

import io.github.jellybridge.jelly.BlankNodes;
import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.spark.common.FileOptions;
import io.github.jellybridge.spark.common.OptionRegistry;
import io.github.jellybridge.spark.common.OptionSpec;
import io.github.jellybridge.spark.common.ReadMode;
import io.github.jellybridge.spark.common.SerializableHadoopConf;
import io.github.jellybridge.spark.common.SessionSettings;
import io.github.jellybridge.spark.common.SourceOptions;
import io.github.jellybridge.spark.common.streaming.FileStreamOptions;
import java.util.Locale;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * The options of data source {@code jelly}, parsed and checked once.
 *
 * @param files which files, and what to do with broken ones
 * @param stream what a trigger of a stream takes
 * @param termFormat how a term looks in a row
 * @param read how the codec reads; its columns are still all four
 * @param batchSize statements in a column batch
 * @param split how a file may be shared by several tasks
 * @param pushdown whether filters, limits and aggregates are taken over from Spark
 */
public record JellyOptions(
    FileOptions files,
    FileStreamOptions stream,
    TermFormat termFormat,
    JellyReadOptions read,
    int batchSize,
    SplitMode split,
    boolean pushdown)
    implements TableOptions {
  /** Large enough to hide the cost of a batch, small enough for the ids to stay in the L1 cache. */
  public static final int DEFAULT_BATCH_SIZE = 4096;

  private static final int LARGEST_TABLE = 1 << 24;

  private static final OptionRegistry REGISTRY =
      OptionRegistry.forFiles(
          "jelly",
          OptionSpec.choice("termFormat", "struct", "struct", "ntriples"),
          OptionSpec.choice("blankNodes", "file", "file", "preserve", "frame"),
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
              JellyReadOptions.MAX_NESTING_LIMIT),
          OptionSpec.integer("batchSize", DEFAULT_BATCH_SIZE, 1, 1 << 16),
          OptionSpec.bool("readAhead", true),
          OptionSpec.choice("split", "auto", "auto", "checkpoint", "index", "none"),
          OptionSpec.bool("pushdown", true));

  /**
   * Parses the options of a table.
   *
   * @throws IllegalArgumentException for an unknown option or a value that is not allowed
   */
  public static JellyOptions parse(CaseInsensitiveStringMap map, SessionSettings session) {
    SourceOptions options = REGISTRY.parse(map);
    FileOptions files = FileOptions.of(options, session);
    JellyReadOptions read =
        JellyReadOptions.builder()
            .strict(options.bool("strict"))
            .blankNodes(BlankNodes.valueOf(upper(options.string("blankNodes"))))
            .maxFrameBytes(options.bytes("maxFrameBytes"))
            .maxNameTable(options.integer("maxNameTable"))
            .maxPrefixTable(options.integer("maxPrefixTable"))
            .maxDatatypeTable(options.integer("maxDatatypeTable"))
            .maxNesting(options.integer("maxNesting"))
            .readAhead(options.bool("readAhead"))
            // What is dropped must not depend on what a query reads.
            .checkUnread(files.mode() == ReadMode.DROPMALFORMED || files.ignoreCorruptFiles())
            .wholeFrames(files.mode() == ReadMode.DROPMALFORMED || files.ignoreCorruptFiles())
            .build();
    return new JellyOptions(
        files,
        FileStreamOptions.of(options),
        TermFormat.valueOf(upper(options.string("termFormat"))),
        read,
        options.integer("batchSize"),
        SplitMode.valueOf(upper(options.string("split"))),
        options.bool("pushdown"));
  }

  @Override
  public FileTasks tasks(SessionSettings session, SerializableHadoopConf conf) {
    return new FileSplitter(this, session, conf);
  }

  @Override
  public FileCodec codec(int columns) {
    return new JellyCodec(read.toBuilder().columns(columns).build());
  }

  private static String upper(String word) {
    return word.toUpperCase(Locale.ROOT);
  }
}
