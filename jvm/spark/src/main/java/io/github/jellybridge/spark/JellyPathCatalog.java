package io.github.jellybridge.spark;

import io.github.jellybridge.spark.catalog.StatementPathCatalog;
import io.github.jellybridge.spark.jelly.JellyFormat;

/**
 * Catalog that lets SQL use paths of Jelly files as table names.
 *
 * <p>Configured as {@code spark.sql.catalog.jelly=io.github.jellybridge.spark.JellyPathCatalog}, it
 * reads files, folders and globs, as in {@code SELECT … FROM jelly.`/data/file.jelly`}, and writes
 * {@code INSERT INTO jelly.`/data/folder`}. Options for all tables are settings below the catalog's
 * own, such as {@code spark.sql.catalog.jelly.termFormat=ntriples}.
 */
public final class JellyPathCatalog extends StatementPathCatalog {
  /** Called by Spark, once per session. */
  public JellyPathCatalog() {
    super(JellyFormat.INSTANCE);
  }
}
