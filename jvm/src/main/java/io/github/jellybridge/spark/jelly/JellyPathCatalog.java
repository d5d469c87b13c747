package io.github.jellybridge.spark.jelly;

import io.github.jellybridge.spark.common.PathCatalog;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * The catalog that lets SQL name Jelly files where it names tables.
 *
 * <p>Configured as {@code
 * spark.sql.catalog.jelly=io.github.jellybridge.spark.jelly.JellyPathCatalog}, it reads {@code
 * SELECT … FROM jelly.`/data/file.jelly`}, and so files, folders and globs alike, and writes {@code
 * INSERT INTO jelly.`/data/folder`}. Options of every table go below it, as in {@code
 * spark.sql.catalog.jelly.termFormat=ntriples}.
 */
public final class JellyPathCatalog extends PathCatalog {

  /** For Spark, which makes one a session. */
  public JellyPathCatalog() {
    super("jelly");
  }

  @Override
  protected Table open(CaseInsensitiveStringMap options) {
    return JellyTable.openInCatalog(options);
  }

  @Override
  protected Table openTarget(CaseInsensitiveStringMap options) {
    return JellyTable.open(options, JellyTable.Origin.TARGET, null);
  }
}
