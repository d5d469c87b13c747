package io.github.jellybridge.spark.catalog;

import io.github.jellybridge.spark.listing.FileIndex;
import io.github.jellybridge.spark.options.FileOptions;
import io.github.jellybridge.spark.options.SessionSettings;
import io.github.jellybridge.spark.publish.WriteTarget;
import io.github.jellybridge.spark.schema.ColumnName;
import io.github.jellybridge.spark.write.PartitionNames;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.StagedTable;
import org.apache.spark.sql.connector.catalog.StagingTableCatalog;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.connector.catalog.TableChange;
import org.apache.spark.sql.connector.catalog.TableWritePrivilege;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.sources.DataSourceRegister;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * Catalog whose table names are paths, so that SQL can use paths in place of table names.
 *
 * <p>With {@code spark.sql.catalog.NAME=CLASS} configured, {@code SELECT … FROM NAME.`/data/x`}
 * reads that path, {@code INSERT} writes to it, and {@code CREATE TABLE … AS SELECT} creates it.
 * Settings below the catalog's own ({@code spark.sql.catalog.NAME.mode=…}) are the options of every
 * table. The catalog stores nothing: tables cannot be listed, changed or dropped, and none exists
 * without files.
 */
public abstract class PathCatalog implements StagingTableCatalog {
  /** Properties that Spark sets by itself, and those that this class reads. */
  private static final Set<String> KNOWN_PROPERTIES =
      Set.of(
          TableCatalog.PROP_LOCATION,
          TableCatalog.PROP_PROVIDER,
          TableCatalog.PROP_OWNER,
          TableCatalog.PROP_EXTERNAL,
          TableCatalog.PROP_IS_MANAGED_LOCATION);

  private final String format;
  private String name;
  private Map<String, String> defaults = Map.of();

  /** Creates a catalog for the files of one format, named as in {@code spark.read.format(…)}. */
  protected PathCatalog(String format) {
    this.format = format;
  }

  /** Opens the table of these options, as the format's DataSource does. */
  protected abstract Table open(CaseInsensitiveStringMap options);

  /**
   * Opens the table of these options for writing; its path need not exist.
   *
   * @throws UnsupportedOperationException when the format can only be read
   */
  protected Table openTarget(CaseInsensitiveStringMap options) {
    throw new UnsupportedOperationException("Data source '" + format + "' cannot be written.");
  }

  @Override
  public final void initialize(String catalogName, CaseInsensitiveStringMap options) {
    name = catalogName;
    defaults = new HashMap<>(options.asCaseSensitiveMap());
  }

  @Override
  public final String name() {
    return name;
  }

  /**
   * Opens the path that the identifier names. A file or folder with this literal name is preferred,
   * because writes go to it only; otherwise the path may be a glob.
   *
   * @throws IllegalArgumentException when the identifier has more than one part
   */
  @Override
  public final Table loadTable(Identifier identifier) {
    Map<String, String> options = options(identifier);
    String path = path(identifier);
    boolean there =
        !path.isBlank() && FileIndex.isGlob(path) && !WriteTarget.isMissing(path, conf());
    return open(there ? folder(options) : new CaseInsensitiveStringMap(options));
  }

  private Configuration conf() {
    return SessionSettings.active().hadoopConf(new CaseInsensitiveStringMap(defaults));
  }

  /** Opens the path that the identifier names for writing; for DELETE it has to exist. */
  @Override
  public final Table loadTable(Identifier identifier, Set<TableWritePrivilege> privileges) {
    CaseInsensitiveStringMap options = folder(options(identifier));
    return privileges.equals(Set.of(TableWritePrivilege.DELETE))
        ? open(options)
        : openTarget(options);
  }

  /**
   * Returns options that take the path literally: writes go to the folder of that name, even if a
   * reader would take the name for a glob.
   */
  private static CaseInsensitiveStringMap folder(Map<String, String> options) {
    Map<String, String> literal = new HashMap<>(options);
    literal.put(FileOptions.GLOB_PATHS, "false");
    return new CaseInsensitiveStringMap(literal);
  }

  /** Rejects {@code VERSION AS OF}. */
  @Override
  public final Table loadTable(Identifier identifier, String version) {
    throw unsupported(
        "read a version of a table", "leave out VERSION AS OF: files have one version");
  }

  /** Rejects {@code TIMESTAMP AS OF}. */
  @Override
  public final Table loadTable(Identifier identifier, long timestamp) {
    throw unsupported(
        "read a table as of a time",
        "leave out TIMESTAMP AS OF; the option modifiedBefore leaves out newer files");
  }

  private Map<String, String> options(Identifier identifier) {
    Map<String, String> options = new HashMap<>(defaults);
    options.keySet().removeIf(key -> key.equalsIgnoreCase("path") || key.equalsIgnoreCase("paths"));
    options.put("path", path(identifier));
    return options;
  }

  /**
   * Tells whether the path can be read; a wrong option or a broken folder structure is still an
   * error.
   */
  @Override
  public final boolean tableExists(Identifier identifier) {
    try {
      loadTable(identifier);
      return !WriteTarget.isLeftover(path(identifier), conf());
    } catch (Exception e) {
      // Java declares it as checked, but Spark's interfaces throw it undeclared: hence the wide
      // catch.
      if (e instanceof AnalysisException a && "PATH_NOT_FOUND".equals(a.getCondition())) {
        return false;
      }
      throw e;
    }
  }

