package io.github.jellybridge.spark.patch;

import io.github.jellybridge.patch.PatchStatementType;
import io.github.jellybridge.patch.PatchStreamType;
import io.github.jellybridge.patch.PatchWriteOptions;
import io.github.jellybridge.spark.jelly.JellyDecoderOptions;
import io.github.jellybridge.spark.jelly.JellyEncoderOptions;
import io.github.jellybridge.spark.options.FileOptions;
import io.github.jellybridge.spark.options.OptionRegistry;
import io.github.jellybridge.spark.options.OptionSpec;
import io.github.jellybridge.spark.options.SourceOptions;
import io.github.jellybridge.spark.scan.FileCodec;
import io.github.jellybridge.spark.schema.TableKind;
import io.github.jellybridge.spark.table.TableFormat;
import io.github.jellybridge.spark.table.TableOptions;
import io.github.jellybridge.spark.write.RowOrder;
import io.github.jellybridge.spark.write.TableWrites;
import io.github.jellybridge.spark.write.WritePlan;
import io.github.jellybridge.spark.write.WriteRequest;
import java.util.List;

/** The format of data source {@code jelly-patch}. */
public final class PatchFormat implements TableFormat {
  /** The only instance. */
  public static final PatchFormat INSTANCE = new PatchFormat();

  public static final String NAME = "jelly-patch";

  private static final OptionRegistry READ_OPTIONS =
      OptionRegistry.forFiles(
              NAME,
              OptionSpec.choice(
                  "blankNodes",
                  "preserve",
                  List.of("preserve", "file"),
                  "Scope of blank node labels. `preserve` keeps them as written, because patches"
                      + " refer to the nodes that they change by label; `file` makes them unique"
                      + " to each file."),
              TableOptions.READ_AHEAD)
          .with(TableOptions.SPECS)
          .with(JellyDecoderOptions.SPECS);

  private static final PatchWriteOptions DEFAULTS = PatchWriteOptions.defaults();

  private static final OptionRegistry WRITE_OPTIONS =
      OptionRegistry.of(
          NAME,
          OptionSpec.choice(
              "statementType",
              "quads",
              List.of("triples", "quads"),
              "Whether statements have graph names (`quads`) or not (`triples`)."),
          OptionSpec.choice(
              "streamType",
              "punctuated",
              List.of("frame", "flat", "punctuated"),
              "Extent of a patch in a file: a frame (`frame`), the whole file (`flat`), or the"
                  + " Jelly rows up to a punctuation mark (`punctuated`)."),
          JellyEncoderOptions.RDF_STAR,
          JellyEncoderOptions.GENERALIZED,
          OptionSpec.integer(
              "frameSize",
              DEFAULTS.frameSize(),
              0,
              Integer.MAX_VALUE,
              "Jelly rows that end a frame; 0 for no limit. Ignored with `streamType=frame`."),
          OptionSpec.bytes(
              "maxFrameBytes",
              DEFAULTS.maxFrameBytes(),
              0,
              1L << 30,
              "Bytes that end a frame; 0 for no limit. Ignored with `streamType=frame`."),
          TableWrites.COMPRESSION,
          TableWrites.ZSTD_LEVEL,
          TableWrites.ZSTD_WORKERS);

  private PatchFormat() {}

  @Override
  public String shortName() {
    return NAME;
  }

  @Override
  public TableKind kind() {
    return TableKind.OPERATIONS;
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
    return new PatchCodec(
        JellyDecoderOptions.read(options, files), TableOptions.readAhead(options));
  }

  @Override
  public WritePlan writePlan(WriteRequest request) {
    SourceOptions options = request.options();
    List<String> partitions = request.namedPartitions();
    if (partitions != null && !partitions.isEmpty()) {
      throw new IllegalArgumentException(
          "Data source 'jelly-patch' does not partition: that would tear patches apart.");
    }
    PatchWriteOptions encoder =
        PatchWriteOptions.defaults()
            .with(
                options.choice("statementType", PatchStatementType.class),
                options.choice("streamType", PatchStreamType.class))
            .with(options.bool("generalized"), options.bool("rdfStar"))
            .withFrames(options.integer("frameSize"), (int) options.bytes("maxFrameBytes"));
    PatchFileFormat files = PatchColumns.format(encoder, request.schema(), request.caseSensitive());
    return new WritePlan(
        files, List.of(), List.of(), order(files), TableWrites.compression(options), 0);
  }

  /**
   * Puts all patches into one file, in order. In several files, patches would have the same
   * numbers, and the order of the files would be unknown: the task that ends first need not hold
   * the first patches.
   */
  private static RowOrder order(PatchFileFormat files) {
    return files.patch() == null
        ? RowOrder.inOneTask(TableKind.SEQ, TableKind.SEQ)
        : RowOrder.inOneTask(TableKind.SEQ, TableKind.PATCH, TableKind.SEQ);
  }
}
