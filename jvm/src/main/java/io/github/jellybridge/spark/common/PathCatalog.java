package io.github.jellybridge.spark.common;

import java.util.HashMap;
import java.util.Map;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.connector.catalog.TableChange;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * A catalog whose table names are paths, so that SQL can name files where it names tables.
 *
 * <p>With {@code spark.sql.catalog.NAME=CLASS} configured, {@code SELECT … FROM NAME.`/data/x`}
 * reads that path. Settings below the catalog's own ({@code spark.sql.catalog.NAME.mode=…}) are the
 * options of every table. It keeps nothing: there is no table to create, list, change or drop.
 */
public abstract class PathCatalog implements TableCatalog {
  private final String format;
  private String name;
  private Map<String, String> defaults = Map.of();

  /** A catalog for the files of one format, named as in {@code spark.read.format(…)}. */
  protected PathCatalog(String format) {
    this.format = format;
  }

  /** Opens the table of these options, just as the format's DataSource does. */
  protected abstract Table open(CaseInsensitiveStringMap options);

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
   * Opens the path that the identifier names.
   *
   * @throws IllegalArgumentException when the identifier has more than one part
   */
  @Override
  public final Table loadTable(Identifier identifier) {
    Map<String, String> options = new HashMap<>(defaults);
    options.keySet().removeIf(key -> key.equalsIgnoreCase("path") || key.equalsIgnoreCase("paths"));
    options.put("path", path(identifier));
    return open(new CaseInsensitiveStringMap(options));
  }

  /**
   * Whether the path can be read; a wrong option or a broken folder structure is still an error.
   */
  @Override
  public final boolean tableExists(Identifier identifier) {
    try {
      loadTable(identifier);
      return true;
    } catch (Exception e) {
      // Checked for Java, but Spark's interfaces throw it undeclared: hence the wide catch.
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
        "create tables",
        "use CREATE TABLE t USING "
            + format
            + " OPTIONS (path '"
            + identifier.name()
            + "') in the session catalog, or CREATE TEMPORARY VIEW");
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
        "Catalog '" + name + "' reads paths and cannot " + what + "; " + instead + ".");
  }
}
