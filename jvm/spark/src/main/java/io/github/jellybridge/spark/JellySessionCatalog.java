package io.github.jellybridge.spark;

import io.github.jellybridge.spark.borsh.BorshDataSource;
import io.github.jellybridge.spark.catalog.StagedPathTable;
import io.github.jellybridge.spark.jelly.JellyDataSource;
import io.github.jellybridge.spark.options.SessionSettings;
import io.github.jellybridge.spark.patch.PatchDataSource;
import io.github.jellybridge.spark.publish.WriteTarget;
import io.github.jellybridge.spark.rdf.RdfDataSource;
import io.github.jellybridge.spark.table.StatementDataSource;
import io.github.jellybridge.spark.write.PartitionNames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.analysis.NoSuchNamespaceException;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.catalyst.analysis.TableAlreadyExistsException;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.catalog.DelegatingCatalogExtension;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.StagedTable;
import org.apache.spark.sql.connector.catalog.StagingTableCatalog;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.connector.catalog.TableChange;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.types.StructType;

/**
 * Spark's session catalog, with tables of jelly-bridge's formats in folders that Spark chooses, for
 * {@code saveAsTable} and {@code CREATE TABLE … AS SELECT}.
 *
 * <p>Configured as {@code
 * spark.sql.catalog.spark_catalog=io.github.jellybridge.spark.JellySessionCatalog}. To replace a
 * table, the built-in catalog first drops the old one, including its files if it has chosen their
 * folder. Here, {@code REPLACE TABLE … AS SELECT} and mode {@code overwrite} replace all files of a
 * table at one moment, and the table keeps its name even if the write fails.
 */
