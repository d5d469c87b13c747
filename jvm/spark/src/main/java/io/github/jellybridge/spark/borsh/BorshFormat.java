package io.github.jellybridge.spark.borsh;

import io.github.jellybridge.borsh.BorshReadOptions;
import io.github.jellybridge.borsh.BorshWriteOptions;
import io.github.jellybridge.files.CompressedOutput;
import io.github.jellybridge.files.Compression;
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

/** The format of data source {@code rdf-borsh}. */
public final class BorshFormat implements TableFormat {
  /** The only instance. */
  public static final BorshFormat INSTANCE = new BorshFormat();

  private static final String NAME = "rdf-borsh";
  private static final String VERSION_BYTE = "versionByte";

  private static final OptionRegistry READ_OPTIONS =
      OptionRegistry.forFiles(
              NAME,
              OptionSpec.choice(
                  "blankNodes",
                  "file",
                  List.of("file", "preserve"),
                  "Scope of blank node labels. `file` makes them unique to each file or writing"
                      + " job; `preserve` keeps them as written."),
              OptionSpec.bytes(
                  "maxTermsBytes",
                  BorshReadOptions.DEFAULT_MAX_TERMS_BYTES,
                  4,
                  BorshReadOptions.LARGEST_BLOCK,
                  "Largest decompressed dictionary accepted."),
              OptionSpec.bytes(
                  "maxQuadsBytes",
                  BorshReadOptions.DEFAULT_MAX_QUADS_BYTES,
                  4,
                  BorshReadOptions.LARGEST_BLOCK,
                  "Largest decompressed block of quads accepted; a quad takes 8 bytes."))
          .with(TableOptions.SPECS);

  private static final OptionRegistry WRITE_OPTIONS =
      OptionRegistry.of(
          NAME,
          OptionSpec.integer(
              "compressionLevel",
              BorshWriteOptions.DEFAULT_LEVEL,
              0,
              BorshWriteOptions.DEFAULT_LEVEL,
              "0 is fast LZ4. 1 to 12 are LZ4-HC: the higher, the smaller and slower."),
          OptionSpec.choice(
              VERSION_BYTE,
              "1",
              List.of("1", "0x01", "49", "0x31"),
              "Version byte of the files: 1, as in the specification, or 0x31 (49)."),
          OptionSpec.choice(
              "compat",
              "none",
              List.of("none", "ruby"),
              "`ruby` writes the version byte 0x31, which the Ruby and the Rust implementation"
                  + " require."),
          // Files written with the defaults can be read with the defaults.
          OptionSpec.bytes(
              "maxFileBytes",
              BorshReadOptions.DEFAULT_MAX_TERMS_BYTES,
              1,
              1L << 30,
              "Most bytes of dictionary and quads in a file, before compression. The row that"
                  + " would exceed them starts a new file."),
          TableWrites.CLUSTER_BY,
          TableWrites.MAX_RECORDS_PER_FILE,
          TableWrites.OVERWRITE_MODE);

  private BorshFormat() {}

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
    return new BorshCodec(
        BorshReadOptions.defaults()
            .withLimits((int) options.bytes("maxTermsBytes"), (int) options.bytes("maxQuadsBytes")),
        options.string("blankNodes").equals("file"));
  }

  @Override
  public WritePlan writePlan(WriteRequest request) {
    SourceOptions options = request.options();
    BorshWriteOptions encoder =
        BorshWriteOptions.defaults()
            .withCompressionLevel(options.integer("compressionLevel"))
            .withVersionByte(versionByte(options));
    RequestedColumns columns = request.columns(List.of());
    return new WritePlan(
        new BorshFileFormat(encoder, options.bytes("maxFileBytes"), columns.terms()),
        columns.partitions(),
        List.of(),
        request.clustering(),
        CompressedOutput.of(Compression.NONE),
        request.maxRecordsPerFile());
  }

  private static int versionByte(SourceOptions options) {
    int version = Integer.decode(options.string(VERSION_BYTE));
    if (!options.string("compat").equals("ruby")) {
      return version;
    }
    if (options.isSet(VERSION_BYTE) && version != BorshWriteOptions.RUBY_VERSION) {
      throw new IllegalArgumentException(
          "Options 'versionByte=1' and 'compat=ruby' contradict each other: the Ruby reader accepts"
              + " 0x31 only.");
    }
    return BorshWriteOptions.RUBY_VERSION;
  }
}
