package io.github.jellybridge.spark.patch;

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
 * The options of data source {@code jelly-patch} for reading, parsed and checked once.
 *
 * @param files which files, and what to do with broken ones
 * @param stream what a trigger of a stream takes
 * @param termFormat how a term looks in a row
 * @param read how the codec reads; its columns are still all four
 * @param readAhead when a second thread reads the next part of a file
 * @param batchSize operations in a column batch
 * @param pushdown whether filters and limits are taken over from Spark
 */
record PatchTableOptions(
    FileOptions files,
    FileStreamOptions stream,
    TermFormat termFormat,
    JellyReadOptions read,
    ReadAheadMode readAhead,
    int batchSize,
    boolean pushdown)
    implements TableOptions {
  static final OptionRegistry REGISTRY =
      OptionRegistry.forFiles(
          PatchFormat.NAME,
          CodecOptions.with(OptionSpec.choice("blankNodes", "preserve", "preserve", "file")));

  static PatchTableOptions parse(CaseInsensitiveStringMap map, SessionSettings session) {
    SourceOptions options = REGISTRY.parse(map);
    FileOptions files = FileOptions.of(options, session);
    return new PatchTableOptions(
        files,
        FileStreamOptions.of(options),
        options.choice("termFormat", TermFormat.class),
        CodecOptions.read(options, files),
        CodecOptions.readAhead(options),
        options.integer("batchSize"),
        options.bool("pushdown"));
  }

  @Override
  public TaskPlanner tasks(SessionSettings session, SerializableHadoopConf conf) {
    return TaskPlanner.ofWholeFiles(session);
  }

  @Override
  public FileCodec codec(int columns, SerializableHadoopConf conf) {
    return new PatchCodec(read.toBuilder().columns(columns).build(), readAhead);
  }
}
