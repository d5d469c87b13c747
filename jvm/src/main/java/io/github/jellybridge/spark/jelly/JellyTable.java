package io.github.jellybridge.spark.jelly;

import io.github.jellybridge.spark.common.FileIndex;
import io.github.jellybridge.spark.common.SerializableHadoopConf;
import io.github.jellybridge.spark.common.SessionSettings;
import io.github.jellybridge.spark.common.streaming.FileStreamListing;
import io.github.jellybridge.spark.common.write.WriteTarget;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.connector.catalog.MetadataColumn;
import org.apache.spark.sql.connector.catalog.SupportsMetadataColumns;
import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.catalog.SupportsWrite;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * A table of RDF statements: the files that some paths and options name, listed once, when somebody
 * wants to read them or to know their columns.
 */
public final class JellyTable implements SupportsRead, SupportsWrite, SupportsMetadataColumns {
  private final CaseInsensitiveStringMap map;
  private final Origin origin;
  private final StructType declared;
  private final SessionSettings session;
  private final SerializableHadoopConf conf;
  private Listed listed;

  /** How a table came about; that decides what Spark may do with it. */
  enum Origin {
    /** Named by path in a reader, a writer or a view. Batch writes go through the catalog. */
    PATH,
    /** Found in a catalog: by path, or by a name of Spark's session catalog. */
    CATALOG,
    /** Found in a path catalog by a write, so that there need not be anything yet. */
    TARGET
  }

  /** What reading needs to know. */
  private record Listed(JellyOptions options, FileIndex files, StructType schema) {}

  private JellyTable(
      CaseInsensitiveStringMap map,
      Origin origin,
      StructType declared,
      SessionSettings session,
      Configuration conf) {
    this.map = map;
    this.origin = origin;
    this.declared = declared;
    this.session = session;
    this.conf = new SerializableHadoopConf(conf);
  }

  /**
   * Opens the table that the options name, and lists its files. To be called on the driver.
   *
   * @param map the options of the reader, with {@code path} or {@code paths}
   * @throws IllegalArgumentException for an unknown option, a value that is not allowed, or no path
   */
  public static JellyTable open(CaseInsensitiveStringMap map) {
    return open(map, Origin.PATH, null).list();
  }

  /** As {@link #open(CaseInsensitiveStringMap)}, for a table that is found in a path catalog. */
  static JellyTable openInCatalog(CaseInsensitiveStringMap map) {
    return open(map, Origin.CATALOG, null).list();
  }

  private JellyTable list() {
    listed();
    return this;
  }

  /**
   * Opens a table without a look at its files, which may be missing as long as it is written only.
   *
   * @param declared the columns that the user or a catalog says it has; null if nobody does
   */
  static JellyTable open(CaseInsensitiveStringMap map, Origin origin, StructType declared) {
    SessionSettings session = SessionSettings.active();
    return new JellyTable(map, origin, declared, session, session.hadoopConf(map));
  }

  private synchronized Listed listed() {
    if (listed == null) {
      JellyOptions options = JellyOptions.parse(map, session);
      StructType terms = JellySchema.table(options.termFormat(), new StructType());
      FileIndex files = FileIndex.list(options.files(), session, conf.get(), terms, null);
      StructType schema = JellySchema.table(options.termFormat(), files.partitionSchema());
      checkDeclared(schema);
      listed = new Listed(options, files, schema);
    }
    return listed;
  }

  /** A catalog may know older partition columns; but who writes a schema down means it. */
  private void checkDeclared(StructType schema) {
    if (declared != null
        && origin == Origin.PATH
        && !declared.catalogString().equals(schema.catalogString())) {
      throw new IllegalArgumentException(
          "The columns of data source 'jelly' are fixed, so a schema is best left out: the files"
              + " have "
              + schema.simpleString()
              + ", not "
              + declared.simpleString()
              + ".");
    }
  }

  /** Whether both tables read with the same options, apart from the files that they found. */
  boolean sameOptions(JellyTable that) {
    return map.equals(that.map);
  }

  /** Whether the table was opened with exactly these options. */
  boolean openedWith(CaseInsensitiveStringMap others) {
    return map.equals(others);
  }

  @Override
  public String name() {
    return "jelly";
  }