  private String path(Identifier identifier) {
    if (identifier.namespace().length > 0) {
      throw new IllegalArgumentException(
          "Catalog '"
              + name
              + "' takes a path as its only name, in backquotes: "
              + example()
              + ", but got "
              + String.join(".", identifier.namespace())
              + "."
              + identifier.name()
              + ".");
    }
    return identifier.name();
  }

  private String example() {
    return "SELECT * FROM " + name + ".`/data/file." + format + "`";
  }

  @Override
  public final Identifier[] listTables(String[] namespace) {
    throw unsupported("list tables", "name a path instead: " + example());
  }

  @Override
  public final Table createTable(
      Identifier identifier,
      Column[] columns,
      Transform[] partitions,
      Map<String, String> properties) {
    throw unsupported(
        "create tables without rows",
        "use CREATE TABLE … AS SELECT, or .start(path) for a stream, or CREATE TABLE t USING "
            + ColumnName.inSql(format)
            + " OPTIONS (path '"
            + identifier.name()
            + "') in the session catalog, or CREATE TEMPORARY VIEW");
  }

  /** Stages {@code CREATE TABLE … AS SELECT}: the table exists once its files are published. */
  @Override
  public final StagedTable stageCreate(
      Identifier identifier,
      Column[] columns,
      Transform[] partitions,
      Map<String, String> properties) {
    return staged(identifier, partitions, properties, false);
  }

  /** Stages {@code REPLACE TABLE … AS SELECT}. */
  @Override
  public final StagedTable stageReplace(
      Identifier identifier,
      Column[] columns,
      Transform[] partitions,
      Map<String, String> properties) {
    return staged(identifier, partitions, properties, true);
  }

  /** Stages {@code CREATE OR REPLACE TABLE … AS SELECT}. */
  @Override
  public final StagedTable stageCreateOrReplace(
      Identifier identifier,
      Column[] columns,
      Transform[] partitions,
      Map<String, String> properties) {
    return staged(identifier, partitions, properties, true);
  }

  private StagedTable staged(
      Identifier identifier,
      Transform[] partitions,
      Map<String, String> properties,
      boolean replace) {
    if (properties.containsKey(TableCatalog.PROP_LOCATION)) {
      throw unsupported(
          "create a table at another path than its name", "leave out LOCATION and OPTIONS (path)");
    }
    Map<String, String> own = StagedPathTable.options(properties);
    checkProperties(properties, own);
    Map<String, String> options = options(identifier);
    options.putAll(own);
    Table target = openTarget(folder(options));
    return new StagedPathTable(
        target, PartitionNames.of(partitions), own, replace, new StagedPathTable.Ending() {});
  }

  /** Rejects properties that would be ignored: a table consists of files of one format only. */
  private void checkProperties(Map<String, String> properties, Map<String, String> own) {
    String provider = properties.get(TableCatalog.PROP_PROVIDER);
    if (provider != null && !isFormat(provider)) {
      throw unsupported(
          "make tables of the format '" + provider + "'",
          "leave out USING in SQL, and call .format(\""
              + format
              + "\") before saveAsTable, which otherwise names Spark's default");
    }
    for (String key : properties.keySet()) {
      // Spark passes options twice, with the prefix and without.
      boolean option = key.startsWith(TableCatalog.OPTION_PREFIX) || own.containsKey(key);
      if (key.equals(TableCatalog.PROP_COMMENT)) {
        throw unsupported("keep comments on tables", "leave out COMMENT");
      }
      if (!option && !KNOWN_PROPERTIES.contains(key)) {
        throw unsupported(
            "keep properties of tables",
            "leave out '" + key + "' in TBLPROPERTIES; options of the format belong in OPTIONS");
      }
    }
  }

  /** Tells whether a short name or class in a query is the format of this catalog. */
  private boolean isFormat(String provider) {
    if (provider.equalsIgnoreCase(format)) {
      return true;
    }
    try {
      return Class.forName(provider, true, Thread.currentThread().getContextClassLoader())
                  .getConstructor()
                  .newInstance()
              instanceof DataSourceRegister source
          && source.shortName().equalsIgnoreCase(format);
    } catch (ReflectiveOperationException e) {
      return false;
    }
  }

  @Override
  public final Table alterTable(Identifier identifier, TableChange... changes) {
    throw unsupported("alter tables", "the schema of " + format + " files is fixed");
  }

  @Override
  public final boolean dropTable(Identifier identifier) {
    throw unsupported("drop tables", "delete the files at " + identifier.name() + " yourself");
  }

  @Override
  public final void renameTable(Identifier from, Identifier to) {
    throw unsupported("rename tables", "move the files at " + from.name() + " yourself");
  }

  private UnsupportedOperationException unsupported(String what, String instead) {
    return new UnsupportedOperationException(
        "Catalog '" + name + "' knows paths only and cannot " + what + "; " + instead + ".");
  }
}
