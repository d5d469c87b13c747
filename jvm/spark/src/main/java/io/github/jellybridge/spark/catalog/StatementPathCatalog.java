package io.github.jellybridge.spark.catalog;

import io.github.jellybridge.spark.table.StatementTable;
import io.github.jellybridge.spark.table.TableFormat;
import java.util.List;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** Catalog that lets SQL use paths of files of statements, in one format, as table names. */
public abstract class StatementPathCatalog extends PathCatalog {
  private final TableFormat format;

  /** Creates a catalog for the files of a format. */
  protected StatementPathCatalog(TableFormat format) {
    super(format.shortName());
    this.format = format;
  }

  @Override
  protected final Table open(CaseInsensitiveStringMap options) {
    return StatementTable.openInCatalog(format, options);
  }

  @Override
  protected final Table openTarget(CaseInsensitiveStringMap options) {
    return StatementTable.open(format, options, StatementTable.Origin.TARGET, null, List.of());
  }
}
