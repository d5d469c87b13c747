package io.github.jellybridge.spark;

import io.github.jellybridge.spark.catalog.StatementPathCatalog;
import io.github.jellybridge.spark.rdf.RdfFormat;

/**
 * Catalog that lets SQL use paths of RDF files as table names.
 *
 * <p>Configured as {@code spark.sql.catalog.rdf=io.github.jellybridge.spark.RdfPathCatalog}, it
 * reads {@code SELECT … FROM rdf.`/data/file.nt`} and writes {@code INSERT INTO
 * rdf.`/data/folder`}.
 */
public final class RdfPathCatalog extends StatementPathCatalog {
  /** Called by Spark, once per session. */
  public RdfPathCatalog() {
    super(RdfFormat.INSTANCE);
  }
}
