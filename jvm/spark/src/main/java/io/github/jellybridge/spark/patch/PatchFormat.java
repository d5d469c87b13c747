package io.github.jellybridge.spark.patch;

import io.github.jellybridge.spark.listing.PartitionColumnProbe;
import io.github.jellybridge.spark.options.SessionSettings;
import io.github.jellybridge.spark.publish.ExistingFiles;
import io.github.jellybridge.spark.schema.TableKind;
import io.github.jellybridge.spark.table.StatementWrites;
import io.github.jellybridge.spark.table.TableFormat;
import io.github.jellybridge.spark.table.TableOptions;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** The Jelly-Patch format as a data source. */
public final class PatchFormat implements TableFormat {
  public static final String NAME = "jelly-patch";
  public static final PatchFormat INSTANCE = new PatchFormat();

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
  public TableOptions readOptions(CaseInsensitiveStringMap map, SessionSettings session) {
    return PatchTableOptions.parse(map, session);
  }

  @Override
  public boolean knowsReadOption(String name) {
    return PatchTableOptions.REGISTRY.knows(name);
  }

  @Override
  public boolean knowsWriteOption(String name) {
    return PatchWrites.REGISTRY.knows(name);
  }

  @Override
  public WriteBuilder batchWrite(
      CaseInsensitiveStringMap table,
      LogicalWriteInfo info,
      SessionSettings session,
      ExistingFiles existing) {
    return PatchWrites.of(table, info, session, existing);
  }

  @Override
  public WriteBuilder streamWrite(
      CaseInsensitiveStringMap table, LogicalWriteInfo info, SessionSettings session) {
    return PatchWrites.of(
        table,
        info,
        session,
        () -> PartitionColumnProbe.texts(StatementWrites.path(table), session.hadoopConf(table)));
  }
}
