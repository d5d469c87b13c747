package io.github.jellybridge.spark.table;

import io.github.jellybridge.spark.options.FileOptions;
import io.github.jellybridge.spark.options.FileStreamOptions;
import io.github.jellybridge.spark.options.OptionSpec;
import io.github.jellybridge.spark.options.ReadAheadMode;
import io.github.jellybridge.spark.options.SessionSettings;
import io.github.jellybridge.spark.options.SourceOptions;
import io.github.jellybridge.spark.scan.FileCodec;
import io.github.jellybridge.spark.schema.TermFormat;
import java.util.List;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * The options of a table for reading, parsed and checked once.
 *
 * @param files the files, and the reaction to broken ones
 * @param stream the limits of a trigger of a stream
 * @param termFormat the form of a term in a row
 * @param batchSize rows of a column batch
 * @param pushdown whether filters, limits and aggregates are taken over from Spark
 * @param codec reads the format, with all columns
 */
public record TableOptions(
    FileOptions files,
    FileStreamOptions stream,
    TermFormat termFormat,
    int batchSize,
    boolean pushdown,
    FileCodec codec) {
  /**
   * Large enough to make the cost of a batch negligible, small enough for the ids to stay in the L1
   * cache.
   */
  public static final int DEFAULT_BATCH_SIZE = 4096;

  /** Declarations of the options that tables of all formats have. */
  public static final List<OptionSpec> SPECS =
      List.of(
          OptionSpec.choice(
              "termFormat",
              "struct",
              List.of("struct", "ntriples"),
              "Form of a term in a row: a struct of `kind`, `value`, `lang` and `datatype`, or a"
                  + " string of N-Triples text."),
          OptionSpec.bool(
              "pushdown",
              true,
              "Whether the source evaluates filters, limits and aggregates, where it can, instead"
                  + " of Spark. The answers are the same."),
          OptionSpec.integer(
              "batchSize", DEFAULT_BATCH_SIZE, 1, 1 << 16, "Rows of a column batch."));

  /** When a second thread reads ahead. */
  public static final OptionSpec READ_AHEAD =
      OptionSpec.choice(
          "readAhead",
          "auto",
          List.of("auto", "true", "false"),
          "Whether a second thread reads and decompresses the next part of a file while one is"
              + " decoded. `auto` does so in a scan of one task and for files that are not on this"
              + " machine.");

  /**
   * Parses the options of a table.
   *
   * @throws IllegalArgumentException for an unknown option or a value that is not allowed
   */
  static TableOptions parse(
      TableFormat format, CaseInsensitiveStringMap map, SessionSettings session) {
    SourceOptions options = format.readOptions().parse(map);
    FileOptions files = FileOptions.of(options, session);
    return new TableOptions(
        files,
        FileStreamOptions.of(options),
        options.choice("termFormat", TermFormat.class),
        options.integer("batchSize"),
        options.bool("pushdown"),
        format.codec(options, files));
  }

  /** The value of {@link #READ_AHEAD}. */
  public static ReadAheadMode readAhead(SourceOptions options) {
    return options.choice("readAhead", ReadAheadMode.class);
  }
}
