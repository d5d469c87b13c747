package io.github.jellybridge.spark.borsh;

import io.github.jellybridge.spark.jelly.StatementPathCatalog;

/**
 * The catalog that lets SQL name RDF/Borsh files where it names tables.
 *
 * <p>Configured as {@code
 * spark.sql.catalog.borsh=io.github.jellybridge.spark.borsh.BorshPathCatalog}, it reads {@code
 * SELECT … FROM borsh.`/data/file.rdfb`} and writes {@code INSERT INTO borsh.`/data/folder`}.
 */
public final class BorshPathCatalog extends StatementPathCatalog {
  /** For Spark, which makes one a session. */
  public BorshPathCatalog() {
    super(RdfBorshFormat.INSTANCE);
  }
}
