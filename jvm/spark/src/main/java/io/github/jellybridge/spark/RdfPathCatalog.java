package io.github.jellybridge.spark;

import io.github.jellybridge.spark.catalog.StatementPathCatalog;
import io.github.jellybridge.spark.rdf.RdfFormat;

/**
 * The catalog that lets SQL name files of RDF where it names tables.
 *
 * <p>Configured as {@code spark.sql.catalog.rdf=io.github.jellybridge.spark.RdfPathCatalog}, it
 * reads {@code SELECT … FROM rdf.`/data/file.nt`} and writes {@code INSERT INTO
 * rdf.`/data/folder`}.
 */
public final class RdfPathCatalog extends StatementPathCatalog {
  /** For Spark, which makes one a session. */
  public RdfPathCatalog() {
    super(RdfFormat.INSTANCE);
  }
}
