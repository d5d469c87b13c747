package io.github.jellybridge.spark.borsh;

import io.github.jellybridge.borsh.BorshReadOptions;
import io.github.jellybridge.borsh.BorshWriteOptions;
import io.github.jellybridge.files.Compression;
import io.github.jellybridge.spark.options.OptionRegistry;
import io.github.jellybridge.spark.options.OptionSpec;
import io.github.jellybridge.spark.options.SourceOptions;
import io.github.jellybridge.spark.table.StatementFormat;
import io.github.jellybridge.spark.table.StatementWrites;
import io.github.jellybridge.spark.terms.GroupColumn;
import io.github.jellybridge.spark.terms.TermColumn;
import io.github.jellybridge.spark.write.RowFileFormat;
import io.github.jellybridge.spark.write.RowOrder;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * The options of a write to data source {@code rdf-borsh}, parsed and checked once.
 *
 * @param codec how the codec writes
 * @param maxFileBytes bytes of both blocks, before compression, that a file has at most, but for
 *     its first row
 * @param clusterBy columns of terms that rows are sorted by, so that files share fewer terms
 * @param maxRecordsPerFile rows at which another file is started; 0 for never
 */
record BorshWrite(
    BorshWriteOptions codec, long maxFileBytes, List<String> clusterBy, long maxRecordsPerFile)
    implements StatementFormat.Write {
  private static final String VERSION_BYTE = "versionByte";
  private static final String CLUSTER_BY = "clusterBy";

  static final OptionRegistry REGISTRY =
      OptionRegistry.of(
          RdfBorshFormat.NAME,
          OptionSpec.integer(
              "compressionLevel",
              BorshWriteOptions.DEFAULT_LEVEL,
              0,
              BorshWriteOptions.DEFAULT_LEVEL),
          OptionSpec.choice(VERSION_BYTE, "1", "1", "0x01", "49", "0x31"),
          OptionSpec.choice("compat", "none", "none", "ruby"),
          // What is written with defaults is read with defaults.
          OptionSpec.bytes("maxFileBytes", BorshReadOptions.DEFAULT_MAX_TERMS_BYTES, 1, 1L << 30),
          OptionSpec.string(CLUSTER_BY, ""),
          StatementWrites.MAX_RECORDS_PER_FILE,
          StatementWrites.OVERWRITE_MODE);

  static BorshWrite parse(CaseInsensitiveStringMap map, boolean hasGraphs, long maxRecordsPerFile) {
    SourceOptions options = REGISTRY.parse(map);
    BorshWriteOptions codec =
        BorshWriteOptions.defaults()
            .withCompressionLevel(options.integer("compressionLevel"))
            .withVersionByte(versionByte(options));
    return new BorshWrite(
        codec,
        options.bytes("maxFileBytes"),
        clusterBy(options.string(CLUSTER_BY), hasGraphs),
        options.integerOr("maxRecordsPerFile", maxRecordsPerFile));
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

  private static List<String> clusterBy(String text, boolean hasGraphs) {
    List<String> names =
        Arrays.stream(text.split(",")).map(String::trim).filter(name -> !name.isEmpty()).toList();
    List<String> known = hasGraphs ? List.of("s", "p", "o", "g") : List.of("s", "p", "o");
    if (!known.containsAll(names) || new HashSet<>(names).size() < names.size()) {
      throw new IllegalArgumentException(
          "Option 'clusterBy' must be some of the columns "
              + String.join(", ", known)
              + ", each once, such as 'g,s', but is '"
              + text
              + "'.");
    }
    return names;
  }

  @Override
  public RowOrder order() {
    return new RowOrder(clusterBy, !clusterBy.isEmpty());
  }

  @Override
  public List<String> frameColumns() {
    return List.of();
  }

  @Override
  public Compression compression() {
    return Compression.NONE;
  }

  @Override
  public RowFileFormat encoder(List<TermColumn> terms, List<GroupColumn> frames) {
    return new BorshFileFormat(codec, maxFileBytes, terms);
  }
}
