package io.github.jellybridge.spark;

import io.github.jellybridge.spark.borsh.BorshFormat;
import io.github.jellybridge.spark.catalog.StatementPathCatalog;

/**
 * The catalog that lets SQL name RDF/Borsh files where it names tables.
 *
 * <p>Configured as {@code spark.sql.catalog.borsh=io.github.jellybridge.spark.BorshPathCatalog}, it
 * reads {@code SELECT … FROM borsh.`/data/file.rdfb`} and writes {@code INSERT INTO
 * borsh.`/data/folder`}.
 */
public final class BorshPathCatalog extends StatementPathCatalog {
  /** For Spark, which makes one a session. */
  public BorshPathCatalog() {
    super(BorshFormat.INSTANCE);
  }
}
