package io.github.jellybridge.spark.jelly;

import java.util.HashMap;
import java.util.Map;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** The options of a table in a catalog, which are the properties of the table as well. */
final class CatalogOptions {
  private CatalogOptions() {}

  /** Whether the options are those of a table in Spark's session catalog. */
  static boolean areOfSession(CaseInsensitiveStringMap options) {
    return options.containsKey(TableCatalog.PROP_PROVIDER)
        || options.containsKey(TableCatalog.PROP_OWNER);
  }

  /** The options without those that are for writing only. */
  static CaseInsensitiveStringMap reading(TableFormat format, CaseInsensitiveStringMap options) {
    Map<String, String> reading = new HashMap<>(options.asCaseSensitiveMap());
    reading
        .keySet()
        .removeIf(name -> format.knowsWriteOption(name) && !format.knowsReadOption(name));
    return new CaseInsensitiveStringMap(reading);
  }

  /** The properties of the table, as far as Spark tells them. */
  static Map<String, String> properties(TableFormat format, CaseInsensitiveStringMap options) {
    Map<String, String> properties = new HashMap<>(options.asCaseSensitiveMap());
    properties.keySet().removeIf("path"::equalsIgnoreCase);
    properties.put(TableCatalog.PROP_PROVIDER, format.shortName());
    if (options.containsKey("path")) {
      properties.put(TableCatalog.PROP_LOCATION, options.get("path"));
    }
    if (!properties.containsKey(TableCatalog.PROP_IS_MANAGED_LOCATION)) {
      properties.put(TableCatalog.PROP_EXTERNAL, "true");
    }
    return properties;
  }
}
