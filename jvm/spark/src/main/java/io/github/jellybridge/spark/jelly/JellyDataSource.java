package io.github.jellybridge.spark.jelly;

import io.github.jellybridge.spark.JellyPathCatalog;
import io.github.jellybridge.spark.table.StatementDataSource;

/** Data source {@code jelly}: files of RDF statements in the Jelly format as a table. */
public final class JellyDataSource extends StatementDataSource {
  /** Called by Spark each time a query names the source. */
  public JellyDataSource() {
    super(JellyFormat.INSTANCE, JellyPathCatalog.class);
  }
}
