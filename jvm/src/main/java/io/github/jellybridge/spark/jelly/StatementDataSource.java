package io.github.jellybridge.spark.jelly;

import io.github.jellybridge.spark.common.write.PathSave;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SQLContext;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.catalyst.util.CaseInsensitiveMap;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.connector.catalog.TableProvider;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.sources.BaseRelation;
import org.apache.spark.sql.sources.CreatableRelationProvider;
import org.apache.spark.sql.sources.DataSourceRegister;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import scala.jdk.javaapi.CollectionConverters;

/**
 * A data source of files of RDF statements in some format.
 *
 * <p>The columns are fixed but for partition folders. Batches are written through {@link
 * CreatableRelationProvider}, the one public way that knows every save mode and {@code
 * partitionBy}; it hands them on to {@link StatementPathCatalog}.
 */
public abstract class StatementDataSource
    implements TableProvider, DataSourceRegister, CreatableRelationProvider {
  private final TableFormat format;
  private final Class<? extends StatementPathCatalog> catalog;
  private StatementTable table;

  /**
   * A data source.
   *
   * @param format the format of the files
   * @param catalog the catalog that writes them
   */
  protected StatementDataSource(TableFormat format, Class<? extends StatementPathCatalog> catalog) {
    this.format = format;
    this.catalog = catalog;
  }

  @Override
  public String shortName() {
    return format.shortName();
  }

  @Override
  public StructType inferSchema(CaseInsensitiveStringMap options) {
    requirePlace(options);
    return open(options).schema();
  }

  /** So that a streaming write gets a table without a look at files that are not there yet. */
  @Override
  public boolean supportsExternalMetadata() {
    return true;
  }

  @Override
  public Table getTable(
      StructType schema, Transform[] partitioning, Map<String, String> properties) {
    CaseInsensitiveStringMap options = new CaseInsensitiveStringMap(properties);
    if (table != null && table.openedWith(options)) {
      return table;
    }
    requirePlace(options);
    return StatementTable.open(
        format,
        options,
        isOfCatalog(options) ? StatementTable.Origin.CATALOG : StatementTable.Origin.PATH,
        schema);
  }

  /** Whether the options are those of a table in Spark's session catalog. */
  private static boolean isOfCatalog(CaseInsensitiveStringMap options) {
    return options.containsKey(TableCatalog.PROP_PROVIDER)
        || options.containsKey(TableCatalog.PROP_OWNER);
  }

  /** Spark's session catalog asks for the columns of a table before it gives it a folder. */
  private void requirePlace(CaseInsensitiveStringMap options) {
    if (isOfCatalog(options) && !options.containsKey("path") && !options.containsKey("paths")) {
      throw new IllegalArgumentException(
          "A table of data source '"
              + format.shortName()
              + "' in the session catalog is a name for files that are there: write them, as in"
              + " save(\"/data/t\"), and then CREATE TABLE t USING "
              + format.shortName()
              + " LOCATION '/data/t'.");
    }
  }

  /** Spark asks for the schema and then for the table: the files are listed once for both. */
  private StatementTable open(CaseInsensitiveStringMap options) {
    if (table == null || !table.openedWith(options)) {
      table = StatementTable.open(format, options);
    }
    return table;
  }

  /** Which columns there may be is checked with the whole schema, in {@link StatementWrites}. */
  @Override
  public boolean supportsDataType(DataType type) {
    return true;
  }

  @Override
  public BaseRelation createRelation(
      SQLContext context,
      SaveMode mode,
      scala.collection.immutable.Map<String, String> parameters,
      Dataset<Row> data) {
    return PathSave.save(format.shortName(), catalog, context, mode, options(parameters), data);
  }

  /** The options in the user's spelling, which Hadoop's have to keep. */
  private static CaseInsensitiveStringMap options(
      scala.collection.immutable.Map<String, String> parameters) {
    scala.collection.immutable.Map<String, String> original =
        parameters instanceof CaseInsensitiveMap<String> insensitive
            ? insensitive.originalMap()
            : parameters;
    return new CaseInsensitiveStringMap(CollectionConverters.asJava(original));
  }
}
