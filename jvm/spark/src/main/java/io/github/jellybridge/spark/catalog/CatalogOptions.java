package io.github.jellybridge.spark.catalog;

import io.github.jellybridge.spark.listing.FileIndex;
import io.github.jellybridge.spark.options.FileOptions;
import io.github.jellybridge.spark.options.SessionSettings;
import io.github.jellybridge.spark.publish.WriteTarget;
import io.github.jellybridge.spark.table.TableFormat;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** The options of a table in a catalog, which are also the properties of the table. */
public final class CatalogOptions {
  private CatalogOptions() {}

  /** Tells whether the options belong to a table in Spark's session catalog. */
  public static boolean areOfSession(CaseInsensitiveStringMap options) {
    return options.containsKey(TableCatalog.PROP_PROVIDER)
        || options.containsKey(TableCatalog.PROP_OWNER);
  }

  /**
   * Returns the options of a table in Spark's session catalog. If a folder with the literal name of
   * the path exists, it is the table, even if the name looks like a glob, because writes go to this
   * folder only.
   */
  public static CaseInsensitiveStringMap placed(CaseInsensitiveStringMap options) {
    return areOfSession(options)
            && isGlob(options)
            && !WriteTarget.isMissing(
                options.get("path"), SessionSettings.active().hadoopConf(options))
        ? over(
            options.asCaseSensitiveMap(),
            new CaseInsensitiveStringMap(Map.of(FileOptions.GLOB_PATHS, "false")))
        : options;
  }

  /** Whether the path of a table is a glob. */
  private static boolean isGlob(CaseInsensitiveStringMap options) {
    String path = options.get("path");
    return path != null
        && options.getBoolean(FileOptions.GLOB_PATHS, true)
        && FileIndex.isGlob(path);
  }

  /**
   * Rejects writes to a glob in Spark's session catalog, because a read might not find the rows,
   * and to a table that is read as a partition of another.
   *
   * @throws IllegalArgumentException for such a table
   */
  public static void requireFolder(CaseInsensitiveStringMap options) {
    String path = options.get("path");
    String basePath = options.get("basePath");
    if (path != null && FileOptions.isPartition(path, basePath)) {
      throw new IllegalArgumentException(
          path
              + " is a partition folder of the table at "
              + basePath
              + " (option 'basePath'), but rows are written to whole tables: write to that one, or"
              + " leave out the option.");
    }
    if (areOfSession(options) && isGlob(options)) {
      throw new IllegalArgumentException(
          "Cannot write to "
              + options.get("path")
              + ": no folder has this name, so it is a glob, which only reads. Create the folder"
              + " first, or write to another.");
    }
  }

  /**
   * Returns the options for reading: without those of writes only, and without properties that
   * Spark's session catalog keeps with the table but that are not options.
   */
  public static CaseInsensitiveStringMap reading(
      TableFormat format, CaseInsensitiveStringMap options) {
    Map<String, String> reading = new HashMap<>(options.asCaseSensitiveMap());
    reading
        .keySet()
        .removeIf(
            name ->
                !format.readOptions().knows(name)
                    && (format.writeOptions().knows(name) || isProperty(name, options)));
    return new CaseInsensitiveStringMap(reading);
  }

  /** Merges options of a read or a write into others; they replace those of the same name. */
  public static CaseInsensitiveStringMap over(
      Map<String, String> options, CaseInsensitiveStringMap others) {
    Map<String, String> merged = new HashMap<>(options);
    // Names differ in case only by accident; the later spelling replaces the earlier one.
    others
        .asCaseSensitiveMap()
        .forEach(
            (name, value) -> {
              merged.keySet().removeIf(name::equalsIgnoreCase);
              merged.put(name, value);
            });
    return new CaseInsensitiveStringMap(merged);
  }

  /**
   * Marks options of a scan in the way Spark marks those of a table, to tell them from properties.
   */
  public static CaseInsensitiveStringMap marked(
      CaseInsensitiveStringMap all, CaseInsensitiveStringMap ofScan) {
    if (!areOfSession(all)) {
      return all;
    }
    Map<String, String> marked = new HashMap<>();
    ofScan.forEach((name, value) -> marked.put(TableCatalog.OPTION_PREFIX + name, value));
    return over(all.asCaseSensitiveMap(), new CaseInsensitiveStringMap(marked));
  }

  /** Tells whether a name is a property and no option: Spark repeats options with a prefix. */
  private static boolean isProperty(String name, CaseInsensitiveStringMap options) {
    return areOfSession(options)
        && name.indexOf('.') < 0
        && !"path".equalsIgnoreCase(name)
        && !FileOptions.GLOB_PATHS.equalsIgnoreCase(name)
        && !options.containsKey(TableCatalog.OPTION_PREFIX + name);
  }

  /** Tells whether the paths of a table may have files; a new table may have none. */
  public static boolean nameFiles(CaseInsensitiveStringMap options, Configuration conf) {
    String path = options.get("path");
    return options.containsKey("paths")
        || path != null && (isGlob(options) || WriteTarget.hasFiles(path, conf));
  }

  /**
   * Rejects options of a read or a write that name files outside the table.
   *
   * @throws IllegalArgumentException for such options
   */
  public static void requirePathOf(
      CaseInsensitiveStringMap table, CaseInsensitiveStringMap options, Configuration conf) {
    String path = options.get("path");
    String paths = options.get("paths");
    String own = table.get("path");
    if (own != null && (paths != null || path != null && !WriteTarget.isSame(path, own, conf))) {
      throw new IllegalArgumentException(
          "The option '"
              + (path == null ? "paths=" + paths : "path=" + path)
              + "' contradicts the path of the table, "
              + own
              + "; leave it out.");
    }
  }

  /**
   * Checks the columns that a table was declared with when it had no files.
   *
   * @param declared the declared columns; null for none
   * @param found the columns of its files
   */
  public static void checkColumns(StructType declared, StructType found) {
    if (declared == null) {
      return;
    }
    List<String> columns = List.of(found.fieldNames());
    for (StructField column : declared.fields()) {
      String type = column.dataType().catalogString();
      int i = columns.indexOf(column.name());
      if (i < 0 || !found.apply(i).dataType().catalogString().equals(type)) {
        throw new IllegalArgumentException(
            "The table was made with a column "
                + column.name()
                + " of type "
                + type
                + ", but has "
                + found.simpleString()
                + ". Load it again if files have been added since; else make it with these.");
      }
    }
  }

  /**
   * Checks that a table has the same columns with the options of a scan.
   *
   * @throws IllegalArgumentException if the columns differ
   */
  public static void checkColumnsOfScan(StructType ofTable, StructType ofScan) {
    if (!ofScan.equals(ofTable)) {
      throw new IllegalArgumentException(
          "The options of a scan must not change the columns of its table: "
              + ofScan.simpleString()
              + " instead of "
              + ofTable.simpleString()
              + ".");
    }
  }

  /** The properties of the table, as far as Spark passes them on. */
  public static Map<String, String> properties(
      TableFormat format, CaseInsensitiveStringMap options) {
    Map<String, String> properties = new HashMap<>(options.asCaseSensitiveMap());
    properties.keySet().removeIf("path"::equalsIgnoreCase);
    properties.keySet().removeIf(FileOptions.GLOB_PATHS::equalsIgnoreCase);
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
