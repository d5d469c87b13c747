package io.github.jellybridge.spark.jelly;

import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.spark.io.SerializableHadoopConf;
import io.github.jellybridge.spark.options.CodecOptions;
import io.github.jellybridge.spark.options.FileOptions;
import io.github.jellybridge.spark.options.FileStreamOptions;
import io.github.jellybridge.spark.options.OptionRegistry;
import io.github.jellybridge.spark.options.OptionSpec;
import io.github.jellybridge.spark.options.ReadAheadMode;
import io.github.jellybridge.spark.options.SessionSettings;
import io.github.jellybridge.spark.options.SourceOptions;
import io.github.jellybridge.spark.scan.FileCodec;
import io.github.jellybridge.spark.scan.TaskPlanner;
import io.github.jellybridge.spark.schema.TermFormat;
import io.github.jellybridge.spark.table.TableOptions;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * The options of data source {@code jelly}, parsed and checked once.
 *
 * @param files which files, and what to do with broken ones
 * @param stream what a trigger of a stream takes
 * @param termFormat how a term looks in a row
 * @param read how the codec reads; its columns are still all four
 * @param readAhead when a second thread reads the next part of a file
 * @param batchSize statements in a column batch
 * @param split how a file may be shared by several tasks
 * @param pushdown whether filters, limits and aggregates are taken over from Spark
 */
public record JellyOptions(
    FileOptions files,
    FileStreamOptions stream,
    TermFormat termFormat,
    JellyReadOptions read,
    ReadAheadMode readAhead,
    int batchSize,
    SplitMode split,
    boolean pushdown)
    implements TableOptions {
  /** Large enough to hide the cost of a batch, small enough for the ids to stay in the L1 cache. */
  public static final int DEFAULT_BATCH_SIZE = 4096;

  static final OptionRegistry REGISTRY =
      OptionRegistry.forFiles(
          "jelly",
          CodecOptions.with(
              OptionSpec.choice("blankNodes", "file", "file", "preserve", "frame"),
              OptionSpec.choice("split", "auto", "auto", "checkpoint", "index", "none")));

  /**
   * Parses the options of a table.
   *
   * @throws IllegalArgumentException for an unknown option or a value that is not allowed
   */
  public static JellyOptions parse(CaseInsensitiveStringMap map, SessionSettings session) {
    SourceOptions options = REGISTRY.parse(map);
    FileOptions files = FileOptions.of(options, session);
    return new JellyOptions(
        files,
        FileStreamOptions.of(options),
        options.choice("termFormat", TermFormat.class),
        CodecOptions.read(options, files),
        CodecOptions.readAhead(options),
        options.integer("batchSize"),
        options.choice("split", SplitMode.class),
        options.bool("pushdown"));
  }

  @Override
  public TaskPlanner tasks(SessionSettings session, SerializableHadoopConf conf) {
    return new FileSplitter(this, session, conf);
  }

  @Override
  public FileCodec codec(int columns, SerializableHadoopConf conf) {
    return new JellyCodec(read.toBuilder().columns(columns).build(), readAhead);
  }
}
