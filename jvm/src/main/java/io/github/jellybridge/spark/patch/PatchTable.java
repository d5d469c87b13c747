package io.github.jellybridge.spark.patch;

import io.github.jellybridge.spark.common.FileIndex;
import io.github.jellybridge.spark.common.FileOptions;
import io.github.jellybridge.spark.common.SerializableHadoopConf;
import io.github.jellybridge.spark.common.SessionSettings;
import io.github.jellybridge.spark.common.SourceOptions;
import io.github.jellybridge.spark.common.streaming.FileStreamListing;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.catalog.SupportsWrite;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** A table of the operations of patches, in the files that some paths and options name. */
public final class PatchTable implements SupportsRead, SupportsWrite {
  private final CaseInsensitiveStringMap map;
  private final boolean batchWrites;
  private final boolean target;
  private final StructType declared;
  private final SessionSettings session;
  private final SerializableHadoopConf conf;
  private SourceOptions options;
  private FileIndex files;

  /**
   * Makes a table without a look at its files.
   *
   * @param batchWrites whether Spark may write batches to it, as through a catalog
   * @param target whether it is written only, so that there need not be files
   * @param declared the columns that somebody says it has; null if nobody does
   */
  PatchTable(
      CaseInsensitiveStringMap map, boolean batchWrites, boolean target, StructType declared) {
    this.declared = declared;
    this.map = map;
    this.batchWrites = batchWrites;
    this.target = target;
    this.session = SessionSettings.active();
    this.conf = new SerializableHadoopConf(session.hadoopConf(map));
  }

  @Override
  public String name() {
    return "jelly-patch";
  }

  @Override
  @SuppressWarnings("deprecation") // columns() is made of it by default, in every Spark 4
  public StructType schema() {
    if (declared != null && files == null) {
      // Of a write; whether they are those of the files matters to who reads.
      return declared;
    }
    return target ? PatchSchema.TABLE : PatchSchema.with(files().partitionSchema());
  }

  @Override
  public Set<TableCapability> capabilities() {
    Set<TableCapability> capabilities =
        EnumSet.of(
            TableCapability.BATCH_READ,
            TableCapability.MICRO_BATCH_READ,
            TableCapability.ACCEPT_ANY_SCHEMA,
            TableCapability.TRUNCATE);
    if (batchWrites) {
      // Without it, Spark hands batches to PatchDataSource.createRelation, which has every mode.
      capabilities.add(TableCapability.BATCH_WRITE);
      capabilities.add(TableCapability.OVERWRITE_BY_FILTER);
    }
    return capabilities;
  }

  @Override
  public ScanBuilder newScanBuilder(CaseInsensitiveStringMap scanOptions) {
    StructType found = PatchSchema.with(files().partitionSchema());
    if (declared != null && !declared.catalogString().equals(found.catalogString())) {
      throw new IllegalArgumentException(
          "The columns of data source 'jelly-patch' are fixed, so a schema is best left out: the"
              + " files have "
              + found.simpleString()
              + ", not "
              + declared.simpleString()
              + ".");
    }
    Map<String, String> merged = new HashMap<>(map.asCaseSensitiveMap());
    scanOptions
        .asCaseSensitiveMap()
        .forEach(
            (key, value) -> {
              merged.keySet().removeIf(key::equalsIgnoreCase);
              merged.put(key, value);
            });
    CaseInsensitiveStringMap all = new CaseInsensitiveStringMap(merged);
    return new PatchScan(map.equals(all) ? this : new PatchTable(all, batchWrites, false, null));
  }

  @Override
  public WriteBuilder newWriteBuilder(LogicalWriteInfo info) {
    return PatchWrites.of(map, info, session);
  }

  boolean openedWith(CaseInsensitiveStringMap others) {
    return map.equals(others);
  }

  synchronized SourceOptions options() {
    if (options == null) {
      options = PatchReadPlan.parse(map);
    }
    return options;
  }

  synchronized FileIndex files() {
    if (files == null) {
      files =
          FileIndex.list(
              FileOptions.of(options(), session), session, conf.get(), PatchSchema.TABLE, null);
    }
    return files;
  }

  SessionSettings session() {
    return session;
  }

  SerializableHadoopConf conf() {
    return conf;
  }

  FileStreamListing streamListing() {
    return new FileStreamListing(
        FileOptions.of(options(), session),
        session,
        conf.get(),
        PatchSchema.TABLE,
        files().partitionSchema());
  }
}