public final class JellySessionCatalog extends DelegatingCatalogExtension
    implements StagingTableCatalog {
  private static final List<Supplier<StatementDataSource>> SOURCES =
      List.of(JellyDataSource::new, PatchDataSource::new, RdfDataSource::new, BorshDataSource::new);

  /** Properties that do not change during the life of a table. */
  private static final Set<String> LASTING =
      Set.of(
          TableCatalog.PROP_PROVIDER,
          TableCatalog.PROP_LOCATION,
          TableCatalog.PROP_OWNER,
          TableCatalog.PROP_EXTERNAL,
          TableCatalog.PROP_IS_MANAGED_LOCATION);

  /** Called by Spark, once per session. */
  public JellySessionCatalog() {}

  /** Returns our data source of this short name or class; null if it is not one of our formats. */
  private static StatementDataSource source(String provider) {
    for (Supplier<StatementDataSource> supplier : SOURCES) {
      StatementDataSource source = supplier.get();
      if (source.shortName().equalsIgnoreCase(provider)
          || source.getClass().getName().equals(provider)) {
        return source;
      }
    }
    return null;
  }

  /**
   * Loads the table of a name. If its format is one of our formats, opens it with the files at its
   * location.
   */
  @Override
  @SuppressWarnings("deprecation") // Table has no other way before Spark 4.1
  public Table loadTable(Identifier identifier) throws NoSuchTableException {
    Table table = super.loadTable(identifier);
    StatementDataSource source = source(table.properties().get(TableCatalog.PROP_PROVIDER));
    if (source == null) {
      return table;
    }
    return table(source, table.schema(), table.partitioning(), table.properties());
  }

  /** Opens the table with the files at the location that its properties name. */
  private static Table table(
      StatementDataSource source,
      StructType schema,
      Transform[] partitions,
      Map<String, String> properties) {
    Map<String, String> all = new HashMap<>(properties);
    all.put("path", properties.get(TableCatalog.PROP_LOCATION));
    all.put(TableCatalog.PROP_PROVIDER, source.shortName());
    return source.getTable(schema, partitions, all);
  }

  /**
   * Changes a table.
   *
   * @throws UnsupportedOperationException if the table has one of our formats, and the change is
   *     one of its columns or of a property with the prefix {@code option.}: tables read their
   *     options from the properties without it
   */
  @Override
  public Table alterTable(Identifier identifier, TableChange... changes)
      throws NoSuchTableException {
    String provider = super.loadTable(identifier).properties().get(TableCatalog.PROP_PROVIDER);
    if (source(provider) != null) {
      for (TableChange change : changes) {
        requireAllowed(identifier, provider, change);
      }
    }
    return super.alterTable(identifier, changes);
  }

  private static void requireAllowed(Identifier identifier, String provider, TableChange change) {
    if (change instanceof TableChange.ColumnChange) {
      throw new UnsupportedOperationException(
          "The columns of table "
              + identifier
              + " cannot be changed: those of '"
              + provider
              + "' files are fixed.");
    }
    String property =
        change instanceof TableChange.SetProperty set
            ? set.property()
            : change instanceof TableChange.RemoveProperty remove ? remove.property() : "";
    if (property.startsWith(TableCatalog.OPTION_PREFIX)) {
      throw new UnsupportedOperationException(
          "The property '"
              + property
              + "' of table "
              + identifier
              + " cannot be changed: it records an option of CREATE TABLE. Change the property '"
              + property.substring(TableCatalog.OPTION_PREFIX.length())
              + "' instead.");
    }
  }

  /**
   * Stages {@code CREATE TABLE … AS SELECT}: a table without rows until its files are published.
   */
  @Override
  public StagedTable stageCreate(
      Identifier identifier,
      Column[] columns,
      Transform[] partitions,
      Map<String, String> properties)
      throws TableAlreadyExistsException, NoSuchNamespaceException {
    return create(new Request(identifier, columns, partitions, properties), false);
  }

  /** Stages {@code REPLACE TABLE … AS SELECT}. */
  @Override
  public StagedTable stageReplace(
      Identifier identifier,
      Column[] columns,
      Transform[] partitions,
      Map<String, String> properties)
      throws NoSuchNamespaceException, NoSuchTableException {
    return replace(new Request(identifier, columns, partitions, properties));
  }

  /** Stages {@code CREATE OR REPLACE TABLE … AS SELECT}. */
  @Override
  public StagedTable stageCreateOrReplace(
      Identifier identifier,
      Column[] columns,
      Transform[] partitions,
      Map<String, String> properties)
      throws NoSuchNamespaceException {
    Request request = new Request(identifier, columns, partitions, properties);
    try {
      return tableExists(identifier) ? replace(request) : create(request, true);
    } catch (NoSuchTableException | TableAlreadyExistsException e) {
      throw new IllegalStateException(
          "Another session has made or dropped the table " + identifier + " just now.", e);
    }
  }

  /** The arguments of a statement that creates or replaces a table. */
  private record Request(
      Identifier identifier,
      Column[] columns,
      Transform[] partitions,
      Map<String, String> properties) {
    String location() {
      return properties.get(TableCatalog.PROP_LOCATION);
    }

    StagedTable staged(Table table, boolean replace, StagedPathTable.Ending ending) {
      Map<String, String> options = StagedPathTable.options(properties);
      options.keySet().removeIf("path"::equalsIgnoreCase);
      return new StagedPathTable(table, PartitionNames.of(partitions), options, replace, ending);
    }

    StatementDataSource source() {
      String provider = properties.get(TableCatalog.PROP_PROVIDER);
      if (provider == null) {
        provider = SparkSession.active().conf().get("spark.sql.sources.default");
      }
      StatementDataSource source = JellySessionCatalog.source(provider);
      if (source == null) {
        throw new UnsupportedOperationException(
            "Spark's session catalog as JellySessionCatalog makes tables of Spark's own formats and"
                + " of jelly-bridge's, but "
                + identifier
                + " is to be of the format '"
                + provider
                + "'.");
      }
      return source;
    }
  }

  private StagedTable create(Request request, boolean replace)
      throws TableAlreadyExistsException, NoSuchNamespaceException {
    StatementDataSource source = request.source();
    StructType schema = source.columns(partitionColumns(request.columns(), request.partitions()));
    if (hasFiles(request.location())) {
      if (replace) {
        return createOverFiles(request, source, schema);
      }
      throw new IllegalArgumentException(
          "There are files at "
              + request.location()
              + " already: CREATE TABLE without AS SELECT names them; CREATE OR REPLACE TABLE … AS"
              + " SELECT, and saveAsTable in mode 'overwrite', replace them.");
    }
    super.createTable(
        request.identifier(), columns(schema), request.partitions(), request.properties());
    try {
      return request.staged(
          loadTable(request.identifier()),
          replace,
          new StagedPathTable.Ending() {
            @Override
            public void abort() {
              dropTable(request.identifier());
            }
          });
    } catch (NoSuchTableException e) {
      throw dropped(request.identifier(), e);
    }
  }

  /**
   * Stages a new table that replaces existing files. It is created in the catalog only when the new
   * files are published: before that, Spark would reject columns that the old files lack.
   */
  private StagedTable createOverFiles(
      Request request, StatementDataSource source, StructType schema) {
    return request.staged(
        table(source, schema, request.partitions(), request.properties()),
        true,
        new StagedPathTable.Ending() {
          @Override
          public void commit() {
            giveName(request, table(source, schema, request.partitions(), request.properties()));
          }
        });
  }

  private void giveName(Request request, Table table) {
    try {
      super.createTable(
          request.identifier(), table.columns(), table.partitioning(), request.properties());
    } catch (TableAlreadyExistsException | NoSuchNamespaceException e) {
      throw new IllegalStateException(
          "Another session has made " + request.identifier() + ", or dropped its database.", e);
    }
  }

  private static StructType partitionColumns(Column[] columns, Transform[] partitions) {
    StructType found = new StructType();
    for (String name : PartitionNames.of(partitions)) {
      for (Column column : columns) {
        if (column.name().equalsIgnoreCase(name)) {
          found = found.add(column.name(), column.dataType(), true);
        }
      }
    }
    return found;
  }

  private static Column[] columns(StructType schema) {
    return Stream.of(schema.fields())
        .map(field -> Column.create(field.name(), field.dataType(), field.nullable()))
        .toArray(Column[]::new);
  }

  private static boolean hasFiles(String location) {
    return location != null && WriteTarget.hasFiles(location, conf());
  }

  private static Configuration conf() {
    return SessionSettings.active().hadoopConf();
  }

  private StagedTable replace(Request request) throws NoSuchTableException {
    StatementDataSource source = request.source();
    Table table = loadTable(request.identifier());
    String what = whatDiffers(table, source, request);
    if (what != null) {
      throw new UnsupportedOperationException(
          "Only the rows and options of table "
              + request.identifier()
              + " can be replaced, but "
              + what
              + ". DROP TABLE it first.");
    }
    return request.staged(
        table,
        true,
        new StagedPathTable.Ending() {
          @Override
          public void commit() {
            keepProperties(request);
          }
        });
  }

  /**
   * Returns null if only the rows and options of the table change, otherwise the difference as
   * text.
   */
  private static String whatDiffers(Table table, StatementDataSource source, Request request) {
    Map<String, String> is = table.properties();
    String provider = is.get(TableCatalog.PROP_PROVIDER);
    if (!source.shortName().equals(provider)) {
      return "its format is '" + provider + "'";
    }
    String location = is.get(TableCatalog.PROP_LOCATION);
    if (request.location() != null && !WriteTarget.isSame(request.location(), location, conf())) {
      return "its files are at " + location;
    }
    String are = partitionColumns(table.columns(), table.partitioning()).catalogString();
    String other = partitionColumns(request.columns(), request.partitions()).catalogString();
    return are.equalsIgnoreCase(other)
        ? null
        : "its partition columns are " + are + ", not " + other;
  }

  /** Stores the options of the statement in the table, for later writes. */
  private void keepProperties(Request request) {
    List<TableChange> changes = new ArrayList<>();
    request
        .properties()
        .forEach(
            (key, value) -> {
              if (!LASTING.contains(key)) {
                changes.add(TableChange.setProperty(key, value));
              }
            });
    if (!changes.isEmpty()) {
      try {
        super.alterTable(request.identifier(), changes.toArray(new TableChange[0]));
      } catch (NoSuchTableException e) {
        throw dropped(request.identifier(), e);
      }
    }
  }

  private static IllegalStateException dropped(Identifier identifier, NoSuchTableException e) {
    return new IllegalStateException(
        "Another session has dropped table " + identifier + " in the meantime; run the query again",
        e);
  }
}
