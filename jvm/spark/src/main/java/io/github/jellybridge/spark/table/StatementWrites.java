package io.github.jellybridge.spark.table;

import io.github.jellybridge.spark.catalog.CatalogOptions;
import io.github.jellybridge.spark.catalog.PathSave;
import io.github.jellybridge.spark.listing.PartitionColumnProbe;
import io.github.jellybridge.spark.options.OptionSpec;
import io.github.jellybridge.spark.options.SessionSettings;
import io.github.jellybridge.spark.publish.ExistingFiles;
import io.github.jellybridge.spark.scan.RequestedColumns;
import io.github.jellybridge.spark.write.FileWriteBuilder;
import io.github.jellybridge.spark.write.FileWriteSpec;
import io.github.jellybridge.spark.write.PartitionNames;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** Makes writes of options and columns; what is wrong with them is told before anything runs. */
public final class StatementWrites {
  /** The compression of the files. */
  public static final OptionSpec COMPRESSION =
      OptionSpec.choice("compression", "none", "none", "gzip", "zstd");

  /** Rows at which another file is started; 0 for never. */
  public static final OptionSpec MAX_RECORDS_PER_FILE =
      OptionSpec.integer("maxRecordsPerFile", 0, 0, Integer.MAX_VALUE);

  /** What an overwrite replaces that names no partition. */
  public static final OptionSpec OVERWRITE_MODE =
      OptionSpec.choice(PathSave.OVERWRITE_MODE, "static", "static", "dynamic");

  private static final String MAX_RECORDS = "spark.sql.files.maxRecordsPerFile";

  private final StatementFormat format;
  private final SessionSettings session;

  StatementWrites(StatementFormat format, SessionSettings session) {
    this.format = format;
    this.session = session;
  }

  /**
   * Starts a write of a batch.
   *
   * @param table the options of the table; those for reading do not matter here
   * @param info the options of the write and the columns of the query
   * @param existing the files that are there; the write may name other partition columns if it
   *     replaces them all
   * @throws IllegalArgumentException for options or columns that cannot be
   */
  WriteBuilder batch(
      CaseInsensitiveStringMap table, LogicalWriteInfo info, ExistingFiles existing) {
    CaseInsensitiveStringMap options = merge(table, info.options(), format::knowsWriteOption);
    String named = options.get(PartitionNames.OPTION);
    FileWriteBuilder builder =
        builder(
            options,
            info,
            named == null ? names(existing.partitionColumns()) : PartitionNames.parse(named),
            existing);
    // Who names partitions has heeded the option, or makes a table anew.
    return named == null ? builder.inMode(options.get(PathSave.OVERWRITE_MODE)) : builder;
  }

  /**
   * Starts a write of an epoch of a stream: all columns that are nothing else are partition
   * columns.
   *
   * @throws IllegalArgumentException for options or columns that cannot be, and, when the write is
   *     built, for other partition columns than those of the files that are there
   */
  WriteBuilder stream(CaseInsensitiveStringMap table, LogicalWriteInfo info) {
    CaseInsensitiveStringMap options = merge(table, info.options(), format::knowsWriteOption);
    ExistingFiles existing =
        () -> PartitionColumnProbe.texts(path(options), session.hadoopConf(options));
    return builder(options, info, null, existing);
  }

  private static List<String> names(StructType partitions) {
    return partitions == null ? List.of() : List.of(partitions.fieldNames());
  }

  /**
   * The options of a write on top of those of a table that are meant for writing.
   *
   * @param known whether an option of this name is meant for writing
   */
  public static CaseInsensitiveStringMap merge(
      CaseInsensitiveStringMap table, CaseInsensitiveStringMap write, Predicate<String> known) {
    Map<String, String> merged = new HashMap<>();
    table
        .asCaseSensitiveMap()
        .forEach(
            (key, value) -> {
              if (key.indexOf('.') >= 0 || known.test(key)) {
                merged.put(key, value);
              }
            });
    if (!write.containsKey("path")) {
      merged.put("path", path(table));
    }
    return CatalogOptions.over(merged, write);
  }

  private FileWriteBuilder builder(
      CaseInsensitiveStringMap map,
      LogicalWriteInfo info,
      List<String> partitions,
      ExistingFiles existing) {
    boolean caseSensitive = session.caseSensitive();
    long maxRecords = Long.parseLong(SparkSession.active().conf().get(MAX_RECORDS, "0").trim());
    StatementFormat.Write options =
        format.writeOptions(
            map,
            RequestedColumns.hasGraphs(info.schema(), caseSensitive),
            maxRecords,
            info.queryId());
    RequestedColumns columns =
        RequestedColumns.find(
            format.shortName(), info.schema(), partitions, options.frameColumns(), caseSensitive);
    return new FileWriteBuilder(
        new FileWriteSpec(
            format.shortName(),
            path(map),
            info.queryId(),
            options.encoder(columns.terms(), columns.frames()),
            columns.partitions(),
            options.frameColumns(),
            // The tasks of a stream's epoch are few and small as they are.
            partitions == null ? options.order().withinTasks() : options.order(),
            existing,
            session,
            options.compression(),
            options.maxRecordsPerFile(),
            session.hadoopConf(map)));
  }

  /**
   * The one path that options name.
   *
   * @throws IllegalArgumentException when there is none
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
