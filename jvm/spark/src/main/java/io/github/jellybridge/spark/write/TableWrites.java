package io.github.jellybridge.spark.write;

import io.github.jellybridge.files.CompressedOutput;
import io.github.jellybridge.files.Compression;
import io.github.jellybridge.spark.catalog.CatalogOptions;
import io.github.jellybridge.spark.catalog.PathSave;
import io.github.jellybridge.spark.listing.PartitionColumnProbe;
import io.github.jellybridge.spark.options.OptionSpec;
import io.github.jellybridge.spark.options.SessionSettings;
import io.github.jellybridge.spark.options.SourceOptions;
import io.github.jellybridge.spark.publish.ExistingFiles;
import io.github.jellybridge.spark.table.TableFormat;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** Starts writes. Wrong options and columns are reported before anything runs. */
public final class TableWrites {
  private static final String COMPRESSION_NAME = "compression";

  /** The compression of files that cannot be split. */
  public static final OptionSpec COMPRESSION =
      compression("Compression of the files. Compressed files cannot be split.");

  /** The level of zstd. */
  public static final OptionSpec ZSTD_LEVEL =
      OptionSpec.integer(
          "zstdLevel",
          CompressedOutput.DEFAULT_ZSTD_LEVEL,
          1,
          CompressedOutput.MAX_ZSTD_LEVEL,
          "Level of `compression=zstd`: the higher, the smaller and slower. Levels above 19 also"
              + " need much memory to read.");

  /** The number of threads of zstd. */
  public static final OptionSpec ZSTD_WORKERS =
      OptionSpec.integer(
          "zstdWorkers",
          0,
          0,
          64,
          "Additional threads that compress each file with `compression=zstd`; 0 for the thread of"
              + " the task.");

  /** The columns that rows are sorted by; see {@link WriteRequest#clustering}. */
  public static final OptionSpec CLUSTER_BY =
      OptionSpec.columns(
          "clusterBy",
          "Columns of `s`, `p`, `o` and `g` that rows are sorted by before they are written. Each"
              + " task gets a range of that order.");

  /** The number of rows after which a new file is started; 0 for never. */
  public static final OptionSpec MAX_RECORDS_PER_FILE =
      OptionSpec.integer(
              "maxRecordsPerFile",
              0,
              0,
              Integer.MAX_VALUE,
              "Rows after which a new file starts; 0 for no limit.")
          .withDefaultText("the session's `spark.sql.files.maxRecordsPerFile`");

  /** The files that an overwrite without named partitions replaces. */
  public static final OptionSpec OVERWRITE_MODE =
      OptionSpec.choice(
              PathSave.OVERWRITE_MODE,
              "static",
              List.of("static", "dynamic"),
              "Files that an overwrite of partitioned data replaces: all of them (`static`), or"
                  + " those in partitions that get rows (`dynamic`).")
          .withDefaultText("the session's `spark.sql.sources.partitionOverwriteMode`");

  private final TableFormat format;
  private final SessionSettings session;

  /** Creates the writes of a format. */
  public TableWrites(TableFormat format, SessionSettings session) {
    this.format = format;
    this.session = session;
  }

  /**
   * Starts a write of a batch.
   *
   * @param table the options of the table; those for reading are ignored
   * @param info the options of the write and the columns of the query
   * @param existing the existing files; the write may name other partition columns if it replaces
   *     them all
   * @throws IllegalArgumentException for options or columns that are not allowed
   */
  public WriteBuilder batch(
      CaseInsensitiveStringMap table, LogicalWriteInfo info, ExistingFiles existing) {
    CaseInsensitiveStringMap options = merge(table, info.options());
    WriteRequest request = request(options, info, existing, false);
    FileWriteBuilder builder = builder(options, request);
    // A write that names its partitions has already applied the option, or creates a new table.
    return request.namedPartitions() == null
        ? builder.inMode(options.get(PathSave.OVERWRITE_MODE))
        : builder;
  }

  /**
   * Starts a write of an epoch of a stream.
   *
   * @throws IllegalArgumentException for options or columns that are not allowed and, when the
   *     write is built, for partition columns that differ from those of the existing files
   */
  public WriteBuilder stream(CaseInsensitiveStringMap table, LogicalWriteInfo info) {
    CaseInsensitiveStringMap options = merge(table, info.options());
    ExistingFiles existing =
        () -> PartitionColumnProbe.texts(path(options), session.hadoopConf(options));
    return builder(options, request(options, info, existing, true));
  }

  /** Merges the options of a write into the options for writing of a table. */
  private CaseInsensitiveStringMap merge(
      CaseInsensitiveStringMap table, CaseInsensitiveStringMap write) {
    Map<String, String> merged = new HashMap<>();
    table
        .asCaseSensitiveMap()
        .forEach(
            (key, value) -> {
              if (key.indexOf('.') >= 0 || format.writeOptions().knows(key)) {
                merged.put(key, value);
              }
            });
    if (!write.containsKey("path")) {
      merged.put("path", path(table));
    }
    return CatalogOptions.over(merged, write);
  }

  private WriteRequest request(
      CaseInsensitiveStringMap options,
      LogicalWriteInfo info,
      ExistingFiles existing,
      boolean streaming) {
    return new WriteRequest(
        format.writeOptions().parse(options),
        info.schema(),
        existing,
        streaming,
        session.caseSensitive(),
        info.queryId());
  }

  private FileWriteBuilder builder(CaseInsensitiveStringMap options, WriteRequest request) {
    WritePlan plan = format.writePlan(request);
    return new FileWriteBuilder(
        new FileWriteSpec(
            format.shortName(),
            path(options),
            request.queryId(),
            plan.files(),
            plan.partitions(),
            plan.frameColumns(),
            // The tasks of an epoch are already few and small.
            request.streaming() ? plan.order().withinTasks() : plan.order(),
            request.existing(),
            session,
            plan.compression(),
            plan.maxRecordsPerFile(),
            session.hadoopConf(options)));
  }

  /**
   * Declares the compression of the files.
   *
   * @param description has the compressions that can be split
   */
  public static OptionSpec compression(String description) {
    return OptionSpec.choice(
        COMPRESSION_NAME, "none", List.of("none", "gzip", "zstd"), description);
  }

  /**
   * Returns the compression of the files.
   *
   * @throws IllegalArgumentException if settings of zstd are given for another compression
   */
  public static CompressedOutput compression(SourceOptions options) {
    Compression format = options.choice(COMPRESSION_NAME, Compression.class);
    for (OptionSpec setting : List.of(ZSTD_LEVEL, ZSTD_WORKERS)) {
      if (format != Compression.ZSTD && options.isSet(setting.name())) {
        throw new IllegalArgumentException(
            "Option '"
                + setting.name()
                + "' needs compression=zstd, but compression is '"
                + options.string(COMPRESSION_NAME)
                + "'. Set compression=zstd, or leave the option out.");
      }
    }
    return new CompressedOutput(
        format, options.integer(ZSTD_LEVEL.name()), options.integer(ZSTD_WORKERS.name()));
  }

  /**
   * Returns the one path in the options.
   *
   * @throws IllegalArgumentException if the option {@code path} is missing
   */
  public static String path(CaseInsensitiveStringMap options) {
    String path = options.get("path");
    if (path == null || path.isBlank()) {
      throw new IllegalArgumentException(
          "No path given: name the folder to write, as in save(\"/data/statements\").");
    }
    return path;
  }
}
