package io.github.jellybridge.spark.table;

import io.github.jellybridge.spark.catalog.CatalogOptions;
import io.github.jellybridge.spark.io.SerializableHadoopConf;
import io.github.jellybridge.spark.listing.FileEntry;
import io.github.jellybridge.spark.listing.FileFilter;
import io.github.jellybridge.spark.listing.FileIndex;
import io.github.jellybridge.spark.listing.PartitionColumns;
import io.github.jellybridge.spark.listing.PartitionHints;
import io.github.jellybridge.spark.options.FileOptions;
import io.github.jellybridge.spark.options.SessionSettings;
import io.github.jellybridge.spark.publish.FileDelete;
import io.github.jellybridge.spark.publish.WriteTarget;
import io.github.jellybridge.spark.scan.FileMetadataColumns;
import io.github.jellybridge.spark.scan.StatementCounts;
import io.github.jellybridge.spark.scan.StatementScanBuilder;
import io.github.jellybridge.spark.scan.TaskPlanner;
import io.github.jellybridge.spark.schema.StatementMetadata;
import io.github.jellybridge.spark.schema.StatementSchema;
import io.github.jellybridge.spark.schema.TableKind;
import io.github.jellybridge.spark.schema.TermFormat;
import io.github.jellybridge.spark.stream.FileStreamListing;
import io.github.jellybridge.spark.write.TableWrites;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.connector.catalog.MetadataColumn;
import org.apache.spark.sql.connector.catalog.SupportsMetadataColumns;
import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.catalog.SupportsWrite;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * A table of RDF statements, or of operations on them: the files that some paths and options name.
 * They are listed once, when a query reads them or asks for their columns.
 */
