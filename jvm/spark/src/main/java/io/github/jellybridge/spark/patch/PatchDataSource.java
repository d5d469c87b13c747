package io.github.jellybridge.spark.patch;

import io.github.jellybridge.spark.PatchPathCatalog;
import io.github.jellybridge.spark.table.StatementDataSource;

/** Data source {@code jelly-patch}: files of RDF patches as a table of operations. */
public final class PatchDataSource extends StatementDataSource {
  /** Called by Spark each time a query names the source. */
  public PatchDataSource() {
    super(PatchFormat.INSTANCE, PatchPathCatalog.class);
  }
}
