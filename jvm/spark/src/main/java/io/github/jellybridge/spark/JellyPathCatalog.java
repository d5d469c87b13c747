package io.github.jellybridge.spark;

import io.github.jellybridge.spark.catalog.StatementPathCatalog;
import io.github.jellybridge.spark.jelly.JellyFormat;

/**
 * The catalog that lets SQL name Jelly files where it names tables.
 *
 * <p>Configured as {@code spark.sql.catalog.jelly=io.github.jellybridge.spark.JellyPathCatalog}, it
 * reads {@code SELECT … FROM jelly.`/data/file.jelly`}, and so files, folders and globs alike, and
 * writes {@code INSERT INTO jelly.`/data/folder`}. Options of every table go below it, as in {@code
 * spark.sql.catalog.jelly.termFormat=ntriples}.
 */
public final class JellyPathCatalog extends StatementPathCatalog {
  /** For Spark, which makes one a session. */
  public JellyPathCatalog() {
    super(JellyFormat.INSTANCE);
  }
}
