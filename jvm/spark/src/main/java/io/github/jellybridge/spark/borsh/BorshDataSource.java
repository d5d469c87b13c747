package io.github.jellybridge.spark.borsh;

import io.github.jellybridge.spark.BorshPathCatalog;
import io.github.jellybridge.spark.table.StatementDataSource;

/** Data source {@code rdf-borsh}: files of RDF statements in the RDF/Borsh format as a table. */
public final class BorshDataSource extends StatementDataSource {
  /** Called by Spark each time a query names the source. */
  public BorshDataSource() {
    super(BorshFormat.INSTANCE, BorshPathCatalog.class);
  }
}
