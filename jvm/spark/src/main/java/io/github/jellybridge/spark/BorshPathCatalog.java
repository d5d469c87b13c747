package io.github.jellybridge.spark;

import io.github.jellybridge.spark.borsh.BorshFormat;
import io.github.jellybridge.spark.catalog.StatementPathCatalog;

/**
 * Catalog that lets SQL use paths of RDF/Borsh files as table names.
 *
 * <p>Configured as {@code spark.sql.catalog.borsh=io.github.jellybridge.spark.BorshPathCatalog}, it
 * reads {@code SELECT … FROM borsh.`/data/file.rdfb`} and writes {@code INSERT INTO
 * borsh.`/data/folder`}.
 */
public final class BorshPathCatalog extends StatementPathCatalog {
  /** Called by Spark, once per session. */
  public BorshPathCatalog() {
    super(BorshFormat.INSTANCE);
  }
}
