package io.github.jellybridge.spark;

import io.github.jellybridge.spark.catalog.StatementPathCatalog;
import io.github.jellybridge.spark.patch.PatchFormat;

/** The catalog that lets SQL name files of patches where it names tables. */
public final class PatchPathCatalog extends StatementPathCatalog {
  /** For Spark, which makes one a session. */
  public PatchPathCatalog() {
    super(PatchFormat.INSTANCE);
  }
}
