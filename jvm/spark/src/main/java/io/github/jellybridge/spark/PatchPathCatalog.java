package io.github.jellybridge.spark;

import io.github.jellybridge.spark.catalog.StatementPathCatalog;
import io.github.jellybridge.spark.patch.PatchFormat;

/** Catalog that lets SQL use paths of patch files as table names. */
public final class PatchPathCatalog extends StatementPathCatalog {
  /** Called by Spark, once per session. */
  public PatchPathCatalog() {
    super(PatchFormat.INSTANCE);
  }
}
