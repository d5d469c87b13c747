package io.github.jellybridge.spark.jelly;

import io.github.jellybridge.jelly.JellyWriteOptions;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.spark.options.FileOptions;
import io.github.jellybridge.spark.options.OptionRegistry;
import io.github.jellybridge.spark.options.OptionSpec;
import io.github.jellybridge.spark.options.SourceOptions;
import io.github.jellybridge.spark.scan.FileCodec;
import io.github.jellybridge.spark.scan.RequestedColumns;
import io.github.jellybridge.spark.table.TableFormat;
import io.github.jellybridge.spark.table.TableOptions;
import io.github.jellybridge.spark.write.TableWrites;
import io.github.jellybridge.spark.write.WritePlan;
import io.github.jellybridge.spark.write.WriteRequest;
import java.util.List;

/** The format of data source {@code jelly}. */
public final class JellyFormat implements TableFormat {
  /** The only instance. */
  public static final JellyFormat INSTANCE = new JellyFormat();

  private static final String NAME = "jelly";

  private static final OptionRegistry READ_OPTIONS =
      OptionRegistry.forFiles(
              NAME,
              OptionSpec.choice(
                  "blankNodes",
                  "file",
                  List.of("file", "preserve", "frame"),
                  "Scope of blank node labels. `file` makes them unique to each file or writing"
                      + " job, `frame` to each frame; `preserve` keeps them as written."),
              OptionSpec.choice(
                  "split",
                  "auto",
                  List.of("auto", "checkpoint", "index", "none"),
                  "How several tasks share a large file: at the checkpoints of its writer"
                      + " (`checkpoint`), by an index (`index`), or not at all (`none`). `auto`"
                      + " uses the checkpoints or the index that exist, and makes an index if cores"
                      + " would be idle."),
              OptionSpec.bool(
                  "statistics",
                  true,
                  "Whether statistics in the files answer `count(*)`, and leave out parts of files"
                      + " that no statement of a filter is in. The answers are the same."),
              TableOptions.READ_AHEAD)
          .with(TableOptions.SPECS)
          .with(JellyDecoderOptions.SPECS);

  private static final JellyWriteOptions DEFAULTS = JellyWriteOptions.defaults();

  private static final OptionRegistry WRITE_OPTIONS =
      OptionRegistry.of(NAME)
          .with(JellyEncoderOptions.specs(JellyWriteOptions.Preset.BIG))
          .with(
              List.of(
                  OptionSpec.columns(
                      "frameColumns",
                      "Columns whose change starts a new frame, or a new message with `streamType`"
                          + " `messages`. Those that are not part of the statements are not"
                          + " written."),
                  OptionSpec.integer(
                          "frameSize",
                          DEFAULTS.frameSize(),
                          0,
                          Integer.MAX_VALUE,
                          "Jelly rows that end a frame of a flat stream; 0 for no limit. In version"
                              + " 1.2 of the protocol, rows are statements.")
                      .withDefaultText("no limit"),
                  OptionSpec.bytes(
                      "maxFrameBytes",
                      DEFAULTS.maxFrameBytes(),
                      0,
                      1L << 30,
                      "Bytes that end a frame of a flat stream; 0 for no limit."),
                  OptionSpec.bytes(
                      "checkpointBytes",
                      DEFAULTS.checkpointBytes(),
                      0,
                      Long.MAX_VALUE,
                      "Distance between the points where a reader can start in a file; 0 for"
                          + " none."),
                  OptionSpec.bool(
                      "statistics",
                      DEFAULTS.statistics(),
                      "Whether files with checkpoints have statistics of the parts between them,"
                          + " which let readers leave parts out."),
                  OptionSpec.choice(
                      "bloomFilter",
                      "s",
                      List.of("none", "s", "o", "s,o"),
                      "Columns whose values get a Bloom filter for each part of a file, unless they"
                          + " are sorted in it. A filter takes at most 0.4 % of the part."),
                  TableWrites.CLUSTER_BY,
                  TableWrites.compression(
                      "Compression of the files. Several tasks share a large file with `zstd` or"
                          + " `none`; one task reads a file with `gzip`."),
                  TableWrites.ZSTD_LEVEL,
                  TableWrites.ZSTD_WORKERS,
                  TableWrites.MAX_RECORDS_PER_FILE,
                  TableWrites.OVERWRITE_MODE));

  private JellyFormat() {}

  @Override
  public String shortName() {
    return NAME;
  }

  @Override
  public OptionRegistry readOptions() {
    return READ_OPTIONS;
  }

  @Override
  public OptionRegistry writeOptions() {
    return WRITE_OPTIONS;
  }

  @Override
  public FileCodec codec(SourceOptions options, FileOptions files) {
    return new JellyCodec(
        JellyDecoderOptions.read(options, files),
        TableOptions.readAhead(options),
        options.choice("split", SplitMode.class),
        options.bool("statistics"));
  }

  @Override
  public WritePlan writePlan(WriteRequest request) {
    SourceOptions options = request.options();
    JellyWriteOptions encoder =
        JellyEncoderOptions.encoder(options, request.hasGraphs())
            .frameSize(options.integer("frameSize"))
            .maxFrameBytes((int) options.bytes("maxFrameBytes"))
            .checkpointBytes(options.bytes("checkpointBytes"))
            .statistics(options.bool("statistics"))
            .bloomFilter(bloomFilter(options.string("bloomFilter")))
            // Equal labels mean the same blank node in all files of a query, whichever task or
            // epoch writes them.
            .scope(request.queryId())
            .build();
    if (encoder.frameSize() > 0 && encoder.logicalType().grouped()) {
      throw new IllegalArgumentException(
          "Option 'frameSize' does not go with logicalType "
              + encoder.logicalType().name()
              + ", whose frames are elements of any size; name their columns in 'frameColumns'.");
    }
    List<String> frameColumns = options.columns("frameColumns");
    RequestedColumns columns = request.columns(frameColumns);
    return new WritePlan(
        new JellyFileFormat(encoder, columns.terms(), columns.frames()),
        columns.partitions(),
        frameColumns,
        request.clustering(),
        TableWrites.compression(options),
        request.maxRecordsPerFile());
  }

  private static int bloomFilter(String columns) {
    int s = columns.startsWith("s") ? StatementBatch.S : 0;
    return columns.endsWith("o") ? s | StatementBatch.O : s;
  }
}
