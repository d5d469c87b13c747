package io.github.jellybridge.spark.jelly;

import io.github.jellybridge.spark.common.FileIndex;
import io.github.jellybridge.spark.common.SerializableHadoopConf;
import io.github.jellybridge.spark.common.SessionSettings;
import io.github.jellybridge.spark.common.streaming.FileStreamListing;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.connector.catalog.MetadataColumn;
import org.apache.spark.sql.connector.catalog.SupportsMetadataColumns;
import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** A table of RDF statements: the files that some paths and options name, listed once. */
public final class JellyTable implements SupportsRead, SupportsMetadataColumns {
  private final CaseInsensitiveStringMap map;
  private final JellyOptions options;
  private final SessionSettings session;
  private final SerializableHadoopConf conf;
  private final FileIndex files;
  private final StructType schema;

  private JellyTable(
      CaseInsensitiveStringMap map,
      JellyOptions options,
      SessionSettings session,
      Configuration conf,
      FileIndex files) {
    this.map = map;
    this.options = options;
    this.session = session;
    this.conf = new SerializableHadoopConf(conf);
    this.files = files;
    this.schema = JellySchema.table(options.termFormat(), files.partitionSchema());
  }

  /**
   * Opens the table that the options name, and lists its files. To be called on the driver.
   *
   * @param map the options of the reader, with {@code path} or {@code paths}
   * @throws IllegalArgumentException for an unknown option, a value that is not allowed, or no path
   */
  public static JellyTable open(CaseInsensitiveStringMap map) {
    SessionSettings session = SessionSettings.active();
    JellyOptions options = JellyOptions.parse(map, session);
    Configuration conf = session.hadoopConf(map);
    StructType terms = JellySchema.table(options.termFormat(), new StructType());
    FileIndex files = FileIndex.list(options.files(), session, conf, terms, null);
    return new JellyTable(map, options, session, conf, files);
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
    return schema;
  }

  @Override
  public Set<TableCapability> capabilities() {
    return EnumSet.of(TableCapability.BATCH_READ, TableCapability.MICRO_BATCH_READ);
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
    if (!other.schema.equals(schema)) {
      throw new IllegalArgumentException(
          "The options of a scan must not change the columns of its table: "
              + other.schema.simpleString()
              + " instead of "
              + schema.simpleString()
              + ".");
    }
    return new JellyScanBuilder(other);
  }

  JellyOptions options() {
    return options;
  }

  SessionSettings session() {
    return session;
  }

  SerializableHadoopConf conf() {
    return conf;
  }

  /** The listing that finds the files of a stream, with the columns of this table. */
  FileStreamListing streamListing() {
    return new FileStreamListing(
        options.files(),
        session,
        conf.get(),
        JellySchema.table(options.termFormat(), new StructType()),
        files.partitionSchema());
  }

  FileIndex files() {
    return files;
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
