package io.github.jellybridge.spark.patch;

import io.github.jellybridge.spark.common.PathCatalog;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** The catalog that lets SQL name files of patches where it names tables. */
public final class PatchPathCatalog extends PathCatalog {
  /** For Spark, which makes one a session. */
  public PatchPathCatalog() {
    super("jelly-patch");
  }

  @Override
  protected Table open(CaseInsensitiveStringMap options) {
    PatchTable table = new PatchTable(options, true, false, null);
    table.files();
    return table;
  }

  @Override
  protected Table openTarget(CaseInsensitiveStringMap options) {
    return new PatchTable(options, true, true, null);
  }
}