  @Override
  @SuppressWarnings("deprecation") // columns() is made of it by default, in every Spark 4
  public StructType schema() {
    if (origin == Origin.PATH && declared != null && listed == null) {
      // A streaming write declares its own columns, and newer Sparks ask for them. Whether they are
      // those of the files matters to who reads, and is checked in newScanBuilder.
      return declared;
    }
    if (origin == Origin.TARGET && columnsOfFolders() == null) {
      return JellySchema.table(TermFormat.STRUCT, new StructType());
    }
    return listed().schema();
  }

  @Override
  public Transform[] partitioning() {
    List<String> names = origin == Origin.PATH ? null : columnsOfFolders();
    if (names == null) {
      return new Transform[0];
    }
    return names.stream()
        .map(name -> Expressions.identity("`" + name.replace("`", "``") + "`"))
        .toArray(Transform[]::new);
  }

  /** As {@link #partitionNames}; folders that nobody could read may still be overwritten. */
  private List<String> columnsOfFolders() {
    try {
      return partitionNames();
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  /** The partition columns of the files; null when there are none to go by. */
  private List<String> partitionNames() {
    if (!WriteTarget.exists(JellyWrites.path(map), conf.get())) {
      return null;
    }
    return files().files().isEmpty() ? null : List.of(files().partitionSchema().fieldNames());
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
      // Without it, Spark hands batches to JellyDataSource.createRelation, which has every mode.
      capabilities.add(TableCapability.BATCH_WRITE);
    }
    return capabilities;
  }

  @Override
  public WriteBuilder newWriteBuilder(LogicalWriteInfo info) {
    // Spark keeps to itself what a streaming query was told to partition by, and looking at the
    // files for each epoch would take longer and longer.
    return origin == Origin.PATH
        ? JellyWrites.stream(map, info, session)
        : JellyWrites.batch(map, info, this::partitionNames, session);
  }

  @Override
  public MetadataColumn[] metadataColumns() {
    return new MetadataColumn[] {new StatementMetadata()};
  }

  /**
   * Starts a scan.
   *
   * @param scanOptions options of this scan, on top of those of the table
   * @throws IllegalArgumentException when they would change the columns of the table
   */
  @Override
  public ScanBuilder newScanBuilder(CaseInsensitiveStringMap scanOptions) {
    listed();
    Map<String, String> merged = new HashMap<>(map.asCaseSensitiveMap());
    // Names differ in case only by accident; the scan's spelling replaces the table's.
    for (Map.Entry<String, String> entry : scanOptions.asCaseSensitiveMap().entrySet()) {
      merged.keySet().removeIf(entry.getKey()::equalsIgnoreCase);
      merged.put(entry.getKey(), entry.getValue());
    }
    CaseInsensitiveStringMap all = new CaseInsensitiveStringMap(merged);
    if (openedWith(all)) {
      return new JellyScanBuilder(this);
    }
    JellyTable other = open(all);
    if (!other.listed().schema().equals(listed().schema())) {
      throw new IllegalArgumentException(
          "The options of a scan must not change the columns of its table: "
              + other.listed().schema().simpleString()
              + " instead of "
              + listed().schema().simpleString()
              + ".");
    }
    return new JellyScanBuilder(other);
  }

  JellyOptions options() {
    return listed().options();
  }

  SessionSettings session() {
    return session;
  }

  /** What cuts files that are too large for one task. */
  FileSplitter splitter() {
    return new FileSplitter(options(), session, conf);
  }

  SerializableHadoopConf conf() {
    return conf;
  }

  /** The listing that finds the files of a stream, with the columns of this table. */
  FileStreamListing streamListing() {
    return new FileStreamListing(
        options().files(),
        session,
        conf.get(),
        JellySchema.table(options().termFormat(), new StructType()),
        files().partitionSchema());
  }

  FileIndex files() {
    return listed().files();
  }

  /** The hidden column {@code _metadata}. */
  private static final class StatementMetadata implements MetadataColumn {
    @Override
    public String name() {
      return JellySchema.METADATA;
    }

    @Override
    public DataType dataType() {
      return JellySchema.metadata();
    }

    @Override
    public boolean isNullable() {
      return false;
    }

    @Override
    public String comment() {
      return "The file of a statement, and the places of its frame and itself in that file";
    }
  }
}
