package io.github.jellybridge.spark.borsh;

import io.github.jellybridge.borsh.BorshReadOptions;
import io.github.jellybridge.spark.io.SerializableHadoopConf;
import io.github.jellybridge.spark.options.CodecOptions;
import io.github.jellybridge.spark.options.FileOptions;
import io.github.jellybridge.spark.options.FileStreamOptions;
import io.github.jellybridge.spark.options.OptionRegistry;
import io.github.jellybridge.spark.options.OptionSpec;
import io.github.jellybridge.spark.options.SessionSettings;
import io.github.jellybridge.spark.options.SourceOptions;
import io.github.jellybridge.spark.scan.FileCodec;
import io.github.jellybridge.spark.scan.TaskPlanner;
import io.github.jellybridge.spark.schema.TermFormat;
import io.github.jellybridge.spark.table.TableOptions;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * The options of data source {@code rdf-borsh} for reading, parsed and checked once.
 *
 * @param files which files, and what to do with broken ones
 * @param stream what a trigger of a stream takes
 * @param termFormat how a term looks in a row
 * @param read how the codec reads; its columns are still all four
 * @param scoped whether labels of blank nodes are made unique to their file or job
 * @param batchSize statements in a column batch
 * @param pushdown whether filters, limits and aggregates are taken over from Spark
 */
record BorshTableOptions(
    FileOptions files,
    FileStreamOptions stream,
    TermFormat termFormat,
    BorshReadOptions read,
    boolean scoped,
    int batchSize,
    boolean pushdown)
    implements TableOptions {
  static final OptionRegistry REGISTRY =
      OptionRegistry.forFiles(
          RdfBorshFormat.NAME,
          CodecOptions.tableWith(
              OptionSpec.choice("blankNodes", "file", "file", "preserve"),
              OptionSpec.bytes(
                  "maxTermsBytes",
                  BorshReadOptions.DEFAULT_MAX_TERMS_BYTES,
                  4,
                  BorshReadOptions.LARGEST_BLOCK),
              OptionSpec.bytes(
                  "maxQuadsBytes",
                  BorshReadOptions.DEFAULT_MAX_QUADS_BYTES,
                  4,
                  BorshReadOptions.LARGEST_BLOCK)));

  static BorshTableOptions parse(CaseInsensitiveStringMap map, SessionSettings session) {
    SourceOptions options = REGISTRY.parse(map);
    return new BorshTableOptions(
        FileOptions.of(options, session),
        FileStreamOptions.of(options),
        options.choice("termFormat", TermFormat.class),
        BorshReadOptions.defaults()
            .withLimits((int) options.bytes("maxTermsBytes"), (int) options.bytes("maxQuadsBytes")),
        options.string("blankNodes").equals("file"),
        options.integer("batchSize"),
        options.bool("pushdown"));
  }

  @Override
  public TaskPlanner tasks(SessionSettings session, SerializableHadoopConf conf) {
    return TaskPlanner.ofWholeFiles(session);
  }

  @Override
  public FileCodec codec(int columns, SerializableHadoopConf conf) {
    return new BorshCodec(read.withColumns(columns), scoped);
  }
}