public final class StatementTable extends PartitionedTable
    implements SupportsRead, SupportsWrite, SupportsMetadataColumns {
  private final TableFormat format;
  private final CaseInsensitiveStringMap map;
  private final Origin origin;
  private final StructType declared;
  private final List<String> declaredPartitions;
  private final SessionSettings session;
  private final SerializableHadoopConf conf;
  private Listed listed;
  private volatile StructType declaredWithoutFiles;

  /** The origin of a table, which decides what Spark may do with it. */
  public enum Origin {
    /** Named by path in a reader, a writer or a view. Batch writes go through the catalog. */
    PATH,
    /** Found in a catalog: by path, or by a name of Spark's session catalog. */
    CATALOG,
    /** Found in a path catalog by a write, so that files need not exist yet. */
    TARGET
  }

  /** The state that reading needs. */
  private record Listed(TableOptions options, FileIndex files, StructType schema) {}

  private StatementTable(
      TableFormat format,
      CaseInsensitiveStringMap map,
      Origin origin,
      StructType declared,
      List<String> declaredPartitions,
      SessionSettings session,
      Configuration conf) {
    this.format = format;
    this.map = map;
    this.origin = origin;
    this.declared = declared;
    this.declaredPartitions = declaredPartitions;
    this.session = session;
    this.conf = new SerializableHadoopConf(conf);
  }

  /**
   * Opens the table that the options name, and lists its files. Call on the driver.
   *
   * @param format the format of the files
   * @param map the options of the reader, with {@code path} or {@code paths}
   * @throws IllegalArgumentException for an unknown option, a value that is not allowed, or no path
   */
  static StatementTable open(TableFormat format, CaseInsensitiveStringMap map) {
    return open(format, map, Origin.PATH, null, List.of()).list();
  }

  /** Opens a table that was found in a path catalog, and lists its files. */
  public static StatementTable openInCatalog(TableFormat format, CaseInsensitiveStringMap map) {
    return open(format, map, Origin.CATALOG, null, List.of()).list();
  }

  private StatementTable list() {
    listed();
    return this;
  }

  /**
   * Opens a table without listing its files, which may be missing if the table is only written.
   *
   * @param declared the columns that the user or a catalog declares; null without a declaration
   * @param declaredPartitions the declared columns that are partition columns while there are no
   *     files
   */
  public static StatementTable open(
      TableFormat format,
      CaseInsensitiveStringMap map,
      Origin origin,
      StructType declared,
      List<String> declaredPartitions) {
    SessionSettings session = SessionSettings.active();
    return new StatementTable(
        format, map, origin, declared, declaredPartitions, session, session.hadoopConf(map));
  }

  private TableOptions readOptions() {
    return TableOptions.parse(
        format, origin == Origin.PATH ? map : CatalogOptions.reading(format, map), session);
  }

  private synchronized Listed listed() {
    if (listed == null) {
      TableOptions options = readOptions();
      StructType terms =
          StatementSchema.table(format.kind(), options.termFormat(), new StructType());
      FileIndex files = FileIndex.list(options.files(), session, conf.get(), terms, hints());
      StructType schema =
          StatementSchema.table(format.kind(), options.termFormat(), files.partitionSchema());
      // A schema given by the user takes precedence over the partition columns in the catalog.
      if (declared != null && origin == Origin.PATH) {
        StatementSchema.checkDeclared(format.shortName(), declared, schema);
      }
      listed = new Listed(options, files, schema);
    }
    return listed;
  }

  /**
   * Returns the declared partition columns. As in Spark's own sources, types declared by the user
   * take precedence over inferred ones, and the declared columns are used while there are no files.
   * Columns declared in a catalog describe the folders at that time only, so they are not binding.
   */
  private PartitionHints hints() {
    if (declared == null) {
      return PartitionHints.NONE;
    }
    return origin == Origin.CATALOG
        ? new PartitionHints(declared, false, declaredPartitions)
        : new PartitionHints(declared, true, format.kind().others(declared));
  }

  /**
   * Tells whether both tables read the same columns with the same options, not necessarily the same
   * files. Session settings can replace the options for broken and missing files.
   */
  public boolean sameOptions(StatementTable that) {
    return format == that.format
        && map.equals(that.map)
        && Objects.equals(columnsFound(), that.columnsFound())
        && Objects.equals(filesWanted(), that.filesWanted());
  }

  private synchronized FileOptions filesWanted() {
    return listed == null ? null : listed.options().files();
  }

  private synchronized StructType columnsFound() {
    return listed == null ? null : listed.schema();
  }

  /**
   * Tells whether two tables read the same files with the same options. Spark then finds cached
   * rows of equal tables, unless the files have changed.
   */
  @Override
  public boolean equals(Object other) {
    return this == other
        || other instanceof StatementTable that
            && origin == that.origin
            && sameOptions(that)
            && found() != null
            && found().equals(that.found());
  }

  @Override
  public int hashCode() {
    return Objects.hash(origin, map);
  }

  /** The files, if they were listed; otherwise null. */
  private synchronized List<FileEntry> found() {
    return listed == null ? null : listed.files().files();
  }

  /** Tells whether the table was opened with exactly these options. */
  boolean openedWith(CaseInsensitiveStringMap others) {
    return map.equals(others);
  }

  @Override
  public String name() {
    return format.shortName();
  }

  /** The properties for {@code SHOW CREATE TABLE} and {@code DESCRIBE}. */
  @Override
  public Map<String, String> properties() {
    return origin == Origin.PATH ? Map.of() : CatalogOptions.properties(format, map);
  }

  @Override
  public String toString() {
    String path = map.get("path");
    return path == null ? name() : name() + " " + path;
  }

  /** Rejects options that name other files than the name of the table. */
  private void requireOwnPath(CaseInsensitiveStringMap options) {
    if (origin != Origin.PATH) {
      CatalogOptions.requirePathOf(map, options, conf.get());
    }
  }

  @Override
  @SuppressWarnings("deprecation") // columns() calls it by default, in every Spark 4
  public StructType schema() {
    if (origin == Origin.PATH && declared != null && found() == null) {
      // A streaming write declares its own columns, which newer versions of Spark request.
      // newScanBuilder compares them with those of the files.
      return declared;
    }
    if (origin == Origin.TARGET && columnsOfFolders() == null) {
      return StatementSchema.table(format.kind(), TermFormat.STRUCT, new StructType());
    }
    try {
      return isToBeFilled() ? declared : listed().schema();
    } catch (IllegalArgumentException e) {
      if (origin == Origin.CATALOG && declared != null) {
        return declared; // so that statements can repair a table that newScanBuilder rejects
      }
      throw e;
    }
  }

  /**
   * Tells whether a catalog names the table before it has files; cached, because Spark asks often.
   */
  private synchronized boolean isToBeFilled() {
    if (declaredWithoutFiles == null
        && listed == null
        && origin == Origin.CATALOG
        && declared != null
        && !CatalogOptions.nameFiles(map, conf.get())) {
      declaredWithoutFiles = declared;
    }
    return declaredWithoutFiles != null && listed == null;
  }

  /** The columns that writes are partitioned by; none for a table of a reader or a view. */
  @Override
  public StructType partitionSchema() {
    StructType columns = origin == Origin.PATH ? null : columnsOfFolders();
    return columns == null ? new StructType() : columns;
  }

  /**
   * Returns {@link #partitionColumns}, or null for unreadable folders, which may still be
   * overwritten.
   */
  private StructType columnsOfFolders() {
    try {
      return partitionColumns();
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  /** Returns the partition columns of the files; null without files and without a declaration. */
  StructType partitionColumns() {
    if (columnsFound() == null && WriteTarget.isMissing(path(), conf.get())) {
      return declaredPartitions.isEmpty() ? null : hints().withoutFiles();
    }
    return files().files().isEmpty() && declaredPartitions.isEmpty()
        ? null
        : files().partitionSchema();
  }

  @Override
  public Set<TableCapability> capabilities() {
    Set<TableCapability> capabilities =
        EnumSet.of(
            TableCapability.BATCH_READ,
            TableCapability.MICRO_BATCH_READ,
            TableCapability.STREAMING_WRITE,
            TableCapability.ACCEPT_ANY_SCHEMA,
            TableCapability.TRUNCATE,
            TableCapability.OVERWRITE_BY_FILTER,
            TableCapability.OVERWRITE_DYNAMIC);
    if (origin != Origin.PATH) {
      // Without this capability, Spark passes batches to StatementDataSource.createRelation, which
      // supports every mode.
      capabilities.add(TableCapability.BATCH_WRITE);
    }
    return capabilities;
  }

  @Override
  public WriteBuilder newWriteBuilder(LogicalWriteInfo info) {
    requireOwnPath(info.options());
    CatalogOptions.requireFolder(map);
    // Spark does not pass on the partition columns of a streaming query, and listing all files for
    // each epoch would take longer with each epoch.
    TableWrites writes = new TableWrites(format, session);
    return origin == Origin.PATH
        ? writes.stream(map, info)
        : writes.batch(map, info, new TableFiles(this));
  }

  /**
   * Tells whether the table covers all files of its folder. Does not list folders, which may be
   * unreadable.
   */
  @Override
  boolean showsAllFiles() {
    return origin != Origin.PATH && !readOptions().files().choose();
  }

  /** The folder that is written to. */
  String path() {
    return TableWrites.path(map);
  }

  @Override
  void delete(FileDelete deletion) {
    deletion.run(name(), path(), conf.get());
  }

  @Override
  public MetadataColumn[] metadataColumns() {
    return new MetadataColumn[] {new StatementMetadata()};
  }

  /**
   * Starts a scan.
   *
   * @param scanOptions options of this scan, which override those of the table
   * @throws IllegalArgumentException if they would change the columns of the table, or name another
   *     path
   */
  @Override
  public ScanBuilder newScanBuilder(CaseInsensitiveStringMap scanOptions) {
    requireOwnPath(scanOptions);
    CatalogOptions.checkColumns(declaredWithoutFiles, listed().schema());
    CaseInsensitiveStringMap all = CatalogOptions.over(map.asCaseSensitiveMap(), scanOptions);
    if (openedWith(all)) {
      return StatementScanBuilder.of(this);
    }
    CaseInsensitiveStringMap marked = CatalogOptions.marked(all, scanOptions);
    StatementTable other = open(format, marked, origin, declared, declaredPartitions);
    CatalogOptions.checkColumnsOfScan(listed().schema(), other.listed().schema());
    return StatementScanBuilder.of(other);
  }

  /** The kind of the rows. */
  public TableKind kind() {
    return format.kind();
  }

  public TableOptions options() {
    return listed().options();
  }

  @Override
  public SessionSettings session() {
    return session;
  }

  /** Returns the filter that selects files by their partition values and metadata. */
  public FileFilter fileFilter() {
    return new FileFilter(
        new FileMetadataColumns(
            new PartitionColumns(files().partitionSchema(), session.caseSensitive())));
  }

  /** Returns the planner that divides the files among tasks. */
  public TaskPlanner tasks() {
    return options().codec().tasks(options().files(), session, conf);
  }

  /** Returns numbers of statements and terms, if most of the files have statistics. */
  public Optional<StatementCounts> counts() {
    return tasks().counts(files().files());
  }

  public SerializableHadoopConf conf() {
    return conf;
  }

  /** Returns the listing of a stream's files, with the columns of this table. */
  public FileStreamListing streamListing() {
    return new FileStreamListing(
        options().files(),
        session,
        conf.get(),
        StatementSchema.table(format.kind(), options().termFormat(), new StructType()),
        files().partitionSchema());
  }

  @Override
  public FileIndex files() {
    return listed().files();
  }
}
