package io.github.jellybridge.spark.rdf;

import io.github.jellybridge.spark.RdfPathCatalog;
import io.github.jellybridge.spark.table.StatementDataSource;

/** Data source {@code rdf}: files of RDF statements in any of its syntaxes as a table. */
public final class RdfDataSource extends StatementDataSource {
  /** Called by Spark each time a query names the source. */
  public RdfDataSource() {
    super(RdfFormat.INSTANCE, RdfPathCatalog.class);
  }
}
